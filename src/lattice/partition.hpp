// SPDX-License-Identifier: Apache-2.0
// Says how an image is cut among processes: into parts_y x parts_z blocks of whole rows, so that the busiest block has
// as few cells as possible. Rows are never cut, because x runs through words of 32 voxels. Planes and rows are cut in
// pairs, so that cubes of 2^3 voxels stay whole, which the pressure is found for. With parts_y = 1 the blocks are slabs
// of whole planes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/extent.hpp"
#include "core/range.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// Names rows (y, z) of an image.
struct Block {
  Range y;
  Range z;

  constexpr std::int64_t rows() const { return y.size() * z.size(); }
  friend constexpr bool operator==(const Block&, const Block&) = default;
};

enum class Side : int { low = 0, high = 1 };

class Partition {
 public:
  /// Makes one block, which is the whole image.
  explicit Partition(const Extent& image) : Partition(image, {0, image.ny}, {0, image.nz}) {}
  /// Cuts the image before the given positions, which ascend from 0 to the extent.
  Partition(const Extent& image, std::vector<std::int64_t> cuts_y, std::vector<std::int64_t> cuts_z);

  const Extent& image() const { return image_; }
  std::int64_t parts_y() const { return static_cast<std::int64_t>(cuts_y_.size()) - 1; }
  std::int64_t parts_z() const { return static_cast<std::int64_t>(cuts_z_.size()) - 1; }
  int blocks() const { return static_cast<int>(parts_y() * parts_z()); }
  /// Gives the rows of a block. Blocks are numbered like processes, first along y, then along z.
  Block block(int number) const;
  /// Gives the number of the next block on that side, periodic.
  int beside(int number, Axis axis, Side side) const;
  /// Tells whether the image is cut across `axis` (y or z).
  bool is_cut(Axis axis) const { return (axis == Axis::y ? parts_y() : axis == Axis::z ? parts_z() : 1) > 1; }

  friend bool operator==(const Partition&, const Partition&) = default;

 private:
  Extent image_;
  std::vector<std::int64_t> cuts_y_;
  std::vector<std::int64_t> cuts_z_;
};

/// Counts the cells of every row of an image, by z * ny + y. The cuts are chosen from these counts, which take 4 bytes
/// a row.
std::vector<std::int32_t> count_cells_by_row(const PoreSlab& pores);  ///< collective

/// Tells whether an image can be cut into that many parts along y and z, or into that many blocks.
bool can_be_cut(const Extent& image, std::int64_t parts_y, std::int64_t parts_z);
bool can_be_cut(const Extent& image, int blocks);

/// Cuts an image into parts_y x parts_z blocks. It cuts first along z, by the cells of the planes, then along y, by the
/// cells of the rows of all planes, each time so that the largest part is as small as possible. Every part has two
/// planes or rows or more, but for the last one of an odd number. Throws InputError where there are too few for so many
/// parts.
Partition cut_evenly(const Extent& image, std::span<const std::int32_t> cells_by_row, std::int64_t parts_y,
                     std::int64_t parts_z);

/// Counts the cells of every block.
std::vector<std::int64_t> count_cells_by_block(const Partition& partition, std::span<const std::int32_t> cells_by_row);

/// Gives the cells of the largest block divided by the mean of all blocks, minus 1.
double imbalance(std::span<const std::int64_t> cells_by_block);

}  // namespace perm
