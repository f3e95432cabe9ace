// SPDX-License-Identifier: Apache-2.0
// Says which flow of a list comes next: one at each Reynolds number that was asked for, and between these a few more
// where K is down by the shares that mark the end of Darcy's law. Lattice units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/saving/members.hpp"
#include "darcy/inertia/forchheimer.hpp"
#include "darcy/inertia/inertial_list.hpp"

namespace perm {

/// Foretells K0/K - 1 at a larger Reynolds number from the flows before it, by a power law.
double foretell_inertia(const InertialFlows& flows, double reynolds);

class NextFlow {
 public:
  /// Gives the Reynolds number of the next flow, when those of before are solved; none where the list is complete.
  std::optional<double> choose(std::span<const double> asked, const InertialFlows& flows);
  /// Puts the flow that was chosen last, which is the last of the points, in its place among them.
  void put_in_place(std::vector<InertialPoint>& points) const;

  struct State {
    std::size_t asked{0};                       ///< how many of those that were asked for have been chosen
    std::size_t share{shares_of_onset.size()};  ///< for which more flows are looked for; the end: for none
    int tries{0};                               ///< at this share
    std::optional<std::int64_t> place{};        ///< of the flow among the points; absent: it is the last one
  };
  const State& state() const { return state_; }
  State& state() { return state_; }

 private:
  /// Where K is down by a share of shares_of_onset somewhere below the first flow that shows inertia, gives a Reynolds
  /// number there: that of a flow that is down by nearly as much.
  std::optional<double> choose_where_k_is_down(const InertialFlows& flows);

  State state_;
};
PERM_MEMBERS(NextFlow::State, asked, share, tries, place)

}  // namespace perm
