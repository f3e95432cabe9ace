// SPDX-License-Identifier: Apache-2.0
// Finds how much mass is in each body of a pore network while a flow is stepped.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "geometry/cuda/network_cuda.hpp"
#include "geometry/network/pore_network.hpp"
#include "lattice/cell_parts.hpp"
#include "lattice/domain.hpp"
#include "solver/backend.hpp"

namespace perm {

class BodyMasses {
 public:
  BodyMasses() = default;
  /// `pores` is the slab that the network was made of. Collective.
  BodyMasses(const PoreNetwork& network, const PoreSlab& pores, const Domain& domain);
  /// Takes bodies that a GPU has found.
  explicit BodyMasses(const NetworkOfGpu& found)
      : parts_(std::make_shared<const CellParts>(found.network.count_bodies(), found.bodies)) {}

  /// Gives the first process the mass in each body of the image at this moment, over that of the fluid at rest, in
  /// units of the force; the others get none. They take the memory of `room`. The bits are the same on every device and
  /// for every number of processes. Collective.
  std::vector<double> measure(const Backend& backend, double force, std::vector<double> room) const;
  /// Adds so many forces to the density of the cells of each body. Collective.
  void add(Backend& backend, std::span<const double> of_body, double force) const;
  std::int64_t bytes() const { return parts_ ? parts_->bytes() : 0; }  ///< that a device keeps

 private:
  std::shared_ptr<const CellParts> parts_;  ///< the bodies of this process's own cells
};

}  // namespace perm
