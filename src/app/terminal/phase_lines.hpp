// SPDX-License-Identifier: Apache-2.0
// Tells in which phase a long run is, before its flow is stepped and there is a progress line.
#pragma once

#include <chrono>
#include <cstdio>
#include <string>

#include "core/phases/phase_clock.hpp"

namespace perm {

/// Gives "after 3.1 s: the survey of the pores", for example.
std::string format_phase(Phase phase, double seconds);

/// Writes a line to a stream when a phase begins and the last line, or the start, is so many seconds ago. Phases of
/// coarser images, and those that last moments, have no line.
class PhaseLines {
 public:
  static constexpr double seconds_between_lines = 2;
  explicit PhaseLines(std::FILE* stream, double seconds_between = seconds_between_lines)
      : stream_(stream), seconds_between_(seconds_between) {}

  void show(Phase phase, int level, double seconds);
  /// While another line tells how the run goes, there are none here.
  void be_silent(bool silent) { is_silent_ = silent; }

 private:
  std::FILE* stream_;
  double seconds_between_;
  double last_{0};
  bool is_silent_{false};
};

}  // namespace perm
