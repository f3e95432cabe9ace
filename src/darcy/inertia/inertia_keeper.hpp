// SPDX-License-Identifier: Apache-2.0
// Saves the lattice of a list of flows with inertia while it is stepped, with what the list knows, so that the list can
// go on another time with the same bits. Between two looks at a flow (Backend::advance_and_compare) what the last one
// has left is saved too.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/saving/checkpoint.hpp"
#include "core/saving/state_bytes.hpp"
#include "darcy/flow_keeper.hpp"
#include "darcy/flow_lattice.hpp"
#include "darcy/flow_options.hpp"
#include "darcy/stepper.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

class InertiaKeeper {
 public:
  /// Reads what was saved of this list, if anything was.
  explicit InertiaKeeper(const FlowSaving& saving);
  ~InertiaKeeper();
  InertiaKeeper(const InertiaKeeper&) = delete;
  InertiaKeeper& operator=(const InertiaKeeper&) = delete;

  /// Says whether there is a state of this list.
  static bool has_state(const FlowSaving& saving);
  /// Makes the lattice of `pores` again, as it was saved. Collective.
  std::shared_ptr<FlowLattice> make_lattice(const PoreSlab& pores, const FlowOptions& options) const;
  /// Gives what the list knew, and lets the clock go on from then.
  const StateBytes& restore(Stepper& stepper) const;

  /// Says whether it is time to save a state. Collective.
  bool is_due() const { return saving_.checkpoint != nullptr && saving_.checkpoint->is_due(); }
  /// Saves the lattice and `list`, what the list knows. Does nothing where nothing is to be saved. Collective.
  void save(FlowLattice& lattice, const Stepper& stepper, const StateBytes& list, Checkpoint::When when) const;

  /// What else the steps of a lattice need besides its distributions.
  struct Stepping {
    Equilibrium equilibrium{Equilibrium::linear};
    std::array<double, 3> force{};
    double tau{1};
    std::int64_t steps{0};
    double seconds{0};
    std::optional<std::int64_t> compared_step;
  };

 private:
  struct Found {
    Stepping stepping;
    StateBytes list;
  };

  FlowSaving saving_;
  std::optional<Found> found_;
};
PERM_MEMBERS(InertiaKeeper::Stepping, equilibrium, force, tau, steps, seconds, compared_step)

}  // namespace perm
