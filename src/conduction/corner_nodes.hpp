// SPDX-License-Identifier: Apache-2.0
// Numbers the corners of pore voxels. Voxels that meet in a corner have one node there where they are joined through
// faces around it, and else a node for each set that is: a potential that is continuous in the pores may differ on both
// sides of a contact by an edge or a corner.
//
// Nodes of a row of corners follow each other: first one of each corner that has any, in the order of x, then the
// second ones, and so on to the fourth. So the corners of voxels side by side have consecutive numbers, unless one of
// them has several nodes.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "core/large_array.hpp"
#include "core/processors/thread_team.hpp"
#include "core/range.hpp"
#include "laplace/block_pieces.hpp"
#include "laplace/domain_cells.hpp"

namespace perm {

/// Holds consecutive cells and the nodes of their corners: of cell `first + i`, at voxel x + i of the row, these are
/// left[r] + i and right[r] + i in the four rows of corners r = 2 dz + dy along it, at its low and high end along x.
struct CellCorners {
  std::int64_t x;
  std::uint32_t first;
  std::uint32_t count;
  std::array<std::uint32_t, 4> left;
  std::array<std::uint32_t, 4> right;
};

class CornerNodes {
 public:
  /// `cells` are those of a process that works alone, and must outlive this.
  CornerNodes(const DomainCells& cells, const ThreadTeam& team);

  const DomainCells& cells() const { return *cells_; }
  std::size_t nodes() const { return first_of_row_[first_of_row_.size() - 1]; }
  /// Counts the corners along each axis: one more than voxels where the faces across it are closed.
  const Extent& corners() const { return corners_; }
  /// Gives the nodes of row (y, z) of corners.
  Range nodes_of_row(std::int64_t y, std::int64_t z) const {
    const auto row = static_cast<std::size_t>(z * corners_.ny + y);
    return {first_of_row_[row], first_of_row_[row + 1]};
  }
  /// Calls visit(corners) for the cells of row (y, z) of voxels, some at a time, each once, always in the same order.
  template <class Visit>
  void visit_row(std::int64_t y, std::int64_t z, const Visit& visit) const;
  /// Calls visit(corners, r) for all cells around row (y, z) of corners, which is their row r.
  template <class Visit>
  void visit_around(std::int64_t y, std::int64_t z, const Visit& visit) const;
  /// Calls visit(node) for the nodes of the corners at position `x` of row (y, z).
  template <class Visit>
  void visit_nodes_at(std::int64_t x, std::int64_t y, std::int64_t z, const Visit& visit) const;

 private:
  static constexpr int most_nodes = 4;  ///< of a corner

  struct Word {
    std::uint32_t bits{0};   ///< of corners that have more than so many nodes
    std::uint32_t first{0};  ///< node of the first of them
  };
  struct Row {
    std::int64_t y;
    std::int64_t z;
    const Word* words;  ///< those of first nodes, then those of second ones, ...
  };

  Row row(std::int64_t y, std::int64_t z) const {
    return {y, z, words_.data() + (z * corners_.ny + y) * most_nodes * words_per_row_};
  }
  static std::uint32_t numbered(const Word& word, std::int64_t x) {
    return word.first + detail::count_bits(word.bits & ((1U << (x % 32)) - 1U));
  }
  bool has_several(const Row& row, std::int64_t x) const {
    return (row.words[words_per_row_ + x / 32].bits >> (x % 32) & 1U) != 0;
  }
  /// Gives the node of a corner for the voxel around it that has this bit in pattern().
  std::uint32_t node(const Row& row, std::int64_t x, unsigned voxel) const {
    const std::int64_t which = has_several(row, x) ? pieces_by_faces[pattern(x, row.y, row.z)].of_voxel[voxel] : 0;
    return numbered(row.words[which * words_per_row_ + x / 32], x);
  }
  /// Gives the pores among the eight voxels around a corner, as Pieces has them.
  unsigned pattern(std::int64_t x, std::int64_t y, std::int64_t z) const;
  /// Gives the row of voxels beside a row of corners, or -1 where it is beyond a closed face.
  static std::int64_t beside(std::int64_t corner, int step, std::int64_t corners, std::int64_t voxels) {
    const std::int64_t there = corner + step;
    if (there >= 0 && there < voxels) return there;
    return corners == voxels ? (there + voxels) % voxels : -1;
  }
  void number_row(std::int64_t y, std::int64_t z, Word* words) const;

