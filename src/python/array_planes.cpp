// SPDX-License-Identifier: Apache-2.0
#include "python/array_planes.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>

#include "core/errors.hpp"

namespace perm {
namespace {

/// Copies `count` voxels of `size` bytes that are `stride` bytes apart.
template <std::size_t size>
void copy_spaced(std::byte* to, const std::byte* from, std::int64_t stride, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i, to += size, from += stride) std::memcpy(to, from, size);
}

void copy_row(std::byte* to, const std::byte* from, std::int64_t size, std::int64_t stride, std::int64_t count) {
  if (stride == size) {
    std::memcpy(to, from, static_cast<std::size_t>(count * size));
    return;
  }
  switch (size) {
    case 1:
      return copy_spaced<1>(to, from, stride, count);
    case 2:
      return copy_spaced<2>(to, from, stride, count);
    case 4:
      return copy_spaced<4>(to, from, stride, count);
    default:
      return copy_spaced<8>(to, from, stride, count);
  }
}

class ArrayPlanes final : public PlaneSource {
 public:
  /// `fast` and `slow` are the axes of the array that rows and planes follow.
  ArrayPlanes(const VoxelArray& array, std::size_t fast, std::size_t slow) : array_(array), fast_(fast), slow_(slow) {}

  Extent extent() const override { return {array_.lengths[fast_], array_.lengths[1], array_.lengths[slow_]}; }
  VoxelType type() const override { return array_.type; }
  void read_plane(std::int64_t z, std::span<std::byte> voxels) override {
    const Extent n = extent();
    const std::int64_t size = size_of(array_.type);
    const std::byte* const plane = array_.first + z * array_.strides[slow_];
    for (std::int64_t y = 0; y < n.ny; ++y)
      copy_row(voxels.data() + y * n.nx * size, plane + y * array_.strides[1], size, array_.strides[fast_], n.nx);
    if (array_.has_other_byte_order) swap_byte_order(array_.type, voxels);
  }
  std::unique_ptr<PlaneSource> for_another_thread() const override { return std::make_unique<ArrayPlanes>(*this); }
  std::string description() const override { return fmt::format("the array ({})", array_.words); }
  const ImageNotes& notes() const override { return notes_; }

 private:
  VoxelArray array_;
  std::size_t fast_;
  std::size_t slow_;
  ImageNotes notes_;
};

}  // namespace

FileAxes axes_in_memory(const VoxelArray& array) {
  const bool x_is_slow = std::llabs(array.strides[0]) >= std::llabs(array.strides[2]);
  return x_is_slow && array.lengths[2] > 1 ? FileAxes::zyx : FileAxes::xyz;
}

std::unique_ptr<PlaneSource> planes_of(const VoxelArray& array, FileAxes axes) {
  for (const std::int64_t length : array.lengths)
    if (length < 1)
      throw InputError("The array has no voxels",
                       fmt::format("its shape is ({}, {}, {})", array.lengths[0], array.lengths[1], array.lengths[2]),
                       "Give an array with three axes of one voxel or more");
  const std::size_t slow = axes == FileAxes::xyz ? 2 : 0;
  return std::make_unique<ArrayPlanes>(array, 2 - slow, slow);
}

}  // namespace perm
