// SPDX-License-Identifier: Apache-2.0
#include "darcy/inertia/solid_force.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "darcy/inertia/cell_values.hpp"
#include "solver/backend.hpp"
#include "solver/cell/wall_force.hpp"

namespace perm {
namespace {

/// Gives how many quanta are 1. A value is at most about 1, and at most 2^26 times the force that drives the flow
/// (solver/measure_sums.hpp), and there are fewer than 2^40 links: the sums fit in 128 bits.
double find_quanta(double force) {
  constexpr int most_bits = 60;
  if (force == 0) return std::ldexp(1.0, most_bits);
  int exponent = 0;
  std::frexp(force, &exponent);
  return std::ldexp(1.0, most_bits - 26 - exponent);
}

/// [q]: the direction back, which takes a search to find.
constexpr auto back = [] {
  std::array<std::size_t, d3q19::directions> of{};
  for (int q = 0; q < d3q19::directions; ++q)
    of[static_cast<std::size_t>(q)] = static_cast<std::size_t>(d3q19::opposite(q));
  return of;
}();

/// Says where the links of a domain end.
class LinkEnds {
 public:
  LinkEnds(const Domain& domain, const PoreSpace& pores) : domain_(domain), pores_(pores) {}

  /// Tells whether the link from a cell along q ends in a solid voxel of the image.
  bool is_solid(std::int64_t x, std::int64_t y, std::int64_t z, const d3q19::Velocity& c) const {
    const Extent& n = domain_.extent();
    if (pores_.is_pore((x + c.x + n.nx) % n.nx, (y + c.y + n.ny) % n.ny, (z + c.z + n.nz) % n.nz)) return false;
    return !((c.x != 0 && domain_.leaves(Axis::x, x, c.x)) || (c.y != 0 && domain_.leaves(Axis::y, y, c.y)) ||
             (c.z != 0 && domain_.leaves(Axis::z, z, c.z)));
  }
  std::optional<int> body(const BodyOf& of, std::int64_t x, std::int64_t y, std::int64_t z,
                          const d3q19::Velocity& c) const {
    const Extent& n = domain_.extent();
    return of((x + c.x + n.nx) % n.nx, domain_.image_y((y + c.y + n.ny) % n.ny),
              domain_.image_z((z + c.z + n.nz) % n.nz));
  }

 private:
  const Domain& domain_;
  const PoreSpace& pores_;
};

}  // namespace

std::vector<std::array<double, 3>> force_on_bodies(const Backend& backend, const PoreSpace& pores, int bodies,
                                                   const BodyOf& body_of) {
  const double quanta_a_unit = find_quanta(strongest_force(backend.settings()));
  const WallForceParameters collision = make_wall_force_parameters(backend.settings());
  const Domain& domain = backend.domain();
  const LinkEnds ends(domain, pores);
  std::vector<__int128> sums(static_cast<std::size_t>(bodies) * 3);
  for_each_cell(backend, pores, [&](std::int64_t x, std::int64_t y, std::int64_t z, CellValues f) {
    double after[d3q19::directions];
    bool has_collided = false;
    for (int q = 1; q < d3q19::directions; ++q) {
      const d3q19::Velocity c = d3q19::velocity(q);
      if (!ends.is_solid(x, y, z, c)) continue;
      const auto body = ends.body(body_of, x, y, z, c);
      if (!body) continue;
      if (!std::exchange(has_collided, true)) {
        std::copy(f.begin(), f.end(), after);
        collide_beside_wall(after, collision);
      }
      const double came_back = f[back[static_cast<std::size_t>(q)]];
      const auto given = static_cast<__int128>(std::llrint((came_back + after[q]) * quanta_a_unit));
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
