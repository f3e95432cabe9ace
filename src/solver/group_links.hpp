// SPDX-License-Identifier: Apache-2.0
// For one group of consecutive cells (the lanes of a vector): where its links lead, as pieces: lanes whose slots of
// direction q are consecutive in memory too. Cells are numbered along rows, so the cells of a run and their neighbours
// along q (those that are not solid) are both consecutive; only the number of a run's first neighbour is needed, and
// occupancy and rank give it. No list of neighbours is stored anywhere.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "lattice/d3q19.hpp"
#include "lattice/group_masks.hpp"
#include "lattice/occupancy.hpp"

namespace perm {

/// The eight rows around a cell's own row that links lead to; directions of each for c_x = -1, 0, +1 (0: none).
struct NeighbourRow {
  int dy;
  int dz;
  int q[3];
};
inline constexpr int neighbour_row_count = 8;
inline constexpr NeighbourRow neighbour_rows[neighbour_row_count] = {
    {1, 0, {3, 4, 5}},  {-1, 0, {8, 7, 6}},   {0, 1, {9, 10, 11}}, {0, -1, {14, 13, 12}},
    {1, 1, {0, 15, 0}}, {-1, -1, {0, 16, 0}}, {-1, 1, {0, 17, 0}}, {1, -1, {0, 18, 0}}};

constexpr bool neighbour_rows_match_velocities() {
  int seen = 0;
  for (const NeighbourRow& row : neighbour_rows)
    for (int i = 0; i < 3; ++i) {
      if (row.q[i] == 0) continue;
      const d3q19::Velocity c = d3q19::velocity(row.q[i]);
      if (c.x != i - 1 || c.y != row.dy || c.z != row.dz) return false;
      ++seen;
    }
  return seen == 16 && d3q19::velocity(1).x == 1 && d3q19::velocity(2).x == -1;
}
static_assert(neighbour_rows_match_velocities());

/// At most one piece a direction: lanes whose slots of that direction are consecutive. Lane l of `lanes` has its slot
/// `offset` + l values after the first tile's start. Element i is direction i + 1.
struct LinkBlock {
  std::int64_t offset[d3q19::directions - 1];
  std::uint32_t lanes[d3q19::directions - 1];
};

/// Where the links of a group lead: a block for every run, and more where a direction has more pieces.
template <class Tiles, int Lanes>
struct GroupLinks {
  static constexpr int capacity = 2 * Lanes;  // at most a run and at most a piece a direction for each lane
  LinkBlock blocks[capacity];
  int count{0};

  LinkBlock& add_empty_block() {
    LinkBlock& block = blocks[count++];
    for (int i = 0; i < d3q19::directions - 1; ++i) {
      block.offset[i] = 0;
      block.lanes[i] = 0;
    }
    return block;
  }

  /// `lanes` lead along q to their slots at `offset`.
  void add(int q, std::int64_t offset, std::uint32_t lanes) {
    int b = 0;
    while (b < count && blocks[b].lanes[q - 1] != 0) ++b;
    LinkBlock& block = b < count ? blocks[b] : add_empty_block();
    block.offset[q - 1] = offset;
    block.lanes[q - 1] = lanes;
  }

