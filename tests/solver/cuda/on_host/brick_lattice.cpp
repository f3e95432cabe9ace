// SPDX-License-Identifier: Apache-2.0
#include "solver/cuda/on_host/brick_lattice.hpp"

namespace perm {

BrickLattice::BrickLattice(const PoreSpace& pores, AxisSet closed)
    : grid_(pores.extent()),
      words_(static_cast<std::size_t>(grid_.words())),
      sides_(static_cast<std::size_t>(grid_.bricks())) {
  const Extent& n = pores.extent();
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t column = 0; column < grid_.words_per_row(); ++column)
        words_[static_cast<std::size_t>(grid_.word(column, y, z))].bits =
            pores.row(y, z)[static_cast<std::size_t>(column)];
  std::uint32_t cells = 0;
  for (OccupancyWord& word : words_) {
    word.first_cell = cells;
    cells += detail::count_bits(word.bits);
  }
  for (std::size_t brick = 0; brick < sides_.size(); ++brick)
    sides_[brick] = brick_sides(grid_, static_cast<std::int64_t>(brick));
  for (std::size_t w = 0; w < words_.size(); ++w) {
    if (words_[w].bits == 0) continue;
    const WordLinks links = word_links(words_.data(), grid_, static_cast<std::int64_t>(w), closed);
    for (std::uint32_t left = words_[w].bits; left != 0; left &= left - 1) {
      if (records_.size() % warp_cells == 0) {
        warps_.push_back(sides_[w / static_cast<std::size_t>(grid_.words_per_brick())]);
        warps_.back().first_word = static_cast<std::uint32_t>(w);
      }
      const auto bit = static_cast<std::uint32_t>(std::countr_zero(left));
      records_.emplace_back(links.solid_at(bit), bit, static_cast<std::int64_t>(w) - warps_.back().first_word);
    }
  }
}

BrickIndex BrickLattice::index() const {
  return {words_.data(),
          sides_.data(),
          warps_.data(),
          records_.data(),
          static_cast<std::uint32_t>(records_.size()),
          static_cast<std::uint32_t>(grid_.words()),
          grid_.steps()};
}

std::uint32_t BrickLattice::cell(std::int64_t x, std::int64_t y, std::int64_t z) const {
  const OccupancyWord& word = words_[static_cast<std::size_t>(grid_.word(x / BrickGrid::word_bits, y, z))];
  return word.first_cell + detail::count_bits(word.bits & ((1U << (x % BrickGrid::word_bits)) - 1U));
}

}  // namespace perm
