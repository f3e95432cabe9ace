// SPDX-License-Identifier: Apache-2.0
// Finds the links of one cell in the brick order: which links end in solid, and the numbers of the cells that the
// others lead to. The code runs on the host and on a GPU. It reads a few occupancy words; no list of neighbours is
// stored.
#pragma once

#include <bit>
#include <cstdint>

#include "core/host_device.hpp"
#include "device/gpu_runtime.hpp"
#include "lattice/bricks.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/occupancy.hpp"

namespace perm {

/// Holds a cell's link bitmask and the place of the cell, in 32 bits: the links of q = 1..18 that end in solid (bit
/// q-1), the cell's bit in its word (5 bits from bit 18 on), and the word, counted from the first word of the cell's
/// warp (9 bits from bit 23 on). The count is exact up to 383. From there it is in strides of 8 words, and the words of
/// a stride, a cache line, are searched. The last code stands for all words beyond; among those the word is found by
/// halving, because a sparse image may have a million words of solid there.
class CellRecord {
 public:
  static constexpr int links = d3q19::directions - 1;
  static constexpr int word_shift = links + 5;
  static_assert(links == 18 && word_shift + 9 == 32, "the three parts fill the record");
  static constexpr std::uint32_t first_stride = 384;  ///< codes from here on count strides
  static constexpr std::uint32_t stride = 8;
  static constexpr std::uint32_t farthest_code = 511;
  static constexpr std::uint32_t farthest_word =
      first_stride + (farthest_code - first_stride) * stride;  ///< the last code stands for this many words or more

  CellRecord() = default;
  PERM_HOST_DEVICE constexpr explicit CellRecord(std::uint32_t value) : value_(value) {}
  PERM_HOST_DEVICE constexpr CellRecord(std::uint32_t solid_links, std::uint32_t bit, std::int64_t words_on)
      : value_(solid_links | bit << links | code_of(words_on) << word_shift) {}

  PERM_HOST_DEVICE constexpr bool is_solid(int q) const { return (value_ >> (q - 1) & 1U) != 0; }
  PERM_HOST_DEVICE constexpr std::uint32_t is_fluid(int q) const { return ~value_ >> (q - 1) & 1U; }
  PERM_HOST_DEVICE constexpr std::uint32_t solid() const { return value_ & ((1U << links) - 1U); }
  PERM_HOST_DEVICE constexpr std::uint32_t value() const { return value_; }
  PERM_HOST_DEVICE constexpr std::uint32_t bit() const { return value_ >> links & 31U; }
  /// Gives a number of words; the cell's word is at least so far behind the first one of its warp.
  PERM_HOST_DEVICE constexpr std::uint32_t words_on() const {
    const std::uint32_t code = value_ >> word_shift;
    return code < first_stride ? code : first_stride + (code - first_stride) * stride;
  }
  PERM_HOST_DEVICE constexpr bool is_exact() const { return value_ >> word_shift < first_stride; }
  PERM_HOST_DEVICE constexpr bool is_far() const { return value_ >> word_shift == farthest_code; }

 private:
  PERM_HOST_DEVICE static constexpr std::uint32_t code_of(std::int64_t words_on) {
    if (words_on < first_stride) return static_cast<std::uint32_t>(words_on);
    const std::int64_t strides = (words_on - first_stride) / stride;
    constexpr std::uint32_t most = farthest_code - first_stride;
    return first_stride + (strides < most ? static_cast<std::uint32_t>(strides) : most);
  }
  std::uint32_t value_;
};

/// A warp has so many cells: their records count words from the same first word.
inline constexpr std::uint32_t warp_cells = cuda::warp_size;

/// Describes the index of a pore space in brick order: raw views, owned by a backend. Words behind the last one are
/// readable.
struct BrickIndex {
  const OccupancyWord* words;
  const BrickSides* sides;    ///< one for each brick
  const BrickSides* warps;    ///< one for each warp: the sides of its first cell's brick, and that cell's word
  const CellRecord* records;  ///< one for each cell
  std::uint32_t cells;
  std::uint32_t all_words;  ///< without those behind the last one
  BrickSteps steps;
};

namespace detail {
/// Makes one 8-byte load.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE OccupancyWord load(const OccupancyWord* word) {
#ifdef PERM_ON_GPU
  const uint2 pair = __ldg(reinterpret_cast<const uint2*>(word));
  return {pair.x, pair.y};
#else
  return *word;
#endif
}

/// Makes two 16-byte loads.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE BrickSides load(const BrickSides* sides) {
#ifdef PERM_ON_GPU
  const int4 a = __ldg(reinterpret_cast<const int4*>(sides));
  const int4 b = __ldg(reinterpret_cast<const int4*>(sides) + 1);
  return {a.x, a.y, a.z, a.w, b.x, b.y, static_cast<std::uint32_t>(b.z), static_cast<std::uint32_t>(b.w)};
#else
  return *sides;
#endif
}

/// Words `first` to `end` - 1.
struct WordRange {
  std::uint32_t first;
  std::uint32_t end;
};

