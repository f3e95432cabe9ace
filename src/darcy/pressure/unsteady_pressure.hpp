// SPDX-License-Identifier: Apache-2.0
// Bounds what pressure that is not yet steady still keeps from K.
//
// Where the pressure is not steady, fluid gathers in some bodies of the pore network and drains from others: body i
// takes up q_i (mass a step). The steady flow differs by one that carries the same amounts between the bodies, and the
// power that this difference dissipates is the error of <u> g (residual_bound.hpp): E = nu min sum J^2/G over the
// fluxes J through throats of conductance G that carry q (Thomson's principle), which is nu q' L^+ q with the
// network's Laplacian L. Nothing here asks how fast the flow changes: a slow body beside quick ones counts in full.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "darcy/pressure/body_masses.hpp"
#include "geometry/network/pore_network.hpp"
#include "solver/backend.hpp"

namespace perm {

/// The network of the pores of a flow, and the way to find how much mass is in each body.
struct WatchedNetwork {
  /// `distances` is the distance map of the slab under the rules of the domain. Collective.
  WatchedNetwork(const PoreSlab& pores, std::span<const SquaredDistance> distances, const Domain& domain);

  PoreNetwork network;
  BodyMasses masses;
};

/// Watches the bodies of a network from look to look.
class UnsteadyPressure {
 public:
  explicit UnsteadyPressure(std::shared_ptr<const WatchedNetwork> watched) : watched_(std::move(watched)) {}

  struct Look {
    double error{0};       ///< of K, voxel^2: about, and usually at least, what unsteady pressure makes K too large by
    double decay_time{0};  ///< of the modes that this error comes from, in steps
  };
  /// Takes a look at the flow, `nu` is its viscosity and `force` drives it. The first look, and the first one after
  /// forget(), gives an infinite error. Collective.
  Look look(const Backend& backend, double nu, double force);
  /// Forgets the last look: the flow has been changed by something else than steps.
  void forget() { masses_.clear(); }

 private:
  std::shared_ptr<const WatchedNetwork> watched_;
  std::vector<double> masses_;  ///< at the last look
  std::int64_t step_{0};        ///< of that look
};

/// Gives the least sum of J^2/G over fluxes J that carry `rates` (a number for each body) between the bodies of a
/// network. Bodies that throats join must take up nothing on the whole; what they do is taken from them in proportion
/// to their cells. Infinite where it cannot be found to a hundredth.
double least_dissipation(const PoreNetwork& network, std::span<const double> rates);

}  // namespace perm
