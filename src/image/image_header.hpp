// SPDX-License-Identifier: Apache-2.0
// What the header of an image file says of its voxels, and an image that is held in memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/extent.hpp"
#include "image/plane_source.hpp"
#include "image/voxel_type.hpp"

namespace perm {

/// The facts that an image file gives in its header.
struct ImageHeader {
  Extent extent;
  VoxelType type{VoxelType::uint8};
  std::int64_t bytes() const { return extent.voxels() * size_of(type); }
};

/// Says whether a plane as doubles and the whole image as bytes can be counted in 64 bits.
bool is_addressable(const Extent& extent, std::int64_t voxel_size);

/// Throws InputError with `remedy` when the voxels of `header`, in their own type, would not fit in memory.
void require_memory(const ImageHeader& header, const std::filesystem::path& path, const std::string& remedy);

/// An image held in memory in its own type, for formats that cannot be read plane by plane.
class WholeImage final : public PlaneSource {
 public:
  WholeImage(const ImageHeader& header, std::vector<std::byte> voxels, std::string description)
      : header_(header), voxels_(std::move(voxels)), description_(std::move(description)) {}
  Extent extent() const override { return header_.extent; }
  void read_plane(std::int64_t z, std::span<double> grey) override;
  std::string description() const override { return description_; }

 private:
  ImageHeader header_;
  std::vector<std::byte> voxels_;
  std::string description_;
};

}  // namespace perm
