// SPDX-License-Identifier: Apache-2.0
// Goes through the distributions of all own cells of a lattice, plane by plane, so that the host holds one plane of
// them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/pore_space.hpp"
#include "lattice/d3q19.hpp"
#include "solver/backend.hpp"

namespace perm {

/// The distributions of one cell, as deviations from rest, before the collision of an even step.
using CellValues = std::span<const double, d3q19::directions>;

/// Gives momentum over density 1, which is the velocity less half of the force.
inline std::array<double, 3> momentum_of(CellValues f) {
  std::array<double, 3> momentum{};
  for (int q = 1; q < d3q19::directions; ++q) {
    const d3q19::Velocity c = d3q19::velocity(q);
    const double value = f[static_cast<std::size_t>(q)];
    momentum[0] += c.x * value;
    momentum[1] += c.y * value;
    momentum[2] += c.z * value;
  }
  return momentum;
}

/// Gives the deviation of the density from 1; a third of it is the pressure.
inline double density_of(CellValues f) {
  double density = 0;
  for (const double value : f) density += value;
  return density;
}

/// Calls visit(x, y, z, values) for each own cell; the place is that in the domain. `pores` are those that the lattice
/// was made of.
template <class Visit>
void for_each_cell(const Backend& backend, const PoreSpace& pores, const Visit& visit) {
  const Domain& domain = backend.domain();
  std::int64_t first = 0;
  std::vector<double> values;
  for (std::int64_t z = 0; z < domain.own_z(); ++z) {
    std::int64_t cells = 0;
    for (std::int64_t y = 0; y < domain.own_y(); ++y)
      for (const std::uint32_t word : pores.row(y, z)) cells += std::popcount(word);
    if (cells == 0) continue;
    values.resize(static_cast<std::size_t>(cells) * d3q19::directions);
    backend.read_distributions(first, values);
    first += cells;
    std::size_t next = 0;
    for (std::int64_t y = 0; y < domain.own_y(); ++y)
      for (std::int64_t x = 0; x < domain.extent().nx; ++x) {
        if (!pores.is_pore(x, y, z)) continue;
        visit(x, y, z, CellValues(&values[next], d3q19::directions));
        next += d3q19::directions;
      }
  }
}

}  // namespace perm