  /// `lanes` lead along q, the first of them to `cell`, the others to the cells after it.
  void add_lanes(int q, std::int64_t cell, std::uint32_t lanes) {
    while (lanes != 0) {
      const int lane = std::countr_zero(lanes);
      const std::int64_t in_tile = Tiles::cells - cell % Tiles::cells;
      const int length = static_cast<int>(std::min<std::int64_t>(std::countr_one(lanes >> lane), in_tile));
      const auto piece = static_cast<std::uint32_t>((std::uint64_t{1} << length) - 1) << lane;
      add(q, Tiles::slot(cell, q) - lane, piece);
      cell += length;
      lanes &= ~piece;
    }
  }
};

/// A run: consecutive voxels of one row that are consecutive lanes of the group.
struct Run {
  const OccupancyWord* const* rows;  ///< the first words of the eight rows around
  std::int64_t word;                 ///< which of their words the run begins in
  std::uint32_t below;               ///< bits of that word before the run's first voxel
  int lane;                          ///< of its first cell
  std::uint32_t lanes;
  std::uint32_t lanes_left;   ///< the same without a cell at x = 0, whose c_x = -1 links wrap
  std::uint32_t lanes_right;  ///< the same without a cell at x = nx-1
};

/// Adds the links of a run to the rows around it. `fluid`: the link bitmasks of the group.
template <class Links>
void add_run_links(const Run& run, const GroupMasks& fluid, Links& links) {
  const auto in_run = [&](int q, std::uint32_t lanes) { return fluid.lanes[static_cast<std::size_t>(q - 1)] & lanes; };
  for (int r = 0; r < neighbour_row_count; ++r) {
    const OccupancyWord word = run.rows[r][run.word];
    const NeighbourRow& row = neighbour_rows[r];
    // Where the first neighbour is: straight across the run's first voxel or after it, or one to either side of that.
    const std::int64_t straight = word.rank + static_cast<std::uint32_t>(std::popcount(word.bits & run.below));
    const std::uint32_t across = in_run(row.q[1], run.lanes);
    links.add_lanes(row.q[1], straight, across);
    if (row.q[0] == 0) continue;
    const std::uint32_t left = in_run(row.q[0], run.lanes_left);
    const std::uint32_t right = in_run(row.q[2], run.lanes_right);
    links.add_lanes(row.q[0], straight - (left >> run.lane & 1U), left);
    links.add_lanes(row.q[2], straight + (across >> run.lane & 1U), right);
  }
}

/// Walks the groups of a range in order.
template <class Tiles, int Lanes>
class GroupWalker {
 public:
  using Links = GroupLinks<Tiles, Lanes>;

  GroupWalker(const OccupancyWord* words, std::int64_t words_per_row, const Extent& extent, std::int64_t first_word,
              std::int64_t first_cell)
      : words_(words), words_per_row_(words_per_row), extent_(extent), last_bit_(1U << ((extent.nx - 1) % 32)) {
    const std::int64_t row = first_word / words_per_row;
    y_ = row % extent.ny;
    z_ = row / extent.ny;
    word_ = first_word % words_per_row;
    enter_row();
    left_ = own_[word_].bits;
    for (std::int64_t skip = first_cell - own_[word_].rank; skip > 0; --skip) left_ &= left_ - 1;
  }

  /// Describes the links of the next group: the cells from `first_cell` on, `cells` of them. `fluid` are its link
  /// bitmasks; `add_run` is add_run_links or its equal.
  template <class AddRun>
  void next(std::int64_t first_cell, int cells, const GroupMasks& fluid, Links& links, const AddRun& add_run) {
    links.count = 0;
    // Local copies: what is stored in `links` could be the walker's own members for all the compiler knows.
    std::int64_t word = word_;
    std::uint32_t left = left_;
    const OccupancyWord* own = own_;
    const std::int64_t last_word = words_per_row_ - 1;
    std::uint32_t at_left_end = 0;
    std::uint32_t at_right_end = 0;
    for (int lane = 0; lane < cells;) {
      while (left == 0) {
        if (word == last_word) {
          next_row();
          own = own_;
          word = -1;
        }
        left = own[++word].bits;
      }
      const int bit = std::countr_zero(left);
      Run run{rows_, word, (1U << bit) - 1U, lane, 0, 0, 0};
      if (word == 0 && bit == 0) {
        at_left_end |= 1U << lane;
        add_wraps(lane, 0, extent_.nx - 1, links);
      }
      // The run's cells up to its end or the group's.
      std::uint32_t taken = 0;
      for (int first = bit;;) {
        const int length = std::min(std::countr_one(left >> first), cells - lane);
        taken = static_cast<std::uint32_t>((std::uint64_t{1} << length) - 1) << first;
        left &= ~taken;
        lane += length;
        const bool goes_on = first + length == 32 && lane < cells && word < last_word && (own[word + 1].bits & 1U) != 0;
        if (!goes_on) break;
        left = own[++word].bits;
        first = 0;
      }
      if (word == last_word && (taken & last_bit_) != 0) {
        at_right_end |= 1U << (lane - 1);
        add_wraps(lane - 1, 2, 0, links);
      }
      run.lanes = ((1U << lane) - 1U) & ~((1U << run.lane) - 1U);
      run.lanes_left = run.lanes & ~at_left_end;
      run.lanes_right = run.lanes & ~at_right_end;
      add_run(run, fluid, links);
    }
    word_ = word;
    left_ = left;
    add_along_row(first_cell, fluid.lanes[0] & ~at_right_end, fluid.lanes[1] & ~at_left_end, links);
  }

