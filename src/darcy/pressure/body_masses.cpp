// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/body_masses.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "darcy/pressure/body_blocks.hpp"

namespace perm {
BodyMasses::BodyMasses(const PoreNetwork& network, const PoreSlab& pores, const Domain& domain)
    : parts_(std::make_shared<const CellParts>(
          fetch_parts(network.count_bodies(), network.body_of_voxel(), pores, {0, pores.image().nz}, domain))) {}

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
