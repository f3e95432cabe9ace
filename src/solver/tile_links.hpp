// SPDX-License-Identifier: Apache-2.0
// For one tile of T consecutive cells: which slots of which tiles its links lead to. Neighbour numbers come from
// occupancy and rank alone. The cells of a tile and their neighbours along one direction are both in memory order, so
// a direction needs no list of numbers: a bit set of lanes and a bit set of targets (in a window of 64 cells that
// starts at a tile) say it all. What does not fit in the window, and links through the wrap in x, become single links.
//
//   bits   o = own cells of a word, M = neighbour voxels shifted onto them:  targets = pext(o, M) << rank
#pragma once

#include <bit>
#include <cstdint>

#include "lattice/d3q19.hpp"
#include "lattice/occupancy.hpp"

namespace perm {

/// The eight rows around a cell's own row that links lead to; directions of each for c_x = -1, 0, +1 (0: none).
struct NeighbourRow {
  int dy;
  int dz;
  int q[3];
};
inline constexpr NeighbourRow neighbour_rows[8] = {{1, 0, {3, 4, 5}},   {-1, 0, {8, 7, 6}},  {0, 1, {9, 10, 11}},
                                                   {0, -1, {14, 13, 12}}, {1, 1, {0, 15, 0}}, {-1, -1, {0, 16, 0}},
                                                   {-1, 1, {0, 17, 0}}, {1, -1, {0, 18, 0}}};

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

/// Where the links of a tile lead.
template <int T>
struct TileLinks {
  struct Window {
    std::int64_t first_tile{0};   ///< bit 0 of targets is the first cell of this tile
    std::uint64_t targets{0};     ///< in lane order; along the row they are the lanes themselves, see row_targets
    std::uint32_t lanes{0};       ///< lanes whose link is in this window if it does not end in solid
  };
  struct Single {
    std::int32_t q;
    std::int32_t lane;
    std::int64_t cell;
  };
  Window windows[d3q19::directions];
  Single singles[d3q19::directions * T];
  int single_count{0};
};

/// Along the row the neighbour of cell n is n+1 (q = 1) or n-1 (q = 2), in a window that starts one tile before.
template <int T>
constexpr std::uint64_t row_targets(int q, std::uint32_t lanes) {
  return std::uint64_t{lanes} << (q == 1 ? T + 1 : T - 1);
}

/// Walks the tiles of a range in order. `Pext` gives the parallel bit extract of two 32-bit words.
template <int T, class Pext>
class TileWalker {
 public:
  TileWalker(const OccupancyWord* words, std::int64_t words_per_row, const Extent& extent, std::int64_t first_word,
             std::int64_t first_cell)
      : words_(words), words_per_row_(words_per_row), extent_(extent) {
    const std::int64_t row = first_word / words_per_row;
    y_ = row % extent.ny;
    z_ = row / extent.ny;
    word_ = first_word % words_per_row;
    enter_row();
    left_ = own_[word_].bits;
    for (std::int64_t skip = first_cell - own_[word_].rank; skip > 0; --skip) left_ &= left_ - 1;
    last_word_ = words_per_row - 1;
    last_bit_ = 1U << ((extent.nx - 1) % 32);
  }

  /// Describes the next tile: cells `tile`*T and up to `lanes` of them.
  void next(std::int64_t tile, int lanes, TileLinks<T>& links) {
    links.single_count = 0;
    for (int r = 0; r < 8; ++r) last_position_[r] = nullptr;
    for (auto& window : links.windows) window = {};
    std::uint32_t wraps_left = 0;
    std::uint32_t wraps_right = 0;
    for (int lane = 0; lane < lanes;) {
      while (left_ == 0) next_word();
      std::uint32_t piece = left_;
      int count = std::popcount(piece);
      if (count > lanes - lane) {
        count = lanes - lane;
        std::uint32_t rest = piece;
        for (int i = 0; i < count; ++i) rest &= rest - 1;
        piece &= ~rest;
      }
      left_ &= ~piece;
      const std::uint32_t in_lanes = static_cast<std::uint32_t>((std::uint64_t{1} << count) - 1) << lane;
      if (word_ == 0 && (piece & 1U) != 0) {
        wraps_left |= 1U << lane;
        add_wrap(links, lane, 0, extent_.nx - 1);
      }
      if (word_ == last_word_ && (piece & last_bit_) != 0) {
        wraps_right |= 1U << (lane + count - 1);
        add_wrap(links, lane + count - 1, 2, 0);
      }
      for (int r = 0; r < 8; ++r) add_piece(links, r, piece, lane, in_lanes);
      lane += count;
    }
    const std::uint32_t all = static_cast<std::uint32_t>((std::uint64_t{1} << lanes) - 1);
    finish_own_row(links, tile, all & ~wraps_right, all & ~wraps_left);
    for (int r = 0; r < 4; ++r) {
      links.windows[neighbour_rows[r].q[0]].lanes &= ~wraps_left;
      links.windows[neighbour_rows[r].q[2]].lanes &= ~wraps_right;
    }
  }