 private:
  void enter_row() {
    // Comparisons, not remainders: this is done once a row.
    const std::int64_t plane = extent_.ny * words_per_row_;
    const OccupancyWord* const z_mid = words_ + z_ * plane;
    const OccupancyWord* const z_up = z_ + 1 == extent_.nz ? words_ : z_mid + plane;
    const OccupancyWord* const z_down = z_ == 0 ? words_ + (extent_.nz - 1) * plane : z_mid - plane;
    const std::int64_t y_mid = y_ * words_per_row_;
    const std::int64_t y_up = y_ + 1 == extent_.ny ? 0 : y_mid + words_per_row_;
    const std::int64_t y_down = y_ == 0 ? plane - words_per_row_ : y_mid - words_per_row_;
    const OccupancyWord* const z_of[3] = {z_down, z_mid, z_up};
    const std::int64_t y_of[3] = {y_down, y_mid, y_up};
    own_ = z_mid + y_mid;
    for (int r = 0; r < neighbour_row_count; ++r)
      rows_[r] = z_of[neighbour_rows[r].dz + 1] + y_of[neighbour_rows[r].dy + 1];
  }

  void next_row() {
    if (++y_ == extent_.ny) {
      y_ = 0;
      ++z_;
    }
    enter_row();
  }

  /// Links of a cell at an end of its row through the wrap in x; `side` 0: c_x = -1, 2: c_x = +1.
  void add_wraps(int lane, int side, std::int64_t x, Links& links) const {
    const auto add = [&](const OccupancyWord* row, int q) {
      const OccupancyWord word = row[x / 32];
      const std::uint32_t bit = 1U << (x % 32);
      if ((word.bits & bit) == 0) return;
      links.add_lanes(q, word.rank + static_cast<std::uint32_t>(std::popcount(word.bits & (bit - 1U))), 1U << lane);
    };
    add(own_, side == 0 ? 2 : 1);
    for (int r = 0; r < 4; ++r) add(rows_[r], neighbour_rows[r].q[side]);
  }

  /// Along the row the neighbours of cell n are n+1 and n-1.
  static void add_along_row(std::int64_t first_cell, std::uint32_t plus, std::uint32_t minus, Links& links) {
    // Only the group's last (first) cell can have its neighbour in another tile.
    constexpr std::uint32_t last = 1U << (Lanes - 1);
    const std::int64_t in_tile = first_cell % Tiles::cells;
    const std::uint32_t beyond = in_tile + Lanes == Tiles::cells ? plus & last : 0U;
    const std::uint32_t before = in_tile == 0 ? minus & 1U : 0U;
    if ((plus & ~beyond) != 0) links.add(1, Tiles::slot(first_cell, 1) + 1, plus & ~beyond);
    if ((minus & ~before) != 0) links.add(2, Tiles::slot(first_cell, 2) - 1, minus & ~before);
    if (beyond != 0) links.add_lanes(1, first_cell + Lanes, beyond);
    if (before != 0) links.add_lanes(2, first_cell - 1, before);
  }

  const OccupancyWord* words_;
  std::int64_t words_per_row_;
  Extent extent_;
  std::uint32_t last_bit_;
  std::int64_t y_{0};
  std::int64_t z_{0};
  std::int64_t word_{0};
  std::uint32_t left_{0};  ///< cells of the current word that no group has had yet
  const OccupancyWord* own_{nullptr};
  const OccupancyWord* rows_[neighbour_row_count]{};
};

}  // namespace perm
