// SPDX-License-Identifier: Apache-2.0
// Looks after pressure that becomes steady slowly: bounds what it keeps from K, by the network of the pores
// (darcy/pressure), and corrects it where the run would wait for it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "darcy/pressure/unsteady_pressure.hpp"
#include "darcy/running_flow.hpp"

namespace perm {

/// Says where a search stands, apart from slow pressure.
struct SearchState {
  double permeability{0};  ///< the best guess so far, voxel^2
  double slowest{0};       ///< the longest decay time that the image and K let expect, in steps
  double seen{0};          ///< the longest decay time seen
  double error{0};         ///< the bound on the rest, over K
  double error_beside{0};  ///< of this, what other changes cause than those of bodies
};

class SlowPressure {
 public:
  /// `network` may be null; then nothing is known of slow pressure.
  explicit SlowPressure(std::shared_ptr<const WatchedNetwork> network);

  /// Measures the bodies and gives the part of the residual of pressure that their changes do not explain. For those
  /// the network knows a sharper bound. Collective.
  double watch(RunningFlow& flow, double residual);
  /// Gives the part of `residual` that changes of the bodies do not explain by the last watch.
  double unexplained(const RunningFlow& flow, double residual) const;
  /// Bounds how far K will still change while the pressure becomes steady, over K. It is 0 while the bound on the rest
  /// is far from the tolerance. `interval` are the steps to the next look; `is_calm` says that no sound keeps a
  /// correction from coming now. Collective.
  double bound(RunningFlow& flow, const SearchState& state, std::int64_t interval, bool is_calm);
  /// Gives the bodies the pressure that the network says is steady, where slow pressure is what the run waits for, and
  /// says whether it did. A wrong network does no harm: the bound is always that of the flow as it is. Collective.
  bool correct(RunningFlow& flow, const SearchState& state);
  /// Tells whether a correction may come when the next bound is found: what else could be done should wait for it.
  bool may_soon_correct(double tolerance) const;
  /// Forgets what was seen of the flow: it has been changed by something else than steps.
  void forget();
  /// Gives the decay time of slow pressure that corrections do not help against; 0 where there is none.
  double time_without_remedy() const { return corrections_help() ? 0 : slow_time_; }

 private:
  /// Gives the decay time that the last two bounds show: throats that are wider than the network has them let pressure
  /// decay sooner than it says.
  double seen_time() const;
  bool corrections_help() const;
  /// Tells by the last bounds whether a correction would save steps.
  bool correction_pays(const SearchState& state, double tolerance) const;
  bool is_worth_waiting_for(const UnsteadyPressure::Error& found, double bound, const SearchState& state,
                            double tolerance) const;

  struct Bound {
    double of_k;  ///< relative
    double decay_time;
    double residual;
    std::int64_t step;
    std::int64_t looks;  ///< taken since then
  };
  std::optional<UnsteadyPressure> pressure_;
  std::optional<Bound> before_;           ///< the bound before the last one
  std::optional<Bound> last_;             ///< the last bound that was found from it
  std::optional<double> corrected_from_;  ///< the bound that the last correction was to lower
  int corrections_{0};
  int failures_{0};      ///< corrections that left most of the error
  double slow_time_{0};  ///< decay time of pressure that is slow, 0 where none is
};

}  // namespace perm
