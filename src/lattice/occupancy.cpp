// SPDX-License-Identifier: Apache-2.0
#include "lattice/occupancy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "core/errors.hpp"
#include "geometry/bit_count.hpp"

namespace perm {

Occupancy::Occupancy(const PoreSpace& pores) : extent_(pores.extent()), words_per_row_(pores.words_per_row()) {
  const std::int64_t cells = pores.count_pores();
  if (cells > std::numeric_limits<Cell>::max())
    throw InputError(fmt::format("The image has {} pore voxels", cells), "one process numbers at most 4294967295",
                     "Solve a part of the image, or start more processes");
  const std::span<const std::uint32_t> bits = pores.words();
  constexpr std::size_t words_a_part = 1 << 14;
  std::vector<Cell> first_of_part(bits.size() / words_a_part + 1);
  const auto words_of_part = [&](std::size_t part) {
    const std::size_t first = part * words_a_part;
    return bits.subspan(first, std::min(words_a_part, bits.size() - first));
  };
#pragma omp parallel for schedule(static) if (first_of_part.size() > 2)  // nothing in it throws
  for (std::size_t part = 0; part < first_of_part.size(); ++part)
    first_of_part[part] = static_cast<Cell>(count_bits(words_of_part(part)));
  std::exclusive_scan(first_of_part.begin(), first_of_part.end(), first_of_part.begin(), Cell{0});
  words_ = LargeArray<OccupancyWord>(bits.size());
#pragma omp parallel for schedule(static) if (first_of_part.size() > 2)  // nothing in it throws
  for (std::size_t part = 0; part < first_of_part.size(); ++part) {
    Cell first_cell = first_of_part[part];
    auto word = words_.begin() + static_cast<std::ptrdiff_t>(part * words_a_part);
    for (const std::uint32_t of_word : words_of_part(part)) {
      *word++ = {of_word, first_cell};
      first_cell += static_cast<Cell>(count_bits(of_word));
    }
  }
  cells_ = cells;
}

std::int64_t Occupancy::find_word(Cell cell) const {
  const auto after = std::upper_bound(words_.begin(), words_.end(), cell,
                                      [](Cell c, const OccupancyWord& word) { return c < word.first_cell; });
  return after - words_.begin() - 1;
}

}  // namespace perm
