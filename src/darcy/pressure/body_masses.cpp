// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/body_masses.hpp"

#include <bit>
#include <cstdint>
#include <span>
#include <utility>

#include "darcy/pressure/body_blocks.hpp"

namespace perm {
namespace {

std::int64_t count_row(std::span<const std::uint32_t> row) {
  std::int64_t cells = 0;
  for (const std::uint32_t word : row) cells += std::popcount(word);
  return cells;
}

/// Gives the bodies of the cells of a process that has the whole image.
CellParts own_bodies(const PoreNetwork& network, const PoreSlab& slab) {
  CellParts bodies(network.count_bodies());
  std::span<const std::uint32_t> left = network.body_of_voxel();
  for (std::int64_t z = 0; z < slab.image().nz; ++z)
    for (std::int64_t y = 0; y < slab.image().ny; ++y) {
      const auto cells = static_cast<std::size_t>(count_row(slab.pores().row(y, z)));
      bodies.add_row(left.first(cells));
      left = left.subspan(cells);
    }
  bodies.finish();
  return bodies;
}

/// Gives the bodies of the own cells of a domain, row by row, from the slabs that hold them.
CellParts fetch_bodies(const PoreNetwork& network, const PoreSlab& slab, const Domain& domain) {
  const Communicator& processes = slab.processes();
  if (processes.is_alone()) return own_bodies(network, slab);
  const Block own = domain.own();
  const auto blocks = processes.gather_to_all(std::span<const Block>(&own, 1));
  const Range& planes = slab.planes();
  std::vector<std::vector<std::uint32_t>> to(blocks.size());  // the number of cells of each row, then their bodies
  auto next = network.body_of_voxel().begin();
  for (std::int64_t z = planes.first; z < planes.last; ++z)
    for (std::int64_t y = 0; y < slab.image().ny; ++y) {
      const std::int64_t cells = count_row(slab.pores().row(y, z - planes.first));
      for (std::size_t rank = 0; rank < blocks.size(); ++rank) {
        if (!blocks[rank].front().z.contains(z) || !blocks[rank].front().y.contains(y)) continue;
        to[rank].push_back(static_cast<std::uint32_t>(cells));
        to[rank].insert(to[rank].end(), next, next + cells);
      }
      next += cells;
    }
  const auto from = processes.exchange(to);
  CellParts bodies(network.count_bodies());  // processes have their planes in the order of their ranks
  for (const std::vector<std::uint32_t>& rows : from)
    for (std::size_t row = 0; row < rows.size(); row += 1 + rows[row])
      bodies.add_row(std::span(rows).subspan(row + 1, rows[row]));
  bodies.finish();
  return bodies;
}

}  // namespace

BodyMasses::BodyMasses(const PoreNetwork& network, const PoreSlab& pores, const Domain& domain)
    : parts_(std::make_shared<const CellParts>(fetch_bodies(network, pores, domain))) {}

std::vector<double> BodyMasses::measure(const Backend& backend, double force) const {
  std::vector<double> masses = backend.sum_densities(parts_);
  for_each_body(masses.size(), [&](std::size_t body) { masses[body] /= force; });
  return masses;
}

void BodyMasses::add(Backend& backend, std::span<const double> of_body, double force) const {
  std::vector<double> densities(of_body.begin(), of_body.end());
  for_each_body(densities.size(), [&](std::size_t body) { densities[body] *= force; });
  backend.add_densities(parts_, densities);
}

}  // namespace perm
