// SPDX-License-Identifier: Apache-2.0
// Defines the order of cells on a GPU. The image is cut into bricks of 512 x 8 x 8 voxels, or of fewer along x where it
// is narrower, so that no image pays for much more than its width. The occupancy words of a brick (32 voxels of a row
// each) stand together row by row, and cells are numbered in the order of those words. Cells
// that are neighbours in space then have close numbers in all three directions, so that a thread block finds most of
// what it works on in its own tile. The place of a word in its brick, and a few numbers of the brick, tell where the
// words of the neighbouring rows are.
#pragma once

#include <cstdint>

#include "core/extent.hpp"
#include "core/host_device.hpp"

namespace perm {

/// Has the steps from a word to its neighbours in the same brick, in words, and which bits of a word's number are its
/// place in its brick.
struct BrickSteps {
  std::int32_t up{0};     ///< to row y+1
  std::int32_t above{0};  ///< to layer z+1
  std::uint32_t in_column{0};
  std::uint32_t in_row{0};
  std::uint32_t in_layer{0};
  std::uint32_t in_brick{0};  ///< how many bits have the place in the brick; the others have the brick's number
};

/// Says how an image is cut into bricks, and which word of the brick order holds which voxels.
class BrickGrid {
 public:
  static constexpr std::int64_t word_bits = 32;
  // The edges are powers of two, so that a word's place in its brick is some bits of its number.
  static constexpr std::int64_t most_columns = 16;  ///< words along x
  static constexpr std::int64_t rows = 8;           ///< along y
  static constexpr std::int64_t layers = 8;         ///< along z
  static constexpr std::int64_t most_words_per_brick = most_columns * rows * layers;

  explicit constexpr BrickGrid(const Extent& extent) : BrickGrid(extent, extent.nz) {}
  /// Planes from `own_z` on are a halo. They are in bricks of their own, so that their cells come last.
  constexpr BrickGrid(const Extent& extent, std::int64_t own_z)
      : extent_(extent),
        own_z_(own_z),
        words_per_row_((extent.nx + word_bits - 1) / word_bits),
        column_bits_(count_column_bits(words_per_row_)),
        nx_((words_per_row_ + columns() - 1) / columns()),
        ny_((extent.ny + rows - 1) / rows),
        own_nz_((own_z + layers - 1) / layers),
        nz_(own_nz_ + (extent.nz - own_z + layers - 1) / layers) {}

  PERM_HOST_DEVICE constexpr const Extent& extent() const { return extent_; }
  PERM_HOST_DEVICE constexpr std::int64_t words_per_row() const { return words_per_row_; }
  PERM_HOST_DEVICE constexpr std::int64_t columns() const { return std::int64_t{1} << column_bits_; }
  /// Gives the number of the row of a word, among all rows of all bricks.
  PERM_HOST_DEVICE constexpr std::int64_t row_of(std::int64_t word) const { return word >> column_bits_; }
  PERM_HOST_DEVICE constexpr std::int64_t row_step() const { return columns(); }  ///< from a word to the next row's
  PERM_HOST_DEVICE constexpr std::int64_t layer_step() const { return rows << column_bits_; }
  PERM_HOST_DEVICE constexpr std::int64_t words_per_brick() const { return rows * layers << column_bits_; }
  constexpr BrickSteps steps() const {
    return {static_cast<std::int32_t>(row_step()),
            static_cast<std::int32_t>(layer_step()),
            static_cast<std::uint32_t>(columns() - 1),
            static_cast<std::uint32_t>((rows - 1) * row_step()),
            static_cast<std::uint32_t>((layers - 1) * layer_step()),
            static_cast<std::uint32_t>(brick_bits())};
  }
  // These give the number of bricks along each axis.
  PERM_HOST_DEVICE constexpr std::int64_t along_x() const { return nx_; }
  PERM_HOST_DEVICE constexpr std::int64_t along_y() const { return ny_; }
  PERM_HOST_DEVICE constexpr std::int64_t along_z() const { return nz_; }
  PERM_HOST_DEVICE constexpr std::int64_t own_along_z() const { return own_nz_; }  ///< without the halo
  PERM_HOST_DEVICE constexpr std::int64_t bricks() const { return nx_ * ny_ * nz_; }
  PERM_HOST_DEVICE constexpr std::int64_t words() const { return bricks() * words_per_brick(); }

  /// Gives the word of voxels 32*column .. 32*column + 31 of row (y, z).
  PERM_HOST_DEVICE constexpr std::int64_t word(std::int64_t column, std::int64_t y, std::int64_t z) const {
    const std::int64_t k = z < own_z_ ? z / layers : own_nz_ + (z - own_z_) / layers;
    const std::int64_t layer = z < own_z_ ? z % layers : (z - own_z_) % layers;
    return (brick(column >> column_bits_, y / rows, k) << brick_bits()) + layer * layer_step() + y % rows * row_step() +
           (column & (columns() - 1));
  }
  /// Gives the number of planes that the bricks of layer k hold.
  PERM_HOST_DEVICE constexpr std::int64_t planes_in(std::int64_t k) const {
    const std::int64_t left = k < own_nz_ ? own_z_ - k * layers : extent_.nz - own_z_ - (k - own_nz_) * layers;
    return left < layers ? left : layers;
  }