 private:
  void enter_row() {
    const auto row = [&](int dy, int dz) {
      const std::int64_t y = (y_ + dy + extent_.ny) % extent_.ny;
      const std::int64_t z = (z_ + dz + extent_.nz) % extent_.nz;
      return words_ + (z * extent_.ny + y) * words_per_row_;
    };
    own_ = row(0, 0);
    for (int r = 0; r < 8; ++r) rows_[r] = row(neighbour_rows[r].dy, neighbour_rows[r].dz);
  }

  void next_word() {
    if (++word_ == words_per_row_) {
      word_ = 0;
      if (++y_ == extent_.ny) {
        y_ = 0;
        ++z_;
      }
      enter_row();
    }
    left_ = own_[word_].bits;
  }

  /// Links of one cell at the end of its row to the other end of the rows around it; `side` 0: c_x = -1, 2: c_x = +1.
  void add_wrap(TileLinks<T>& links, int lane, int side, std::int64_t x) {
    const auto add = [&](const OccupancyWord* row, int q) {
      const OccupancyWord& word = row[x / 32];
      const std::uint32_t bit = 1U << (x % 32);
      if ((word.bits & bit) == 0) return;
      links.singles[links.single_count++] = {q, lane, word.rank + std::popcount(word.bits & (bit - 1U))};
    };
    add(own_, side == 0 ? 2 : 1);
    for (int r = 0; r < 4; ++r) add(rows_[r], neighbour_rows[r].q[side]);
  }

  void add_piece(TileLinks<T>& links, int r, std::uint32_t piece, int lane, std::uint32_t in_lanes) {
    const OccupancyWord* row = rows_[r];
    const std::uint32_t bits = row[word_].bits;
    const std::int64_t rank = row[word_].rank;
    const std::uint32_t below = (piece & (0U - piece)) - 1U;
    const std::uint32_t upto = ~0U >> std::countl_zero(piece);
    // Cells that the piece can lead to are in [first, last).
    const std::int64_t before = rank + std::popcount(bits & below);
    const std::int64_t first = before > 0 ? before - 1 : 0;
    const std::int64_t last = rank + std::popcount(bits & upto) + 1;
    if (last_position_[r] == nullptr) window_tile_[r] = first / T;
    const std::int64_t start = window_tile_[r] * T;
    const NeighbourRow& description = neighbour_rows[r];
    const std::uint32_t previous = word_ > 0 ? row[word_ - 1].bits >> 31 : 0U;
    const std::uint32_t following = word_ < last_word_ ? row[word_ + 1].bits << 31 : 0U;
    const std::uint32_t shifted[3] = {bits << 1 | previous, bits, bits >> 1 | following};
    const std::int64_t shifted_rank[3] = {rank - previous, rank, rank + (bits & 1U)};
    // A wrap in y or z leads back: then lanes and targets are not in the same order any more.
    const bool fits = row + word_ > last_position_[r] && first >= start && last - start <= 64;
    if (fits) last_position_[r] = row + word_;
    for (int side = 0; side < 3; ++side) {
      const int q = description.q[side];
      if (q == 0) continue;
      const std::uint32_t reached = Pext::extract(piece, shifted[side]);
      if (fits) {
        auto& window = links.windows[q];
        window.first_tile = window_tile_[r];
        window.targets |= std::rotl(std::uint64_t{reached}, static_cast<int>(shifted_rank[side] - start));
        window.lanes |= in_lanes;
      } else {
        add_singles(links, q, piece, shifted[side], shifted_rank[side], lane);
      }
    }
  }

  static void add_singles(TileLinks<T>& links, int q, std::uint32_t piece, std::uint32_t shifted, std::int64_t rank,
                          int lane) {
    for (; piece != 0; piece &= piece - 1, ++lane) {
      const std::uint32_t bit = piece & (0U - piece);
      if ((shifted & bit) == 0) continue;
      links.singles[links.single_count++] = {q, lane, rank + std::popcount(shifted & (bit - 1U))};
    }
  }

  static void finish_own_row(TileLinks<T>& links, std::int64_t tile, std::uint32_t plus, std::uint32_t minus) {
    links.windows[1] = {tile - 1, 0, plus};
    links.windows[2] = {tile - 1, 0, minus};
  }

  const OccupancyWord* words_;
  std::int64_t words_per_row_;
  Extent extent_;
  std::int64_t y_{0};
  std::int64_t z_{0};
  std::int64_t word_{0};
  std::int64_t last_word_{0};
  std::uint32_t last_bit_{0};
  std::uint32_t left_{0};  ///< cells of the current word that no tile has had yet
  const OccupancyWord* own_{nullptr};
  const OccupancyWord* rows_[8]{};
  const OccupancyWord* last_position_[8]{};  ///< where the window of a row has got to; null: not begun
  std::int64_t window_tile_[8]{};
};

}  // namespace perm
