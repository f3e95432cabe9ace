// SPDX-License-Identifier: Apache-2.0
// Gathers the rows of a coarse flow: the pores of each row as bits, and the fields of these pores.
#include "solver/cell/coarse_flow.hpp"

#include <algorithm>
#include <bit>

namespace perm {

void CoarseFlow::add_row(std::span<const CellField> row) {
  for (std::size_t first = 0; first < row.size(); first += 32) {
    OccupancyWord& word = words.emplace_back(OccupancyWord{0, static_cast<std::uint32_t>(values.size())});
    for (std::size_t bit = 0; bit < std::min<std::size_t>(32, row.size() - first); ++bit) {
      const CellField& field = row[first + bit];
      if (field.density == no_density) continue;
      word.bits |= 1U << bit;
      values.push_back(field);
    }
  }
}

std::size_t CoarseFlow::add_row(std::span<const std::uint32_t> bits, std::span<const CellField> pores) {
  std::size_t count = 0;
  for (const std::uint32_t word : bits) {
    words.push_back({word, static_cast<std::uint32_t>(values.size() + count)});
    count += static_cast<std::size_t>(std::popcount(word));
  }
  values.insert(values.end(), pores.begin(), pores.begin() + static_cast<std::ptrdiff_t>(count));
  return count;
}

}  // namespace perm
