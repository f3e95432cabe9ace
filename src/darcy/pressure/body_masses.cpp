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

}  // namespace

BodyMasses::BodyMasses(const PoreNetwork& network, const PoreSlab& pores, const Domain& domain)
    : parts_(std::make_shared<const CellParts>(
          fetch_parts(network.count_bodies(), bodies_of_rows(network, pores), pores, {0, pores.image().nz}, domain))) {}

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
