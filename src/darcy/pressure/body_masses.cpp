// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/body_masses.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace perm {
namespace {

constexpr std::int64_t cells_a_batch = 1 << 20;
// A density deviation is at most some times the force times the length of the image. These quanta leave room for
// 2^80 forces in a body, and rounding to them changes no mass by more than 2^-41 forces a cell.
constexpr int quantum_exponent = 40;

std::int64_t count_row(std::span<const std::uint32_t> row) {
  std::int64_t cells = 0;
  for (const std::uint32_t word : row) cells += std::popcount(word);
  return cells;
}

/// Gives the bodies of the own cells of a domain, in memory order, from the slabs that hold them.
std::vector<std::uint32_t> fetch_bodies(const PoreNetwork& network, const PoreSlab& slab, const Domain& domain) {
  const Communicator& processes = slab.processes();
  if (processes.is_alone()) return network.body_of_voxel();
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
  std::vector<std::uint32_t> bodies;  // processes have their planes in the order of their ranks
  for (const std::vector<std::uint32_t>& rows : from)
    for (auto row = rows.begin(); row != rows.end();) {
      const auto cells = static_cast<std::ptrdiff_t>(*row++);
      bodies.insert(bodies.end(), row, row + cells);
      row += cells;
    }
  return bodies;
}

}  // namespace

BodyMasses::BodyMasses(const PoreNetwork& network, const PoreSlab& pores, const Domain& domain)
    : bodies_(network.count_bodies()) {
  for (const std::uint32_t body : fetch_bodies(network, pores, domain)) {
    if (!body_of_run_.empty() && body_of_run_.back() == body &&
        cells_of_run_.back() < std::numeric_limits<std::uint8_t>::max()) {
      ++cells_of_run_.back();
    } else {
      body_of_run_.push_back(body);
      cells_of_run_.push_back(1);
    }
  }
  body_of_run_.shrink_to_fit();
  cells_of_run_.shrink_to_fit();
}

std::vector<double> BodyMasses::measure(const Backend& backend, double force) const {
  int exponent = 0;
  std::frexp(force, &exponent);
  const double scale = std::ldexp(1.0, quantum_exponent - exponent);
  std::vector<__int128> masses(static_cast<std::size_t>(bodies_));
  std::vector<double> densities;
  std::size_t run = 0;
  std::int64_t left = cells_of_run_.empty() ? 0 : cells_of_run_.front();  // cells of the run that are still to come
  for (std::int64_t first = 0; first < backend.cells(); first += cells_a_batch) {
    densities.resize(static_cast<std::size_t>(std::min(cells_a_batch, backend.cells() - first)));
    backend.read_densities(first, densities);
    for (std::size_t i = 0; i < densities.size();) {
      const auto end = std::min(densities.size(), i + static_cast<std::size_t>(left));
      left -= static_cast<std::int64_t>(end - i);
      std::int64_t sum = 0;
      for (; i < end; ++i) sum += std::llrint(densities[i] * scale);
      masses[body_of_run_[run]] += sum;
      if (left == 0 && ++run < body_of_run_.size()) left = cells_of_run_[run];
    }
  }
  backend.domain().processes().sum(std::span<__int128>(masses));
  std::vector<double> result;
  result.reserve(masses.size());
  for (const __int128 mass : masses) result.push_back(static_cast<double>(mass) / scale / force);
  return result;
}

}  // namespace perm
