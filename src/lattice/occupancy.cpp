// SPDX-License-Identifier: Apache-2.0
#include "lattice/occupancy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/errors.hpp"

namespace perm {

Occupancy::Occupancy(const PoreSpace& pores) : extent_(pores.extent()), words_per_row_(pores.words_per_row()) {
  const std::int64_t cells = pores.count_pores();
  if (cells > std::numeric_limits<Cell>::max())
    throw InputError(fmt::format("The image has {} pore voxels", cells), "one process numbers at most 4294967295",
                     "Solve a part of the image, or start more processes");
  words_.reserve(pores.words().size());
  Cell first_cell = 0;
  for (const std::uint32_t bits : pores.words()) {
    words_.push_back({bits, first_cell});
    first_cell += static_cast<Cell>(std::popcount(bits));
  }
  cells_ = cells;
}

std::int64_t Occupancy::find_word(Cell cell) const {
  const auto after = std::upper_bound(words_.begin(), words_.end(), cell,
                                      [](Cell c, const OccupancyWord& word) { return c < word.first_cell; });
  return after - words_.begin() - 1;
}

}  // namespace perm