/// Finds the word of the cell, which is in `range`: the last one whose first cell is not beyond it.
PERM_HOST_DEVICE inline std::uint32_t find_word(const OccupancyWord* words, WordRange range, std::uint32_t cell) {
  while (range.end - range.first > 1) {
    const std::uint32_t middle = range.first + (range.end - range.first) / 2;
    (words[middle].first_cell <= cell ? range.first : range.end) = middle;
  }
  return range.first;
}
}  // namespace detail

/// Holds a cell's word and the sides of its brick.
struct CellPlace {
  std::uint32_t word;
  BrickSides sides;
};

PERM_HOST_DEVICE PERM_ALWAYS_INLINE CellPlace place_of(const BrickIndex& index, std::uint32_t cell, CellRecord record) {
  CellPlace place{0, detail::load(index.warps + cell / warp_cells)};
  const std::uint32_t first = place.sides.first_word;
  place.word = first + record.words_on();
  if (record.is_far()) {
    place.word = detail::find_word(index.words, {place.word, index.all_words}, cell);
  } else if (!record.is_exact()) {  // the warp reaches over much solid
    OccupancyWord word = index.words[place.word];
    while (word.first_cell + detail::count_bits(word.bits) <= cell) word = index.words[++place.word];
  }
  if ((place.word ^ first) >> index.steps.in_brick != 0)  // not in the brick of the warp's first cell
    place.sides = detail::load(index.sides + (place.word >> index.steps.in_brick));
  return place;
}

namespace detail {
/// linked_cells() names directions by number. This checks that they are these directions, by the row that they lead to.
constexpr bool directions_are_as_named() {
  const auto leads = [](int q, int x, int y, int z) {
    const d3q19::Velocity c = d3q19::velocity(q);
    return c.x == x && c.y == y && c.z == z;
  };
  return leads(1, 1, 0, 0) && leads(2, -1, 0, 0) &&                             // the cell's own row
         leads(3, -1, 1, 0) && leads(4, 0, 1, 0) && leads(5, 1, 1, 0) &&        // up
         leads(8, -1, -1, 0) && leads(7, 0, -1, 0) && leads(6, 1, -1, 0) &&     // down
         leads(9, -1, 0, 1) && leads(10, 0, 0, 1) && leads(11, 1, 0, 1) &&      // above
         leads(14, -1, 0, -1) && leads(13, 0, 0, -1) && leads(12, 1, 0, -1) &&  // below
         leads(15, 0, 1, 1) && leads(16, 0, -1, -1) && leads(17, 0, -1, 1) && leads(18, 0, 1, -1);
}
static_assert(directions_are_as_named() && d3q19::directions == 19);
}  // namespace detail

/// Holds the numbers of the cells that links lead to. Element q is for direction q; where the link ends in solid the
/// element means nothing.
struct LinkedCells {
  std::uint32_t of[d3q19::directions];
};

/// Finds the linked cells. With `OneBranch` the cells at the left and at the right side of a brick take one branch;
/// this gives the same numbers with other code.
template <bool OneBranch = false>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE LinkedCells linked_cells(const BrickIndex& index, std::uint32_t cell,
                                                             CellRecord record) {
  const BrickSteps& steps = index.steps;
  const CellPlace place = place_of(index, cell, record);
  const std::uint32_t word = place.word;
  const BrickSides& sides = place.sides;
  const std::uint32_t to_last = word ^ sides.last;  // a part of this without bits means the last column, row or layer
  const int up = (to_last & steps.in_row) == 0 ? sides.up : steps.up;
  const int down = (word & steps.in_row) == 0 ? sides.down : -steps.up;
  const int above = (to_last & steps.in_layer) == 0 ? sides.above : steps.above;
  const int below = (word & steps.in_layer) == 0 ? sides.below : -steps.above;
  const bool at_right = record.bit() == sides.last >> BrickSides::last_bit_shift && (to_last & steps.in_column) == 0;
  const bool at_left = record.bit() == 0 && (word & steps.in_column) == 0;

  const std::uint32_t before = (1U << record.bit()) - 1U;
  const std::uint32_t rows[8] = {word + up,         word + down,         word + above,        word + below,
                                 word + up + above, word + down + below, word + down + above, word + up + below};
  OccupancyWord across[8];
  for (int r = 0; r < 8; ++r) across[r] = detail::load(index.words + rows[r]);
  const auto straight = [&](int r) { return across[r].first_cell + detail::count_bits(across[r].bits & before); };
  LinkedCells linked{};
  linked.of[1] = cell + 1;
  linked.of[2] = cell - 1;
  // Links to another row lead straight across, or to either side of that cell (words of a brick's row are consecutive).
  linked.of[4] = straight(0);
  linked.of[3] = linked.of[4] - 1;
  linked.of[5] = linked.of[4] + record.is_fluid(4);
  linked.of[7] = straight(1);
  linked.of[8] = linked.of[7] - 1;
  linked.of[6] = linked.of[7] + record.is_fluid(7);
  linked.of[10] = straight(2);
  linked.of[9] = linked.of[10] - 1;
  linked.of[11] = linked.of[10] + record.is_fluid(10);
  linked.of[13] = straight(3);
  linked.of[14] = linked.of[13] - 1;
  linked.of[12] = linked.of[13] + record.is_fluid(13);
  linked.of[15] = straight(4);
  linked.of[16] = straight(5);
  linked.of[17] = straight(6);
  linked.of[18] = straight(7);

  // c_x = +1 leads to the first cell of the next word, c_x = -1 to the last one of the word before.
  const auto last_cell = [](OccupancyWord w) { return w.first_cell + detail::count_bits(w.bits) - 1; };
  const auto word_at = [&](std::uint32_t w, int step) { return detail::load(index.words + (w + step)); };
  const auto go_left = [&] {
    linked.of[2] = last_cell(word_at(word, sides.left));
    linked.of[3] = last_cell(word_at(rows[0], sides.left));
    linked.of[8] = last_cell(word_at(rows[1], sides.left));
    linked.of[9] = last_cell(word_at(rows[2], sides.left));
    linked.of[14] = last_cell(word_at(rows[3], sides.left));
  };
  if constexpr (OneBranch) {
    if (at_right || at_left) {
      const int step = at_right ? sides.right : sides.left;
      const OccupancyWord w[5] = {word_at(word, step), word_at(rows[0], step), word_at(rows[1], step),
                                  word_at(rows[2], step), word_at(rows[3], step)};
      if (!at_right) {
        linked.of[2] = last_cell(w[0]);
        linked.of[3] = last_cell(w[1]);
        linked.of[8] = last_cell(w[2]);
        linked.of[9] = last_cell(w[3]);
        linked.of[14] = last_cell(w[4]);
      } else {
        linked.of[1] = w[0].first_cell;
        linked.of[5] = w[1].first_cell;
        linked.of[6] = w[2].first_cell;
        linked.of[11] = w[3].first_cell;
        linked.of[12] = w[4].first_cell;
        if (at_left) go_left();  // an image one voxel wide
      }
    }
  } else {
    if (at_right) {
      const auto first_cell = [&](std::uint32_t w) { return index.words[w + sides.right].first_cell; };
      linked.of[1] = first_cell(word);
      linked.of[5] = first_cell(rows[0]);
      linked.of[6] = first_cell(rows[1]);
      linked.of[11] = first_cell(rows[2]);
      linked.of[12] = first_cell(rows[3]);
    }
    if (at_left) go_left();
  }
  return linked;
}

