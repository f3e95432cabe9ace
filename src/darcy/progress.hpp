// SPDX-License-Identifier: Apache-2.0
// Tells what a run says to its caller while it steps.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

#include "core/extent.hpp"
#include "core/stop_check.hpp"

namespace perm {

/// Describes the state of a run at one moment. Lattice units, except for the seconds.
struct Progress {
  Axis direction{Axis::x};
  std::int64_t steps{0};
  /// Extrapolated where that is possible, else the current value. Absent until there is one.
  std::optional<double> permeability_voxel2{};
  double error{std::numeric_limits<double>::infinity()};  ///< current relative bound; infinite until there is one
  double mflups{0};
  double seconds{0};
  double seconds_left{0};  ///< estimate; infinite until there is one
};
using ProgressFunction = std::function<void(const Progress&)>;

/// A ProgressFunction throws this to end the flow where it is. Its run then gives K with the bound of that moment, and
/// StopReason::interrupted. Where no K is known yet, this leaves the run.
struct StopFlow {
  StopWish wish{StopWish::at_once};
};
/// A ProgressFunction, or work that stops within a look, throws this to end the run. A flow whose K is known keeps it
/// with the bound of its last look; else this leaves the run.
struct StopRun {
  StopWish wish{StopWish::at_once};
};

}  // namespace perm
