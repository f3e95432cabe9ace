// SPDX-License-Identifier: Apache-2.0
// An image that is made from a list of values.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "image/source/plane_source.hpp"

namespace perm {

/// Gives the type whose voxels are of the C++ type T.
template <class T>
VoxelType type_of_voxels() {
  for (int type = 0;; ++type)
    if (with_type(static_cast<VoxelType>(type),
                  [&]<class Of>(std::type_identity<Of>) { return std::is_same_v<T, Of>; }))
      return static_cast<VoxelType>(type);
}

template <class T>
class ListedImage final : public PlaneSource {
 public:
  ListedImage(const Extent& extent, std::vector<T> values) : extent_(extent), values_(std::move(values)) {}
  Extent extent() const override { return extent_; }
  VoxelType type() const override { return type_of_voxels<T>(); }
  void read_plane(std::int64_t z, std::span<std::byte> voxels) override {
    planes_read.insert(z);
    const std::int64_t plane = extent_.plane_voxels();
    ASSERT_EQ(static_cast<std::int64_t>(voxels.size_bytes()), plane * static_cast<std::int64_t>(sizeof(T)));
    std::memcpy(voxels.data(), values_.data() + z * plane, voxels.size_bytes());
  }
  std::unique_ptr<PlaneSource> for_another_thread() const override {
    return is_for_threads ? std::make_unique<ListedImage>(*this) : nullptr;
  }
  std::string description() const override { return "listed.tif"; }
  const ImageNotes& notes() const override { return said; }

  std::multiset<std::int64_t> planes_read;
  ImageNotes said;
  bool is_for_threads{false};

 private:
  Extent extent_;
  std::vector<T> values_;
};

}  // namespace perm
