// SPDX-License-Identifier: Apache-2.0
#include "app/terminal/phase_lines.hpp"

#include <fmt/format.h>

#include <string_view>

#include "app/terminal/print.hpp"
#include "core/units.hpp"

namespace perm {
namespace {

/// Says what is done in a phase that may last seconds before the flow is stepped; empty for the others.
std::string_view describe(Phase phase) {
  switch (phase) {
    case Phase::reading:
      return "reading the image";
    case Phase::facts:
      return "looking at the faces of the image";
    case Phase::components:
      return "finding the pores that conduct";
    case Phase::survey:
      return "measuring the pores";
    case Phase::prediction:
      return "predicting memory and time";
    case Phase::lattice:
      return "making the lattice";
    case Phase::pressure:
      return "solving for the pressure of the voxels";
    case Phase::conduction:
      return "finding what the pores conduct";
    case Phase::fields:
      return "taking the fields";
    case Phase::saving:
      return "saving a state to go on from";
    default:
      return {};
  }
}

}  // namespace

std::string format_phase(Phase phase, double seconds) {
  return fmt::format("after {}: {}", format_duration(seconds), describe(phase));
}

void PhaseLines::show(Phase phase, int level, double seconds) {
  if (is_silent_ || level > 0 || describe(phase).empty() || seconds < last_ + seconds_between_) return;
  last_ = seconds;
  print(stream_, format_phase(phase, seconds) + "\n");
}

}  // namespace perm