  const DomainCells* cells_;
  Extent corners_;
  std::int64_t words_per_row_;
  LargeArray<Word> words_;
  LargeArray<std::uint32_t> first_of_row_;
};

template <class Visit>
void CornerNodes::visit_row(std::int64_t y, std::int64_t z, const Visit& visit) const {
  const std::span<const OccupancyWord> voxels = cells_->row(y, z);
  const std::int64_t next_y = (y + 1) % corners_.ny;
  const std::int64_t next_z = (z + 1) % corners_.nz;
  const std::array<Row, 4> rows{row(y, z), row(next_y, z), row(y, next_z), row(next_y, next_z)};
  const std::int64_t nx = cells_->domain().image().nx;
  for (std::size_t number = 0; number < voxels.size(); ++number) {
    const OccupancyWord& word = voxels[number];
    if (word.bits == 0) continue;
    std::uint32_t apart = 0;  // voxels with a corner that has several nodes, or does not follow the one before
    for (const Row& of_corners : rows) {
      const Word* const several = of_corners.words + words_per_row_ + static_cast<std::int64_t>(number);
      apart |= several->bits | several->bits >> 1;
      if (static_cast<std::int64_t>(number) + 1 < words_per_row_) apart |= several[1].bits << 31;
    }
    if (corners_.nx == nx && static_cast<std::int64_t>(number) == (nx - 1) / 32) apart |= 1U << ((nx - 1) % 32);
    for (std::uint32_t left = word.bits; left != 0;) {
      const int bit = std::countr_zero(left);
      const std::int64_t x = static_cast<std::int64_t>(number) * 32 + bit;
      CellCorners corners{x, word.first_cell + detail::count_bits(word.bits & ((1U << bit) - 1U)), 1, {}, {}};
      if ((apart >> bit & 1U) == 0) {
        corners.count = static_cast<std::uint32_t>(std::countr_one((left & ~apart) >> bit));
        for (std::size_t r = 0; r < 4; ++r) {
          corners.left[r] = numbered(rows[r].words[number], x);
          corners.right[r] = corners.left[r] + 1;
        }
      } else {
        const std::int64_t next = (x + 1) % corners_.nx;
        for (unsigned r = 0; r < 4; ++r) {
          corners.left[r] = node(rows[r], x, 7 - 2 * r);
          corners.right[r] = node(rows[r], next, 6 - 2 * r);
        }
      }
      visit(corners);
      const auto done = static_cast<unsigned>(bit) + corners.count;
      left = done == 32 ? 0 : left & ~0U << done;
    }
  }
}

template <class Visit>
void CornerNodes::visit_around(std::int64_t y, std::int64_t z, const Visit& visit) const {
  const Extent& n = cells_->domain().image();
  for (int r = 3; r >= 0; --r) {
    const std::int64_t of_y = beside(y, -(r % 2), corners_.ny, n.ny);
    const std::int64_t of_z = beside(z, -(r / 2), corners_.nz, n.nz);
    if (of_y < 0 || of_z < 0) continue;
    visit_row(of_y, of_z, [&](const CellCorners& corners) { visit(corners, static_cast<std::size_t>(r)); });
  }
}

template <class Visit>
void CornerNodes::visit_nodes_at(std::int64_t x, std::int64_t y, std::int64_t z, const Visit& visit) const {
  const Row of_corner = row(y, z);
  for (std::int64_t k = 0; k < most_nodes; ++k) {
    const Word& word = of_corner.words[k * words_per_row_ + x / 32];
    if ((word.bits >> (x % 32) & 1U) != 0) visit(numbered(word, x));
  }
}

}  // namespace perm
