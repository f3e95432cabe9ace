// SPDX-License-Identifier: Apache-2.0
// Tells the flow of a few steps as numbers over the whole image: its means, and how fast it still changes.
// flow_sums.hpp says how they are summed. Lattice units.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace perm {

/// Holds the mean of two or four consecutive steps. A staggered (-1)^t mode, which gaps of one voxel leave undamped,
/// cancels in this mean.
struct FlowSample {
  std::int64_t step{0};  ///< the last of them
  int steps{2};          ///< how many they are
  /// Superficial: over all voxels. With the quadratic equilibrium it is the mean of rho u; the mean density is 1.
  std::array<double, 3> mean_velocity{};
  std::array<std::vector<double>, 3> plane_flux;  ///< [axis][plane]: mean over all voxels of the plane across the axis
                                                  ///< of the component along that axis of the same
  double mass_deviation{0};                       ///< mean over cells of density - 1
  bool finite{true};                              ///< false: a value was infinite, not a number, or absurdly large
};

/// Says how fast a flow still changes: the action is found from two steps, all else from two pairs of steps, one after
/// the other or some steps apart.
struct FlowRates {
  /// -1/6 d/dt of the reversals, as a mean over all voxels. Where the flow is smooth this is d/dt of u^2/2 - c_s^2
  /// drho^2/2. To first order it is the error of <u> g (darcy/pressure_search.hpp).
  double action{0};
  /// Three standard deviations of what rounding to quanta does to the action.
  double action_rounding{0};
  // The following are means over all voxels, estimated from some of the cells (solver/domain/watched_words.hpp).
  double velocity_residual{0};  ///< (du/dt)^2
  double pressure_residual{0};  ///< c_s^2 (drho/dt)^2
  double unresolved{0};         ///< what both may be larger together, because those of a cell are counted in quanta
};

/// Holds the mean flow of two or four steps, with its rates.
struct ChangingFlow {
  FlowSample sample;
  FlowRates rates;
};

/// Changes are measured between two pairs of steps, or between the two steps of a pair. This names the pair that a step
/// belongs to, or the step; its number is the sign that the moments of the step have in the change.
enum class StepPairOf : int { first = -1, second = 1 };

/// Names what two steps make of the moments of a cell: their mean, or half of those of the second step less half of
/// those of the first.
enum class FieldOfTwo { mean, alternation };

/// Says what a step of the two does: it begins the field, or adds to it, so much of its moments.
struct FieldTerm {
  constexpr FieldTerm(FieldOfTwo field, bool is_first)
      : begins(is_first), share(field == FieldOfTwo::alternation && is_first ? -0.5F : 0.5F) {}

  bool begins;
  float share;
};

}  // namespace perm
