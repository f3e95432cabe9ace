// SPDX-License-Identifier: Apache-2.0
// The links of one cell in the brick order: which end in solid, and the numbers of the cells that the others lead to.
// For the host and for a GPU. Reads a few words of occupancy and rank; no list of neighbours is stored.
#pragma once

#include <bit>
#include <cstdint>

#include "core/host_device.hpp"
#include "lattice/bricks.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/occupancy.hpp"

namespace perm {

/// A cell's link bitmask and where the cell is, in 32 bits: links of q = 1..18 that end in solid (bit q-1), the cell's
/// bit in its word (5 bits from 18 on), and the word, counted from the first word of the cell's pack (9 bits from 23).
class CellRecord {
 public:
  static constexpr std::uint32_t farthest_word = 511;  ///< this many words or more

  CellRecord() = default;
  PERM_HOST_DEVICE constexpr CellRecord(std::uint32_t solid_links, std::uint32_t bit, std::int64_t words_on)
      : value_(solid_links | bit << 18 |
               (words_on < farthest_word ? static_cast<std::uint32_t>(words_on) : farthest_word) << 23) {}

  PERM_HOST_DEVICE constexpr bool is_solid(int q) const { return (value_ >> (q - 1) & 1U) != 0; }
  PERM_HOST_DEVICE constexpr std::uint32_t is_fluid(int q) const { return ~value_ >> (q - 1) & 1U; }
  PERM_HOST_DEVICE constexpr std::uint32_t bit() const { return value_ >> 18 & 31U; }
  PERM_HOST_DEVICE constexpr std::uint32_t words_on() const { return value_ >> 23; }

 private:
  std::uint32_t value_;
};

/// Cells whose records count words from the same first word: the threads of a warp.
inline constexpr std::uint32_t cells_per_pack = 32;

/// The index of a pore space in brick order: raw views, owned by a backend.
struct BrickIndex {
  const OccupancyWord* words;
  const BrickSides* sides;          ///< a brick
  const CellRecord* cells;          ///< a cell
  const std::uint32_t* pack_words;  ///< the word of the first cell of each pack
  std::uint32_t cell_count;
};

namespace detail {
PERM_HOST_DEVICE PERM_ALWAYS_INLINE std::uint32_t count_bits(std::uint32_t bits) {
#ifdef __CUDA_ARCH__
  return static_cast<std::uint32_t>(__popc(bits));
#else
  return static_cast<std::uint32_t>(std::popcount(bits));
#endif
}

/// One 8-byte load.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE OccupancyWord load(const OccupancyWord* word) {
#ifdef __CUDA_ARCH__
  const uint2 pair = __ldg(reinterpret_cast<const uint2*>(word));
  return {pair.x, pair.y};
#else
  return *word;
#endif
}

/// Two 16-byte loads.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE BrickSides load(const BrickSides* sides) {
#ifdef __CUDA_ARCH__
  union {
    int4 halves[2];
    BrickSides sides;
  } copy;
  copy.halves[0] = __ldg(reinterpret_cast<const int4*>(sides));
  copy.halves[1] = __ldg(reinterpret_cast<const int4*>(sides) + 1);
  return copy.sides;
#else
  return *sides;
#endif
}
}  // namespace detail

/// The word that holds a cell.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE std::uint32_t word_of(const BrickIndex& index, std::uint32_t cell,
                                                          CellRecord record) {
  std::uint32_t word = index.pack_words[cell / cells_per_pack] + record.words_on();
  if (record.words_on() == CellRecord::farthest_word)  // rare: a pack that reaches over bricks of solid
    while (index.words[word].rank + detail::count_bits(index.words[word].bits) <= cell) ++word;
  return word;
}

/// Numbers of the cells that links lead to; element q for direction q, anything where the link ends in solid.
struct LinkedCells {
  std::uint32_t of[d3q19::directions];
};

