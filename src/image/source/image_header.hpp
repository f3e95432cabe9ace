// SPDX-License-Identifier: Apache-2.0
// What the header of an image file says of its voxels, and an image that is held in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/extent.hpp"
#include "image/source/plane_source.hpp"
#include "image/source/voxel_type.hpp"

namespace perm {

/// The facts that an image file gives in its header.
struct ImageHeader {
  Extent extent;
  VoxelType type{VoxelType::uint8};
  ImageNotes notes{};
  std::int64_t bytes() const { return extent.voxels() * size_of(type); }
};

/// Says whether the image as bytes can be counted in 64 bits, with room for the sums of a few such numbers.
bool is_addressable(const Extent& extent, std::int64_t voxel_size);

/// Throws InputError with `remedy` when the voxels of `header`, in their own type, would not fit in memory.
void require_memory(const ImageHeader& header, const std::filesystem::path& path, const std::string& remedy);

/// What every source of planes has: a header and a description.
class DescribedPlanes : public PlaneSource {
 public:
  Extent extent() const override { return header_.extent; }
  VoxelType type() const override { return header_.type; }
  std::string description() const override { return description_; }
  const ImageNotes& notes() const override { return header_.notes; }

 protected:
  DescribedPlanes(ImageHeader header, std::string description)
      : header_(std::move(header)), description_(std::move(description)) {}

  ImageHeader header_;
  std::string description_;
};

/// An image held in memory in its own type, for formats that cannot be read plane by plane.
class WholeImage final : public DescribedPlanes {
 public:
  WholeImage(const ImageHeader& header, std::vector<std::byte> voxels, std::string description)
      : DescribedPlanes(header, std::move(description)),
        voxels_(std::make_shared<const std::vector<std::byte>>(std::move(voxels))) {}
  void read_plane(std::int64_t z, std::span<std::byte> voxels) override;
  std::unique_ptr<PlaneSource> for_another_thread() const override { return std::make_unique<WholeImage>(*this); }

 private:
  std::shared_ptr<const std::vector<std::byte>> voxels_;  ///< shared by the sources of several threads
};

}  // namespace perm
