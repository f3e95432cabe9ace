// SPDX-License-Identifier: Apache-2.0
// Finds how much mass is in each body of a pore network while a flow is stepped.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/network/pore_network.hpp"
#include "lattice/domain.hpp"
#include "solver/backend.hpp"

namespace perm {

class BodyMasses {
 public:
  BodyMasses() = default;
  /// `pores` is the slab that the network was made of. Collective. Keeps 5 bytes for each run of cells along x that lie
  /// in one body.
  BodyMasses(const PoreNetwork& network, const PoreSlab& pores, const Domain& domain);

  /// Gives the mass in each body of the image at this moment, over that of the fluid at rest, in units of the force.
  /// The sums are exact: every number of processes gives the same. Collective.
  std::vector<double> measure(const Backend& backend, double force) const;

 private:
  std::int64_t bodies_{0};
  std::vector<std::uint32_t> body_of_run_;
  std::vector<std::uint8_t> cells_of_run_;
};

}  // namespace perm