/// Holds for each direction q the bits of a word whose links along q lead to cells.
struct WordLinks {
  std::uint32_t fluid[d3q19::directions];

  /// Gives the solid links (bit q-1) of the cell at `bit`.
  PERM_HOST_DEVICE constexpr std::uint32_t solid_at(std::uint32_t bit) const {
    std::uint32_t solid = 0;
    for (int q = 1; q < d3q19::directions; ++q) solid |= (~fluid[q] >> bit & 1U) << (q - 1);
    return solid;
  }
};

/// Finds the links of a word from the bits alone. Links across the faces of the axes `closed` lead to no cell.
PERM_HOST_DEVICE inline WordLinks word_links(const OccupancyWord* words, const BrickGrid& grid, std::int64_t word,
                                             AxisSet closed) {
  const BrickGrid::Place at = grid.place(word);
  const Extent& n = grid.extent();
  const auto wrap = [](std::int64_t a, std::int64_t size) { return a < 0 ? size - 1 : a == size ? 0 : a; };
  const auto last_bit = [&](std::int64_t column) {
    return column + 1 == grid.words_per_row() ? (n.nx - 1) % BrickGrid::word_bits : BrickGrid::word_bits - 1;
  };
  const auto leaves = [](std::int64_t a, int step, std::int64_t size) { return a + step < 0 || a + step == size; };
  const std::int64_t left = wrap(at.column - 1, grid.words_per_row());
  const std::int64_t right = wrap(at.column + 1, grid.words_per_row());
  // This is 1 where the row goes on beyond the word, so that the next word counts; else 0.
  const bool closed_x = closed.contains(Axis::x);
  const std::uint32_t from_left = closed_x && at.column == 0 ? 0U : 1U;
  const std::uint32_t from_right = closed_x && at.column + 1 == grid.words_per_row() ? 0U : 1U;
  WordLinks links{};
  for (int q = 1; q < d3q19::directions; ++q) {
    const d3q19::Velocity c = d3q19::velocity(q);
    if ((closed.contains(Axis::y) && leaves(at.y, c.y, n.ny)) || (closed.contains(Axis::z) && leaves(at.z, c.z, n.nz)))
      continue;
    const std::int64_t y = wrap(at.y + c.y, n.ny);
    const std::int64_t z = wrap(at.z + c.z, n.nz);
    const std::uint32_t across = words[grid.word(at.column, y, z)].bits;
    if (c.x == 0) links.fluid[q] = across;
    if (c.x > 0)
      links.fluid[q] = across >> 1 | (words[grid.word(right, y, z)].bits & from_right) << last_bit(at.column);
    if (c.x < 0) links.fluid[q] = across << 1 | (words[grid.word(left, y, z)].bits >> last_bit(left) & from_left);
  }
  return links;
}

}  // namespace perm
