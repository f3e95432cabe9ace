// SPDX-License-Identifier: Apache-2.0
#include "laplace/domain_cells.hpp"

#include <algorithm>
#include <utility>

namespace perm {
namespace {

/// Gives the rows of a domain, own ones first.
Occupancy number_rows(const Domain& domain, const PoreSpace& pores) {
  const Extent& n = domain.extent();
  if (domain.own_y() == n.ny) return Occupancy(pores);
  PoreSpace rows(Extent{n.nx, n.ny * n.nz, 1});
  std::int64_t next = 0;
  for (const bool is_own : {true, false})
    for (std::int64_t z = 0; z < n.nz; ++z)
      for (std::int64_t y = 0; y < n.ny; ++y)
        if (domain.is_own(y, z) == is_own) std::ranges::copy(pores.row(y, z), rows.row(next++, 0).begin());
  return Occupancy(rows);
}

}  // namespace

DomainCells::DomainCells(Domain domain, const PoreSpace& pores)
    : domain_(std::move(domain)),
      occupancy_(number_rows(domain_, pores)),
      own_cells_(static_cast<std::size_t>(first_cell_of(domain_.own_y() * domain_.own_z()))) {}

}  // namespace perm
