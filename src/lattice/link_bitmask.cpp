// SPDX-License-Identifier: Apache-2.0
// The masks are made word by word: the 32 neighbours of a word along q are the neighbour row's word shifted by c_x.
#include "lattice/link_bitmask.hpp"

#include <array>

#include "lattice/d3q19.hpp"

namespace perm {
namespace {

std::int64_t wrap(std::int64_t position, std::int64_t extent) { return (position + extent) % extent; }

/// Tells whether a step along an axis goes across its end.
bool leaves(std::int64_t position, int step, std::int64_t extent) {
  return position + step < 0 || position + step == extent;
}

/// Says how a row goes on beyond its ends.
enum class RowEnds { wrap, solid };

/// Gives a word whose bit b is set where the voxel at x = 32*word + b + shift of the row is a cell.
std::uint32_t shifted_word(const OccupancyWord* row, std::int64_t words, std::int64_t word, int shift, std::int64_t nx,
                           RowEnds ends) {
  const std::uint32_t bits = row[word].bits;
  const std::int64_t last_x = nx - 1;
  if (shift == 0) return bits;
  if (shift > 0) {
    std::uint32_t result = bits >> 1;
    if (word + 1 < words) return result | row[word + 1].bits << 31;
    if (ends == RowEnds::solid) return result;
    return result | (row[0].bits & 1U) << (last_x % 32);
  }
  if (word == 0 && ends == RowEnds::solid) return bits << 1;
  const std::uint32_t carry = word > 0 ? row[word - 1].bits >> 31 : row[words - 1].bits >> (last_x % 32);
  return bits << 1 | (carry & 1U);
}

}  // namespace

void build_link_bitmasks(const Occupancy& occupancy, std::span<LinkBitmask> masks, AxisSet closed) {
  const Extent& extent = occupancy.extent();
  const std::int64_t words = occupancy.words_per_row();
  const OccupancyWord* all = occupancy.words().data();
  const RowEnds ends = closed.contains(Axis::x) ? RowEnds::solid : RowEnds::wrap;
#pragma omp parallel for schedule(static)
  for (std::int64_t z = 0; z < extent.nz; ++z) {
    for (std::int64_t y = 0; y < extent.ny; ++y) {
      const OccupancyWord* own = all + occupancy.row_start(y, z);
      for (std::int64_t w = 0; w < words; ++w) {
        if (own[w].bits == 0) continue;
        std::array<std::uint32_t, d3q19::directions> solid{};
        for (int q = 1; q < d3q19::directions; ++q) {
          const d3q19::Velocity c = d3q19::velocity(q);
          const bool is_closed = (closed.contains(Axis::y) && leaves(y, c.y, extent.ny)) ||
                                 (closed.contains(Axis::z) && leaves(z, c.z, extent.nz));
          if (is_closed) {
            solid[static_cast<std::size_t>(q)] = ~0U;
            continue;
          }
          const OccupancyWord* row = all + occupancy.row_start(wrap(y + c.y, extent.ny), wrap(z + c.z, extent.nz));
          solid[static_cast<std::size_t>(q)] = ~shifted_word(row, words, w, c.x, extent.nx, ends);
        }
        std::size_t cell = own[w].first_cell;
        for (std::uint32_t left = own[w].bits; left != 0; left &= left - 1, ++cell) {
          const int bit = std::countr_zero(left);
          LinkBitmask mask = 0;
          for (int q = 1; q < d3q19::directions; ++q) mask |= (solid[static_cast<std::size_t>(q)] >> bit & 1U) << q;
          masks[cell] = mask;
        }
      }
    }
  }
}

}  // namespace perm
