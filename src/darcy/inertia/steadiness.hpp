// SPDX-License-Identifier: Apache-2.0
// Judges by the residual whether a flow with inertia is steady, will be, or never will. The residual is how fast
// velocities still change, as a root mean square over all voxels; K may stand still by chance, or swing about a mean,
// while it does not fall. Times are in steps.
#pragma once

#include <cstdint>
#include <vector>

namespace perm {

/// Holds one look at a flow (Backend::advance_and_watch).
struct InertialLook {
  std::int64_t step{0};  ///< since the flow was last changed by something else than steps
  double rate{0};        ///< root mean square of du/dt over the superficial velocity
};

class Steadiness {
 public:
  /// `slowest` is the longest decay time that the pores let expect, at the viscosity of the flow.
  explicit Steadiness(double slowest) : slowest_(slowest) {}

  void add(const InertialLook& look) { looks_.push_back(look); }

  /// Bounds what the mean velocity misses of its limit, over itself: what decays in T steps and changes by r a step has
  /// T r to go. T is the longest of the decay time that the last looks show, up to five times the expected one, and
  /// the expected one. Infinite before there are two looks.
  double error() const;
  /// Tells whether the residual has stopped falling although the flow is not steady to `tolerance`: its root mean
  /// square in the last quarter of the time is hardly below that of the quarter before, after eight of the longest
  /// decay times.
  bool is_unsteady(double tolerance) const;

 private:
  /// Gives the root mean square of the rates between two shares of the time so far.
  double typical_rate(double from, double to) const;

  double slowest_;
  std::vector<InertialLook> looks_;
};

}  // namespace perm