PERM_HOST_DEVICE PERM_ALWAYS_INLINE LinkedCells linked_cells(const BrickIndex& index, std::uint32_t cell,
                                                             CellRecord record) {
  const std::uint32_t word = word_of(index, cell, record);
  const BrickSides sides = detail::load(index.sides + word / BrickGrid::words_per_brick);
  const std::uint32_t row = word % BrickGrid::height;
  const std::uint32_t layer = word / BrickGrid::height % BrickGrid::depth;
  const std::int32_t up = row == sides.last_row ? sides.up : 1;
  const std::int32_t down = row == 0 ? sides.down : -1;
  const std::int32_t above = layer == sides.last_layer ? sides.above : std::int32_t{BrickGrid::height};
  const std::int32_t below = layer == 0 ? sides.below : -std::int32_t{BrickGrid::height};

  const std::uint32_t before = (1U << record.bit()) - 1U;
  const auto row_word = [&](std::int32_t step) { return index.words + (std::int64_t{word} + step); };
  const auto straight = [&](std::int32_t step) {
    const OccupancyWord w = detail::load(row_word(step));
    return w.rank + detail::count_bits(w.bits & before);
  };
  LinkedCells linked{};
  linked.of[1] = cell + 1;
  linked.of[2] = cell - 1;
  // In another row: straight across, and to either side of that.
  linked.of[4] = straight(up);
  linked.of[3] = linked.of[4] - record.is_fluid(3);
  linked.of[5] = linked.of[4] + record.is_fluid(4);
  linked.of[7] = straight(down);
  linked.of[8] = linked.of[7] - record.is_fluid(8);
  linked.of[6] = linked.of[7] + record.is_fluid(7);
  linked.of[10] = straight(above);
  linked.of[9] = linked.of[10] - record.is_fluid(9);
  linked.of[11] = linked.of[10] + record.is_fluid(10);
  linked.of[13] = straight(below);
  linked.of[14] = linked.of[13] - record.is_fluid(14);
  linked.of[12] = linked.of[13] + record.is_fluid(13);
  linked.of[15] = straight(up + above);
  linked.of[16] = straight(down + below);
  linked.of[17] = straight(down + above);
  linked.of[18] = straight(up + below);
  if (record.bit() == sides.last_bit) {  // c_x = +1 leads to the first cell of the next word
    const auto first = [&](std::int32_t step) { return row_word(step + sides.right)->rank; };
    linked.of[1] = first(0);
    linked.of[5] = first(up);
    linked.of[6] = first(down);
    linked.of[11] = first(above);
    linked.of[12] = first(below);
  }
  if (record.bit() == 0) {  // c_x = -1 leads to the last cell of the word before
    const auto last = [&](std::int32_t step) {
      const OccupancyWord w = detail::load(row_word(step + sides.left));
      return w.rank + detail::count_bits(w.bits) - 1;
    };
    linked.of[2] = last(0);
    linked.of[3] = last(up);
    linked.of[8] = last(down);
    linked.of[9] = last(above);
    linked.of[14] = last(below);
  }
  return linked;
}

/// The solid links (bit q-1) of the cell at `bit` of `word`, from the bits alone.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE std::uint32_t solid_links(const OccupancyWord* words, const BrickSides& sides,
                                                              std::int64_t word, std::uint32_t bit) {
  const auto row = static_cast<std::uint32_t>(word % BrickGrid::height);
  const auto layer = static_cast<std::uint32_t>(word / BrickGrid::height % BrickGrid::depth);
  std::uint32_t solid = 0;
  for (int q = 1; q < d3q19::directions; ++q) {
    const d3q19::Velocity c = d3q19::velocity(q);
    std::int64_t to = word;
    if (c.y > 0) to += row == sides.last_row ? sides.up : 1;
    if (c.y < 0) to += row == 0 ? sides.down : -1;
    if (c.z > 0) to += layer == sides.last_layer ? sides.above : BrickGrid::height;
    if (c.z < 0) to += layer == 0 ? sides.below : -BrickGrid::height;
    bool fluid = false;
    if (c.x > 0 && bit == sides.last_bit) {
      fluid = (words[to + sides.right].bits & 1U) != 0;
    } else if (c.x < 0 && bit == 0) {
      // Whose last bit: that of the word on the left.
      const std::uint32_t bits = words[to + sides.left].bits;
      fluid = (bits >> sides.last_bit_on_the_left & 1U) != 0;
    } else {
      fluid = (words[to].bits >> (static_cast<int>(bit) + c.x) & 1U) != 0;
    }
    if (!fluid) solid |= 1U << (q - 1);
  }
  return solid;
}

}  // namespace perm
