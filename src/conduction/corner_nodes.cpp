// SPDX-License-Identifier: Apache-2.0
#include "conduction/corner_nodes.hpp"

#include "laplace/shared_loops.hpp"
#include "laplace/shared_pieces.hpp"

namespace perm {
namespace {

Extent corners_of(const Domain& domain) {
  const Extent& n = domain.image();
  const auto along = [&](Axis axis) { return n.along(axis) + (domain.rules().is_closed(axis) ? 1 : 0); };
  return {along(Axis::x), along(Axis::y), along(Axis::z)};
}

}  // namespace

CornerNodes::CornerNodes(const DomainCells& cells, const ThreadTeam& team)
    : cells_(&cells),
      corners_(corners_of(cells.domain())),
      words_per_row_((corners_.nx + 31) / 32),
      words_(static_cast<std::size_t>(corners_.ny * corners_.nz * most_nodes * words_per_row_)),
      first_of_row_(static_cast<std::size_t>(corners_.ny * corners_.nz + 1)) {
  const std::int64_t rows = corners_.ny * corners_.nz;
  const std::int64_t words_of_row = most_nodes * words_per_row_;
  for_each_task(team, corners_.nz, [&](const auto& for_each) {
    for_each([&](std::int64_t z) {
      for (std::int64_t y = 0; y < corners_.ny; ++y) {
        const std::int64_t row = z * corners_.ny + y;
        Word* const words = words_.data() + row * words_of_row;
        number_row(y, z, words);
        std::uint32_t count = 0;
        for (std::int64_t word = 0; word < words_of_row; ++word) count += detail::count_bits(words[word].bits);
        first_of_row_[static_cast<std::size_t>(row + 1)] = count;
      }
    });
  });
  std::int64_t before = 0;
  for (std::int64_t row = 0; row <= rows; ++row) {
    before += first_of_row_[static_cast<std::size_t>(row)];
    require_numbers(before, "corners of pore voxels");
    first_of_row_[static_cast<std::size_t>(row)] = static_cast<std::uint32_t>(before);
  }
  for_each_place(team, static_cast<std::size_t>(rows), [&](std::size_t row) {
    std::uint32_t next = first_of_row_[row];
    Word* const words = words_.data() + static_cast<std::int64_t>(row) * words_of_row;
    for (std::int64_t word = 0; word < words_of_row; ++word) {
      words[word].first = next;
      next += detail::count_bits(words[word].bits);
    }
  });
}

void CornerNodes::number_row(std::int64_t y, std::int64_t z, Word* words) const {
  const Extent& n = cells_->domain().image();
  const bool is_closed = corners_.nx > n.nx;
  // The pores at x - 1 and x in the four rows of voxels around, a bit for each corner.
  const auto bits_around = [&](std::int64_t word, std::array<std::uint32_t, 8>& around) {
    for (unsigned r = 0; r < 4; ++r) {
      const std::int64_t of_y = beside(y, static_cast<int>(r % 2) - 1, corners_.ny, n.ny);
      const std::int64_t of_z = beside(z, static_cast<int>(r / 2) - 1, corners_.nz, n.nz);
      around[2 * r] = around[2 * r + 1] = 0;
      if (of_y < 0 || of_z < 0) continue;
      const std::span<const OccupancyWord> voxels = cells_->row(of_y, of_z);
      const auto at = static_cast<std::size_t>(word);
      if (at < voxels.size()) around[2 * r + 1] = voxels[at].bits;
      around[2 * r] = around[2 * r + 1] << 1;
      if (at > 0)
        around[2 * r] |= voxels[at - 1].bits >> 31;
      else if (!is_closed)
        around[2 * r] |= voxels.back().bits >> ((n.nx - 1) % 32) & 1U;
    }
  };
  for (std::int64_t word = 0; word < words_per_row_; ++word) {
    std::array<std::uint32_t, 8> around{};
    bits_around(word, around);
    std::uint32_t any = 0;
    for (const std::uint32_t bits : around) any |= bits;
    if (corners_.nx - 32 * word < 32) any &= (1U << (corners_.nx - 32 * word)) - 1U;
    for (std::uint32_t left = any; left != 0; left &= left - 1) {
      const int bit = std::countr_zero(left);
      unsigned of_corner = 0;
      for (unsigned voxel = 0; voxel < 8; ++voxel) of_corner |= (around[voxel] >> bit & 1U) << voxel;
      for (std::int64_t k = 0; k < pieces_by_faces[of_corner].count; ++k)
        words[k * words_per_row_ + word].bits |= 1U << bit;
    }
  }
}

unsigned CornerNodes::pattern(std::int64_t x, std::int64_t y, std::int64_t z) const {
  const Extent& n = cells_->domain().image();
  unsigned found = 0;
  for (unsigned voxel = 0; voxel < 8; ++voxel) {
    const std::int64_t of_x = beside(x, static_cast<int>(voxel % 2) - 1, corners_.nx, n.nx);
    const std::int64_t of_y = beside(y, static_cast<int>(voxel / 2 % 2) - 1, corners_.ny, n.ny);
    const std::int64_t of_z = beside(z, static_cast<int>(voxel / 4) - 1, corners_.nz, n.nz);
    if (of_x < 0 || of_y < 0 || of_z < 0) continue;
    const std::uint32_t bits = cells_->row(of_y, of_z)[static_cast<std::size_t>(of_x / 32)].bits;
    found |= (bits >> (of_x % 32) & 1U) << voxel;
  }
  return found;
}

}  // namespace perm
