// SPDX-License-Identifier: Apache-2.0
#include "solver/cpu/link_builder.hpp"

#include <algorithm>
#include <bit>

#include "core/host_device.hpp"

namespace perm {
namespace {

/// Gives a word with `length` bits set from bit `first` on.
std::uint32_t bits(int first, int length) {
  return static_cast<std::uint32_t>(((std::uint64_t{1} << length) - 1) << first);
}

/// Tells whether two lists of offsets are the same in `rows` (bit r: row r).
bool agree(const std::int64_t* a, const std::int64_t* b, std::uint32_t rows) {
  for (; rows != 0; rows &= rows - 1) {
    const int r = std::countr_zero(rows);
    if (a[r] != b[r]) return false;
  }
  return true;
}

void take(const std::int64_t* from, std::uint32_t rows, std::int64_t* to) {
  for (; rows != 0; rows &= rows - 1) {
    const int r = std::countr_zero(rows);
    to[r] = from[r];
  }
}

}  // namespace

template <class Real>
LinkBuilder<Real>::LinkBuilder(const Occupancy& occupancy, std::int64_t first_cell)
    : occupancy_(&occupancy), first_cell_(first_cell) {
  const std::int64_t word = occupancy.find_word(static_cast<Occupancy::Cell>(first_cell));
  const std::int64_t row = word / occupancy.words_per_row();
  y_ = row % occupancy.extent().ny;
  z_ = row / occupancy.extent().ny;
  word_ = word % occupancy.words_per_row();
  enter_row();
  left_ = rows_[own_row][word_].bits;
  for (std::int64_t skip = first_cell - rows_[own_row][word_].first_cell; skip > 0; --skip) left_ &= left_ - 1;
  std::fill_n(last_, neighbour_row_count, Tiles::slot(first_cell, 0));
}

template <class Real>
void LinkBuilder<Real>::enter_row() {
  const Extent& n = occupancy_->extent();
  for (int r = 0; r < neighbour_row_count; ++r)
    rows_[r] = occupancy_->words().data() + occupancy_->row_start((y_ + neighbour_rows[r].dy + n.ny) % n.ny,
                                                                  (z_ + neighbour_rows[r].dz + n.nz) % n.nz);
}

/// Gives the lanes of `of` whose link to row r and `side` leads to a cell.
template <class Real>
std::uint32_t LinkBuilder<Real>::lanes_of_links(int r, int side, std::uint32_t of) const {
  const int q = neighbour_rows[r].q[side];
  return q == 0 ? 0U : fluid_->lanes[static_cast<std::size_t>(q - 1)] & of;
}

/// Gives the number of the cell at x of row r; where there is no cell, the number of the next one.
template <class Real>
std::int64_t LinkBuilder<Real>::number(int r, std::int64_t x) const {
  const OccupancyWord word = rows_[r][x / 32];
  return std::int64_t{word.first_cell} + detail::count_bits(word.bits & bits(0, static_cast<int>(x % 32)));
}

/// Tells whether the cell is at an end of its row, so that its links may wrap, or at an end of its tile.
template <class Real>
bool LinkBuilder<Real>::is_special(std::int64_t x, int lane) const {
  const std::int64_t in_tile = (first_cell_ + lane) % Tiles::cells;
  return x == 0 || x + 1 == occupancy_->extent().nx || in_tile == 0 || in_tile + 1 == Tiles::cells;
}

template <class Real>
const GroupLinks& LinkBuilder<Real>::next(const GroupMasks& fluid) {
  links_.count = 0;
  links_.uniform = true;
  fluid_ = &fluid;
  const auto cells = static_cast<int>(std::min<std::int64_t>(lanes, occupancy_->cells() - first_cell_));
  for (int lane = 0; lane < cells;) {
    while (left_ == 0) {
      if (++word_ == occupancy_->words_per_row()) {
        word_ = 0;
        if (++y_ == occupancy_->extent().ny) {
          y_ = 0;
          ++z_;
        }
        enter_row();
      }
      left_ = rows_[own_row][word_].bits;
    }
    // These are the cells of a run up to the end of the run, of the word or of the group.
    const int bit = std::countr_zero(left_);
    const int length = std::min(std::countr_one(left_ >> bit), cells - lane);
    left_ &= ~bits(bit, length);
    add_cells(32 * word_ + bit, lane, length);
    lane += length;
  }
  finish();
  first_cell_ += lanes;
  return links_;
}

/// Adds `count` cells side by side, from x on; they are the lanes from `lane` on.
template <class Real>
void LinkBuilder<Real>::add_cells(std::int64_t x, int lane, int count) {
  if (is_special(x, lane)) {
    add_cell(x, lane);
    if (count > 1) add_cells(x + 1, lane + 1, count - 1);
    return;
  }
  if (is_special(x + count - 1, lane + count - 1)) {
    add_cells(x, lane, count - 1);
    add_cell(x + count - 1, lane + count - 1);
    return;
  }
  Offsets offsets;
  const std::uint32_t of = bits(lane, count);
  offsets.set(own_row, Tiles::slot(first_cell_, 0));
  for (int r = 0; r < own_row; ++r) {
    // Bit i is set where the voxel of this row next to lane i - 1 is a cell and has a link from here.
    const std::uint32_t reached =
        lanes_of_links(r, 0, of) | lanes_of_links(r, 1, of) << 1 | lanes_of_links(r, 2, of) << 2;
    if (reached == 0) continue;
    const int first = std::countr_zero(reached);
    const std::int64_t cell = number(r, x) - (first == lane ? 1 : 0);
    const std::int64_t last = cell + detail::count_bits(reached) - 1;
    const bool apart = (reached & (reached + (1U << first))) != 0;
    if (apart || cell / Tiles::cells != last / Tiles::cells) {
      for (int i = 0; i < count; ++i) add_cell(x + i, lane + i);
      return;
    }
    offsets.set(r, Tiles::slot(cell, 0) - (first - 1));
  }
  add(offsets, of, every_side);
}

template <class Real>
void LinkBuilder<Real>::add_cell(std::int64_t x, int lane) {
  const std::int64_t nx = occupancy_->extent().nx;
  const std::uint32_t of = 1U << lane;
  Offsets sides[3];
  for (int r = 0; r < neighbour_row_count; ++r) {
    const bool left = lanes_of_links(r, 0, of) != 0;
    const bool right = lanes_of_links(r, 2, of) != 0;
    const bool across = r == own_row || lanes_of_links(r, 1, of) != 0;
    if (!left && !right && !across) continue;
    const std::int64_t straight = r == own_row ? first_cell_ + lane : number(r, x);
    const auto set = [&](int side, std::int64_t cell) { sides[side].set(r, Tiles::slot(cell, 0) - (lane + side - 1)); };
    if (left) set(0, x > 0 ? straight - 1 : number(r, nx - 1));
    if (across && r != own_row) set(1, straight);
    if (right) set(2, x + 1 < nx ? straight + (across ? 1 : 0) : number(r, 0));
  }
  Offsets all = sides[1];
  bool agreed = true;
  for (const int side : {0, 2}) {
    agreed = agreed && agree(all.of, sides[side].of, all.rows & sides[side].rows);
    take(sides[side].of, sides[side].rows, all.of);
    all.rows |= sides[side].rows;
  }
  if (agreed) return add(all, of, every_side);
  for (const int side : {1, 0, 2})  // links that wrap come behind the links that do not
    if (sides[side].rows != 0) add(sides[side], of, 1U << side);
}

/// Puts lanes into the first segment with which their offsets agree.
template <class Real>
void LinkBuilder<Real>::add(const Offsets& offsets, std::uint32_t of, std::uint32_t sides) {
  int s = 0;
  while (s < links_.count && !agree(offsets.of, links_.segments[s].offset, offsets.rows & set_[s])) ++s;
  LinkSegment& segment = links_.segments[s];
  if (s == links_.count) {
    ++links_.count;
    set_[s] = 0;
    std::fill_n(segment.lanes, 3, 0U);
  }
  take(offsets.of, offsets.rows, segment.offset);
  set_[s] |= offsets.rows;
  for (int side = 0; side < 3; ++side)
    if ((sides >> side & 1U) != 0) segment.lanes[side] |= of;
  const bool own_is_elsewhere =
      (offsets.rows >> own_row & 1U) != 0 && offsets.of[own_row] != Tiles::slot(first_cell_, 0);
  if (sides != every_side || own_is_elsewhere) links_.uniform = false;
}

/// Gives an offset to the rows that a segment does not use: that of the segment before, else that of the first segment
/// that uses the row, else that of the last group, moved on by a group. Any place that can be read will do, and in this
/// way offsets change little; only it must lie in the tile of the cells that are near (GroupRange::is_alone).
template <class Real>
void LinkBuilder<Real>::finish() {
  constexpr std::uint32_t all_rows = (1U << neighbour_row_count) - 1U;
  if (links_.count == 0) add({}, 0, every_side);
  for (std::int64_t& offset : last_) {
    const std::int64_t in_tile = offset < 0 ? 0 : offset % Tiles::values;
    const bool leaves_tile = in_tile < Tiles::cells && in_tile + lanes >= Tiles::cells;
    offset += lanes + (leaves_tile ? Tiles::values - Tiles::cells : 0);
  }
  last_[own_row] = Tiles::slot(first_cell_, 0);
  for (int s = links_.count - 1; s >= 0; --s) take(links_.segments[s].offset, set_[s], last_);
  for (int s = 0; s < links_.count; ++s) {
    LinkSegment& segment = links_.segments[s];
    take(last_, all_rows & ~set_[s], segment.offset);
    std::copy_n(segment.offset, own_row, last_);
  }
}

template class LinkBuilder<float>;
template class LinkBuilder<double>;

}  // namespace perm
