// SPDX-License-Identifier: Apache-2.0
#include "darcy/inertia/solid_force.hpp"

#include <cmath>
#include <cstddef>

#include "darcy/inertia/cell_values.hpp"
#include "solver/backend.hpp"

namespace perm {
namespace {

/// A value is at most about 1, and there are fewer than 2^40 links: the sums fit in 128 bits. What is lost is less than
/// the rounding of a double near 1e-9.
constexpr double quanta_a_unit = 1152921504606846976.0;  // 2^60

}  // namespace

std::vector<std::array<double, 3>> force_on_bodies(const Backend& backend, const PoreSpace& pores, int bodies,
                                                   const BodyOf& body_of) {
  const Domain& domain = backend.domain();
  const Extent& n = domain.extent();
  std::vector<__int128> sums(static_cast<std::size_t>(bodies) * 3);
  const auto leaves = [&](const d3q19::Velocity& c, std::int64_t x, std::int64_t y, std::int64_t z) {
    return (c.x != 0 && domain.leaves(Axis::x, x, c.x)) || (c.y != 0 && domain.leaves(Axis::y, y, c.y)) ||
           (c.z != 0 && domain.leaves(Axis::z, z, c.z));
  };
  for_each_cell(backend, pores, [&](std::int64_t x, std::int64_t y, std::int64_t z, CellValues f) {
    for (int q = 1; q < d3q19::directions; ++q) {
      const d3q19::Velocity c = d3q19::velocity(d3q19::opposite(q));
      const std::int64_t sx = (x + c.x + n.nx) % n.nx, sy = (y + c.y + n.ny) % n.ny, sz = (z + c.z + n.nz) % n.nz;
      if (pores.is_pore(sx, sy, sz) || leaves(c, x, y, z)) continue;
      const auto body = body_of(sx, domain.image_y(sy), domain.image_z(sz));
      if (!body) continue;
      const auto given = static_cast<__int128>(std::llrint(2 * f[static_cast<std::size_t>(q)] * quanta_a_unit));
      const std::size_t of_body = static_cast<std::size_t>(*body) * 3;
      sums[of_body] += c.x * given;
      sums[of_body + 1] += c.y * given;
      sums[of_body + 2] += c.z * given;
    }
  });
  domain.processes().sum(sums);
  std::vector<std::array<double, 3>> forces(static_cast<std::size_t>(bodies));
  for (std::size_t body = 0; body < forces.size(); ++body)
    for (std::size_t a = 0; a < 3; ++a) forces[body][a] = static_cast<double>(sums[3 * body + a]) / quanta_a_unit;
  return forces;
}

}  // namespace perm
