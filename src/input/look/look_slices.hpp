// SPDX-License-Identifier: Apache-2.0
// The pictures of a look: the middle slices of the grey values, across each axis of the file, and of the pores, across
// each axis of the image. Large slices are thinned out.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/connectivity/link_rules.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// One middle slice: `width` x `height` pixels, the first axis fastest.
struct SliceFrame {
  Axis normal{Axis::z};
  std::int64_t index{0};  ///< number of its plane along `normal`
  std::array<Axis, 2> axes{Axis::x, Axis::y};
  std::int64_t width{0};
  std::int64_t height{0};
  std::int64_t voxels_a_pixel{1};

  static constexpr std::int64_t most_pixels = 384;  ///< along each side
  /// Gives the middle slice of an image across `normal`.
  static SliceFrame middle(const Extent& extent, Axis normal);
  std::size_t pixels() const { return static_cast<std::size_t>(width * height); }
};

struct GreySlice : SliceFrame {
  std::vector<float> grey;
};

/// What a pixel shows of the pores: 0 is solid, 1 the largest part that a flow along some axis can go through, 2 a part
/// that no flow can, and from 3 up to most_parts other parts that a flow can go through, the larger first; the last
/// number stands for all smaller ones.
struct PoreSlice : SliceFrame {
  std::vector<std::uint8_t> parts;
  static constexpr std::uint8_t isolated = 2;
  static constexpr std::uint8_t most_parts = 8;
};

struct LookSlices {
  std::vector<GreySlice> grey;   ///< axes are those of the image
  std::vector<PoreSlice> pores;  ///< empty where there are none
};

/// Gives the slices of pores that one process holds, joined by these rules.
std::vector<PoreSlice> slices_of(const PoreSlab& pores, const LinkRules& rules);

}  // namespace perm
