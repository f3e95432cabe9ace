// SPDX-License-Identifier: Apache-2.0
#include "input/look/look_slices.hpp"

#include <algorithm>

namespace perm {

SliceFrame SliceFrame::middle(const Extent& extent, Axis normal) {
  SliceFrame slice;
  slice.normal = normal;
  slice.index = extent.along(normal) / 2;
  slice.axes =
      normal == Axis::x ? std::array{Axis::y, Axis::z} : std::array{Axis::x, normal == Axis::y ? Axis::z : Axis::y};
  const std::int64_t across = extent.along(slice.axes[0]);
  const std::int64_t down = extent.along(slice.axes[1]);
  slice.voxels_a_pixel = (std::max(across, down) - 1) / most_pixels + 1;
  slice.width = (across - 1) / slice.voxels_a_pixel + 1;
  slice.height = (down - 1) / slice.voxels_a_pixel + 1;
  return slice;
}

std::vector<PoreSlice> slices_of(const PoreSlab& pores, const PoreSlab& connected) {
  std::vector<PoreSlice> slices;
  for (const Axis normal : {Axis::z, Axis::y, Axis::x}) {
    PoreSlice& slice = slices.emplace_back(PoreSlice{SliceFrame::middle(pores.image(), normal), {}});
    slice.parts.reserve(slice.pixels());
    std::array<std::int64_t, 3> at{};
    at[static_cast<std::size_t>(normal)] = slice.index;
    for (std::int64_t j = 0; j < slice.height; ++j)
      for (std::int64_t i = 0; i < slice.width; ++i) {
        at[static_cast<std::size_t>(slice.axes[0])] = i * slice.voxels_a_pixel;
        at[static_cast<std::size_t>(slice.axes[1])] = j * slice.voxels_a_pixel;
        const bool is_pore = pores.pores().is_pore(at[0], at[1], at[2]);
        const bool is_connected = connected.pores().is_pore(at[0], at[1], at[2]);
        slice.parts.push_back(!is_pore       ? PartOfPores::solid
                              : is_connected ? PartOfPores::connected
                                             : PartOfPores::isolated);
      }
  }
  return slices;
}

}  // namespace perm
