// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/body_masses.hpp"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "darcy/pressure/body_blocks.hpp"
#include "geometry/bit_count.hpp"

namespace perm {
namespace {

/// Gives the bodies of the cells of each row of a slab.
std::vector<CellParts::Row> bodies_of_rows(const PoreNetwork& network, const PoreSlab& slab) {
  const std::int64_t ny = slab.image().ny;
  std::vector<CellParts::Row> rows(static_cast<std::size_t>(ny * slab.planes().size()));
  std::vector<std::size_t> first(rows.size() + 1);
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto number = static_cast<std::int64_t>(row);
    first[row + 1] = static_cast<std::size_t>(count_bits(slab.pores().row(number % ny, number / ny)));
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  const CellParts::Row all = network.body_of_voxel();
  for (std::size_t row = 0; row < rows.size(); ++row) rows[row] = all.subspan(first[row], first[row + 1] - first[row]);
  return rows;
}

/// Gives the bodies of the own cells of a domain, row by row, from the slabs that hold them.
CellParts fetch_bodies(const PoreNetwork& network, const PoreSlab& slab, const Domain& domain) {
  const Communicator& processes = slab.processes();
  const std::vector<CellParts::Row> own_rows = bodies_of_rows(network, slab);
  if (processes.is_alone()) return {network.count_bodies(), own_rows};
  const Block own = domain.own();
  const auto blocks = processes.gather_to_all(std::span<const Block>(&own, 1));
  const Range& planes = slab.planes();
  std::vector<std::vector<std::uint32_t>> to(blocks.size());  // the number of cells of each row, then their bodies
  auto next = own_rows.begin();
  for (std::int64_t z = planes.first; z < planes.last; ++z)
    for (std::int64_t y = 0; y < slab.image().ny; ++y, ++next)
      for (std::size_t rank = 0; rank < blocks.size(); ++rank) {
        if (!blocks[rank].front().z.contains(z) || !blocks[rank].front().y.contains(y)) continue;
        to[rank].push_back(static_cast<std::uint32_t>(next->size()));
        to[rank].insert(to[rank].end(), next->begin(), next->end());
      }
  const auto from = processes.exchange(to);
  std::vector<CellParts::Row> rows;  // processes have their planes in the order of their ranks
  for (const std::vector<std::uint32_t>& some : from)
    for (std::size_t row = 0; row < some.size(); row += 1 + some[row])
      rows.push_back(std::span(some).subspan(row + 1, some[row]));
  return {network.count_bodies(), rows};
}

}  // namespace

BodyMasses::BodyMasses(const PoreNetwork& network, const PoreSlab& pores, const Domain& domain)
    : parts_(std::make_shared<const CellParts>(fetch_bodies(network, pores, domain))) {}

std::vector<double> BodyMasses::measure(const Backend& backend, double force, std::vector<double> room) const {
  std::vector<double> masses = backend.sum_densities(parts_, std::move(room));
  for_each_body(masses.size(), [&](std::size_t body) { masses[body] /= force; });
  return masses;
}

void BodyMasses::add(Backend& backend, std::span<const double> of_body, double force) const {
  std::vector<double> densities(of_body.begin(), of_body.end());
  for_each_body(densities.size(), [&](std::size_t body) { densities[body] *= force; });
  backend.add_densities(parts_, densities);
}

}  // namespace perm
