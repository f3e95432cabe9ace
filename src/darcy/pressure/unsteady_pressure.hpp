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
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/communicator.hpp"
#include "core/processors/node_processors.hpp"
#include "darcy/pressure/body_masses.hpp"
#include "darcy/pressure/network_solver.hpp"
#include "darcy/pressure/pressure_correction.hpp"
#include "geometry/network/pore_network.hpp"
#include "solver/backend.hpp"

namespace perm {

/// The network of the pores of a flow, and the way to find how much mass is in each body.
struct WatchedNetwork {
  /// `distances` is the distance map of the slab under the rules of the domain. Where a GPU computes, it finds the
  /// network too, if it has the memory. Collective.
  WatchedNetwork(const PoreSlab& pores, std::span<const SquaredDistance> distances, const Domain& domain, Device device)
      : WatchedNetwork(find(pores, distances, domain, device), domain, device) {}
  WatchedNetwork(const WatchedNetwork&) = delete;
  WatchedNetwork& operator=(const WatchedNetwork&) = delete;

  PoreNetwork network;
  BodyMasses masses;
  Communicator processes;
  NodeProcessors node;
  /// The first process solves the network for all, with the processors of all those of its node.
  bool is_solved_here() const { return processes.is_first(); }
  using ComingSolver = std::shared_future<std::shared_ptr<const NetworkSolver>>;
  /// Gives what solves the network, once it is made; null where it is solved elsewhere. Where a GPU steps, the first
  /// call begins to make it beside what the caller does next; else it is made when it is asked for.
  ComingSolver solver() const;

 private:
  struct Found {
    PoreNetwork network;
    BodyMasses masses;
  };
  static Found find(const PoreSlab& pores, std::span<const SquaredDistance> distances, const Domain& domain,
                    Device device);
  WatchedNetwork(Found found, const Domain& domain, Device device);

  Device device_;
  mutable std::once_flag begun_;
  mutable ComingSolver solver_;
};

/// Finds the least sum of J^2/G over fluxes J that carry given rates (a number for each body) between the bodies of a
/// network.
class LeastDissipation {
 public:
  explicit LeastDissipation(std::shared_ptr<const NetworkSolver> solver) : solver_(std::move(solver)) {}
  /// Gives this sum. Bodies that throats join must take up nothing on the whole; what they do is taken from them in
  /// proportion to their cells. Infinite where it cannot be found to a hundredth.
  double of(std::span<const double> rates);
  /// Gives the pressure, for viscosity 1, that drives the fluxes of the last call. Its mean over the cells of bodies
  /// that throats join, and that are not joined to the outside, is 0.
  std::vector<double> pressure() const { return solver_->without_means(pressure_); }
  const NetworkLaplacian& laplacian() const { return solver_->laplacian(); }

 private:
  std::shared_ptr<const NetworkSolver> solver_;
  std::vector<double> pressure_;
};

/// Watches the bodies of a network from look to look.
class UnsteadyPressure {
 public:
  explicit UnsteadyPressure(std::shared_ptr<const WatchedNetwork> watched)
      : watched_(std::move(watched)), solver_(watched_->solver()) {}

  /// Measures the mass in the bodies, and how fast it has changed since the last time. `force` drives the flow.
  /// Collective.
  void watch(const Backend& backend, double force);
  /// Forgets what was measured: the flow has been changed by something else than steps.
  void forget();
  bool knows_rates() const { return steps_ > 0; }

  /// Gives c_s^2 (drho/dt)^2, as a mean over all voxels in units of g^2 (so that nu times it is voxel^2 a step), where
  /// rho is the mean density of a body. 0 where the rates are not known.
  double residual() const { return residual_; }
  struct Error {
    double of_k{0};        ///< voxel^2: about, and usually at least, what unsteady pressure makes K too large by
    double decay_time{0};  ///< of the modes that this error comes from, in steps
  };
  /// Bounds the error of K by the rates; `nu` is the viscosity. Infinite where the rates are not known. Collective.
  Error bound(double nu);
  /// Gives each body the pressure at which, by the last bound, it would take up nothing more, and forgets what was
  /// measured. The mass of bodies that only throats join stays the same. `trust` is how far the conductances are
  /// believed: 1, or less where pressure decays sooner than by them. Collective.
  void correct(Backend& backend, double nu, double force, double trust);

 private:
  /// Gives the mass a step that a body took up between the last two measurements.
  double rate(std::size_t body) const { return (masses_[body] - before_[body]) / static_cast<double>(steps_); }

  std::shared_ptr<const WatchedNetwork> watched_;
  WatchedNetwork::ComingSolver solver_;
  // These are those of the process that solves the network.
  std::optional<LeastDissipation> dissipation_;  ///< from the first bound on
  std::unique_ptr<const ThreadTeam> team_;       ///< the same; it shares the loops over bodies
  PressureCorrection correction_;
  std::vector<double> masses_;  ///< the last time
  std::vector<double> before_;  ///< the time before

  double voxels_{0};                  ///< of the image
  std::optional<std::int64_t> step_;  ///< at which masses were measured last
  std::int64_t steps_{0};             ///< since the time before; 0 where there was none
  double residual_{0};
};

}  // namespace perm
