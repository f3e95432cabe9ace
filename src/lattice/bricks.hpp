// SPDX-License-Identifier: Apache-2.0
// The order of cells on a GPU: the image is cut into bricks of 32 x 16 x 16 voxels, the occupancy words of a brick (one
// a row of 32 voxels) stand together, and cells are numbered in the order of those words. Cells that are neighbours in
// space then have close numbers in all three directions, so that a block of threads finds most of what it reads in
// caches. Where a neighbouring row's word is follows from the word's place in its brick and a few numbers a brick.
#pragma once

#include <cstdint>

#include "core/extent.hpp"
#include "core/host_device.hpp"

namespace perm {

/// How an image is cut into bricks, and which word of the brick order holds which voxels.
class BrickGrid {
 public:
  static constexpr std::int64_t width = 32;  ///< voxels along x, the bits of one word
  static constexpr std::int64_t height = 16;
  static constexpr std::int64_t depth = 16;
  static constexpr std::int64_t words_per_brick = height * depth;

  explicit constexpr BrickGrid(const Extent& extent)
      : extent_(extent),
        nx_((extent.nx + width - 1) / width),
        ny_((extent.ny + height - 1) / height),
        nz_((extent.nz + depth - 1) / depth) {}

  PERM_HOST_DEVICE constexpr const Extent& extent() const { return extent_; }
  PERM_HOST_DEVICE constexpr std::int64_t along_x() const { return nx_; }
  PERM_HOST_DEVICE constexpr std::int64_t bricks() const { return nx_ * ny_ * nz_; }
  PERM_HOST_DEVICE constexpr std::int64_t words() const { return bricks() * words_per_brick; }

  /// The word of voxels 32*column .. 32*column + 31 of row (y, z).
  PERM_HOST_DEVICE constexpr std::int64_t word(std::int64_t column, std::int64_t y, std::int64_t z) const {
    return brick(column, y / height, z / depth) * words_per_brick + z % depth * height + y % height;
  }

  struct Place {
    std::int64_t column;
    std::int64_t y;
    std::int64_t z;
  };
  /// Where a word is; y or z may lie beyond the image in bricks that reach over its end.
  PERM_HOST_DEVICE constexpr Place place(std::int64_t word) const {
    const std::int64_t b = word / words_per_brick;
    return {b % nx_, b / nx_ % ny_ * height + word % height, b / nx_ / ny_ * depth + word / height % depth};
  }

  /// The brick at (i, j, k), counted in bricks.
  PERM_HOST_DEVICE constexpr std::int64_t brick(std::int64_t i, std::int64_t j, std::int64_t k) const {
    return (k * ny_ + j) * nx_ + i;
  }
  PERM_HOST_DEVICE constexpr std::int64_t along_y() const { return ny_; }
  PERM_HOST_DEVICE constexpr std::int64_t along_z() const { return nz_; }

 private:
  Extent extent_;
  std::int64_t nx_;
  std::int64_t ny_;
  std::int64_t nz_;
};

/// Steps, in words, from a word at a side of its brick to its neighbour beyond that side (periodic), and where the
/// sides are: the image may end inside a brick.
struct alignas(32) BrickSides {
  std::int32_t right;  ///< same row, the next 32 voxels
  std::int32_t left;
  std::int32_t up;  ///< row y+1, from the last row of the brick
  std::int32_t down;
  std::int32_t above;  ///< row z+1, from the last layer
  std::int32_t below;
  std::uint8_t last_bit;              ///< of a word: 31, or less where the image ends
  std::uint8_t last_bit_on_the_left;  ///< of the words on the left
  std::uint8_t last_row;
  std::uint8_t last_layer;
};

/// The sides of one brick.
PERM_HOST_DEVICE constexpr BrickSides brick_sides(const BrickGrid& grid, std::int64_t brick) {
  const std::int64_t i = brick % grid.along_x();
  const std::int64_t j = brick / grid.along_x() % grid.along_y();
  const std::int64_t k = brick / grid.along_x() / grid.along_y();
  const auto next = [](std::int64_t a, std::int64_t n) { return a + 1 == n ? 0 : a + 1; };
  const auto before = [](std::int64_t a, std::int64_t n) { return a == 0 ? n - 1 : a - 1; };
  // The last index, in its brick, of the image along an axis in bricks of `edge`.
  const auto last = [](std::int64_t a, std::int64_t n, std::int64_t edge, std::int64_t voxels) {
    return a + 1 == n ? (voxels - 1) % edge : edge - 1;
  };
  const auto to = [&](std::int64_t a, std::int64_t b, std::int64_t c) {
    return (grid.brick(a, b, c) - brick) * BrickGrid::words_per_brick;
  };
  const Extent& n = grid.extent();
  const std::int64_t j_down = before(j, grid.along_y());
  const std::int64_t k_below = before(k, grid.along_z());
  const std::int64_t last_row = last(j, grid.along_y(), BrickGrid::height, n.ny);
  const std::int64_t last_layer = last(k, grid.along_z(), BrickGrid::depth, n.nz);
  const std::int64_t row_below = last(j_down, grid.along_y(), BrickGrid::height, n.ny);
  const std::int64_t layer_below = last(k_below, grid.along_z(), BrickGrid::depth, n.nz);
  BrickSides sides{};
  sides.right = static_cast<std::int32_t>(to(next(i, grid.along_x()), j, k));
  sides.left = static_cast<std::int32_t>(to(before(i, grid.along_x()), j, k));
  sides.up = static_cast<std::int32_t>(to(i, next(j, grid.along_y()), k) - last_row);
  sides.down = static_cast<std::int32_t>(to(i, j_down, k) + row_below);
  sides.above = static_cast<std::int32_t>(to(i, j, next(k, grid.along_z())) - last_layer * BrickGrid::height);
  sides.below = static_cast<std::int32_t>(to(i, j, k_below) + layer_below * BrickGrid::height);
  sides.last_bit = static_cast<std::uint8_t>(last(i, grid.along_x(), BrickGrid::width, n.nx));
  sides.last_bit_on_the_left =
      static_cast<std::uint8_t>(last(before(i, grid.along_x()), grid.along_x(), BrickGrid::width, n.nx));
  sides.last_row = static_cast<std::uint8_t>(last_row);
  sides.last_layer = static_cast<std::uint8_t>(last_layer);
  return sides;
}

}  // namespace perm
