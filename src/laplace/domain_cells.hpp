// SPDX-License-Identifier: Apache-2.0
// Numbers the cells of a domain: those of own rows first, as the lattice has them, then those of its halo.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/extent.hpp"
#include "core/range.hpp"
#include "geometry/pore_space.hpp"
#include "lattice/domain.hpp"
#include "lattice/occupancy.hpp"

namespace perm {

class DomainCells {
 public:
  /// `pores` are those of the domain, with its halo. Throws InputError when there are more than 2^32 - 1 cells.
  DomainCells(Domain domain, const PoreSpace& pores);

  const Domain& domain() const { return domain_; }
  Extent own_extent() const { return {domain_.image().nx, domain_.own_y(), domain_.own_z()}; }
  std::size_t own_cells() const { return own_cells_; }
  std::size_t cells() const { return static_cast<std::size_t>(occupancy_.cells()); }  ///< with the halo
  std::int64_t words_per_row() const { return occupancy_.words_per_row(); }
  /// Gives the words of all rows: own ones, z * own_y + y, then those of the halo in the order of the domain.
  std::span<const OccupancyWord> words() const { return occupancy_.words(); }

  // Rows are those of the domain.
  std::span<const OccupancyWord> row(std::int64_t y, std::int64_t z) const {
    return words().subspan(static_cast<std::size_t>(number_of_row(y, z) * words_per_row()),
                           static_cast<std::size_t>(words_per_row()));
  }
  /// Gives the cells of a row.
  Range cells_of_row(std::int64_t y, std::int64_t z) const {
    const std::int64_t number = number_of_row(y, z);
    return {first_cell_of(number), first_cell_of(number + 1)};
  }
  /// Gives the number of the cell at voxel x of a row; where there is none, the number of the next one.
  static Occupancy::Cell cell(std::span<const OccupancyWord> row, std::int64_t x) {
    const OccupancyWord& word = row[static_cast<std::size_t>(x / 32)];
    return word.first_cell + detail::count_bits(word.bits & ((1U << (x % 32)) - 1U));
  }
  /// Calls visit(y, z) for the rows of the halo, in the order of their cells.
  template <class Visit>
  void for_each_halo_row(const Visit& visit) const {
    for (std::int64_t z = 0; z < domain_.extent().nz; ++z)
      for (std::int64_t y = 0; y < domain_.extent().ny; ++y)
        if (!domain_.is_own(y, z)) visit(y, z);
  }

 private:
  std::int64_t number_of_row(std::int64_t y, std::int64_t z) const;
  std::int64_t first_cell_of(std::int64_t row) const {
    const auto word = static_cast<std::size_t>(row * words_per_row());
    return word < words().size() ? words()[word].first_cell : occupancy_.cells();
  }

  Domain domain_;
  Occupancy occupancy_;  ///< of the rows, in their order
  std::size_t own_cells_;
};

inline std::int64_t DomainCells::number_of_row(std::int64_t y, std::int64_t z) const {
  const std::int64_t own_y = domain_.own_y();
  const std::int64_t own_z = domain_.own_z();
  if (domain_.is_own(y, z)) return z * own_y + y;
  const std::int64_t all_y = domain_.extent().ny;
  const std::int64_t before =
      z < own_z ? z * (all_y - own_y) + y - own_y : own_z * (all_y - own_y) + (z - own_z) * all_y + y;
  return own_y * own_z + before;
}

}  // namespace perm