  struct Place {
    std::int64_t column;
    std::int64_t y;
    std::int64_t z;
  };
  /// Tells where a word is. In bricks that reach over the end of the image the place may be beyond the image.
  PERM_HOST_DEVICE constexpr Place place(std::int64_t word) const {
    // Bricks are numbered in 32 bits; a GPU divides those several times faster than 64.
    const auto b = static_cast<std::uint32_t>(word >> brick_bits());
    const auto nx = static_cast<std::uint32_t>(nx_);
    const auto ny = static_cast<std::uint32_t>(ny_);
    const std::int64_t k = b / nx / ny;
    const std::int64_t row = row_of(word);
    const std::int64_t layer = row / rows % layers;
    const std::int64_t z = layer >= planes_in(k) ? extent_.nz
                           : k < own_nz_         ? k * layers + layer
                                                 : own_z_ + (k - own_nz_) * layers + layer;
    return {(std::int64_t{b % nx} << column_bits_) + (word & (columns() - 1)),
            std::int64_t{b / nx % ny} * rows + row % rows, z};
  }
  PERM_HOST_DEVICE constexpr bool is_inside(const Place& p) const {
    return p.column < words_per_row_ && p.y < extent_.ny && p.z < extent_.nz;
  }

  /// Gives the number of the brick at (i, j, k), counted in bricks.
  PERM_HOST_DEVICE constexpr std::int64_t brick(std::int64_t i, std::int64_t j, std::int64_t k) const {
    return (k * ny_ + j) * nx_ + i;
  }

 private:
  /// Gives the bits that number the columns: enough for a narrow image, and those of a whole brick for a wide one.
  static constexpr int count_column_bits(std::int64_t words_per_row) {
    int bits = 0;
    while (std::int64_t{1} << bits < words_per_row && std::int64_t{1} << bits < most_columns) ++bits;
    return bits;
  }
  PERM_HOST_DEVICE constexpr int brick_bits() const {
    static_assert(rows * layers == 1 << 6);
    return column_bits_ + 6;
  }

  Extent extent_;
  std::int64_t own_z_;
  std::int64_t words_per_row_;
  int column_bits_;
  std::int64_t nx_;
  std::int64_t ny_;
  std::int64_t own_nz_;
  std::int64_t nz_;
};

/// Has the steps, in words, from a word at a side of its brick to its neighbour beyond that side (periodic). It also
/// says where the sides are, because the image may end inside a brick.
struct alignas(16) BrickSides {
  std::int32_t right;  ///< same row, the next 512 voxels
  std::int32_t left;
  std::int32_t up;  ///< row y+1, from the last row of the brick
  std::int32_t down;
  std::int32_t above;  ///< row z+1, from the last layer
  std::int32_t below;
  /// The lower bits have the number, in its brick, of the word in the last column, row and layer; from bit 27 on stands
  /// the last bit of that word.
  std::uint32_t last;
  std::uint32_t first_word;  ///< the first word of the brick; for a warp of cells the word of its first cell

  static constexpr int last_bit_shift = 27;
};
static_assert(BrickGrid::most_words_per_brick <= 1 << BrickSides::last_bit_shift && sizeof(BrickSides) == 32);

/// Gives the sides of one brick.
PERM_HOST_DEVICE constexpr BrickSides brick_sides(const BrickGrid& grid, std::int64_t brick) {
  const std::int64_t i = brick % grid.along_x();
  const std::int64_t j = brick / grid.along_x() % grid.along_y();
  const std::int64_t k = brick / grid.along_x() / grid.along_y();
  const auto next = [](std::int64_t a, std::int64_t n) { return a + 1 == n ? 0 : a + 1; };
  const auto before = [](std::int64_t a, std::int64_t n) { return a == 0 ? n - 1 : a - 1; };
  // This gives the last index inside brick a, where `n` bricks of length `edge` hold `all`.
  const auto last = [](std::int64_t a, std::int64_t n, std::int64_t edge, std::int64_t all) {
    return a + 1 == n ? (all - 1) % edge : edge - 1;
  };
  const auto to = [&](std::int64_t a, std::int64_t b, std::int64_t c) {
    return (grid.brick(a, b, c) - brick) * grid.words_per_brick();
  };
  const auto last_column = [&](std::int64_t a) {
    return last(a, grid.along_x(), grid.columns(), grid.words_per_row());
  };
  const auto last_row = [&](std::int64_t b) { return last(b, grid.along_y(), BrickGrid::rows, grid.extent().ny); };
  const auto last_layer = [&](std::int64_t c) { return grid.planes_in(c) - 1; };
  const std::int64_t i_left = before(i, grid.along_x());
  const std::int64_t j_down = before(j, grid.along_y());
  const std::int64_t k_below = before(k, grid.along_z());
  const std::int64_t last_bit = i + 1 == grid.along_x() ? (grid.extent().nx - 1) % BrickGrid::word_bits : 31;
  const std::int64_t last_word = last_layer(k) * grid.layer_step() + last_row(j) * grid.row_step() + last_column(i);
  BrickSides sides{};
  sides.right = static_cast<std::int32_t>(to(next(i, grid.along_x()), j, k) - last_column(i));
  sides.left = static_cast<std::int32_t>(to(i_left, j, k) + last_column(i_left));
  sides.up = static_cast<std::int32_t>(to(i, next(j, grid.along_y()), k) - last_row(j) * grid.row_step());
  sides.down = static_cast<std::int32_t>(to(i, j_down, k) + last_row(j_down) * grid.row_step());
  sides.above = static_cast<std::int32_t>(to(i, j, next(k, grid.along_z())) - last_layer(k) * grid.layer_step());
  sides.below = static_cast<std::int32_t>(to(i, j, k_below) + last_layer(k_below) * grid.layer_step());
  sides.last = static_cast<std::uint32_t>(last_word | last_bit << BrickSides::last_bit_shift);
  sides.first_word = static_cast<std::uint32_t>(brick * grid.words_per_brick());
  return sides;
}

}  // namespace perm
