// SPDX-License-Identifier: Apache-2.0
// Finds the links of one group of cells after another from the occupancy words. This is done once, when a lattice is
// made, or in every odd step for groups whose links are not kept.
#pragma once

#include <cstdint>

#include "lattice/group_masks.hpp"
#include "lattice/occupancy.hpp"
#include "lattice/tiles.hpp"
#include "solver/cpu/group_links.hpp"

namespace perm {

/// Walks the groups of `lanes` cells in order, from the one that begins with cell `first_cell` on.
template <class Real>
class LinkBuilder {
 public:
  using Tiles = CpuTiles<Real>;
  static constexpr int lanes = group_cells<Real>;

  LinkBuilder(const Occupancy& occupancy, std::int64_t first_cell);

  /// Gives the links of the next group. `fluid` holds the link bitmasks of that group.
  const GroupLinks& next(const GroupMasks& fluid);

 private:
  /// Holds the offsets of some rows.
  struct Offsets {
    std::int64_t of[neighbour_row_count];
    std::uint32_t rows{0};  ///< bit r: row r is set
    void set(int r, std::int64_t offset) {
      of[r] = offset;
      rows |= 1U << r;
    }
  };
  static constexpr std::uint32_t every_side = 0b111;  ///< bit i: c_x = i - 1

  void enter_row();
  std::uint32_t lanes_of_links(int r, int side, std::uint32_t of) const;
  std::int64_t number(int r, std::int64_t x) const;
  bool is_special(std::int64_t x, int lane) const;
  void add_cells(std::int64_t x, int lane, int count);
  void add_cell(std::int64_t x, int lane);
  void add(const Offsets& offsets, std::uint32_t of, std::uint32_t sides);
  void finish();

  const Occupancy* occupancy_;
  const OccupancyWord* rows_[neighbour_row_count]{};
  std::int64_t y_{0};
  std::int64_t z_{0};
  std::int64_t word_{0};
  std::uint32_t left_{0};  ///< cells of the current word that are in no group yet
  std::int64_t first_cell_;
  const GroupMasks* fluid_{nullptr};
  std::uint32_t set_[GroupLinks::capacity]{};  ///< for each segment: the rows that are set
  std::int64_t last_[neighbour_row_count];     ///< offsets used last: rows that are not used repeat them
  GroupLinks links_{};
};

}  // namespace perm
