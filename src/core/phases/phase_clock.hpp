// SPDX-License-Identifier: Apache-2.0
// Keeps the budget of a whole command: every moment belongs to one phase, so that the phases add up to the wall time.
//
//     PhaseClock clock;                    // in the thread that works
//     { const PhaseScope reading(Phase::reading);  read(); }
//     for (const PhaseTime& time : clock.times()) ...
//
// A scope inside another one takes its time from it. Code that works names its phase where it works; without a clock in
// its thread that costs next to nothing, so that a library may be called by programs that keep no clock.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace perm {

enum class Phase {
  start,       ///< of the program: options, other processes, the output; and whatever no scope takes
  device,      ///< a GPU is started
  reading,     ///< the image: files, segmentation, or making it by a recipe
  facts,       ///< what is said of the image: hash, faces that match
  components,  ///< which pores the flow can reach
  survey,      ///< sizes of the pores
  prediction,  ///< memory and time, the clocks of pressure and momentum
  halving,     ///< the image in voxels twice as large
  lattice,     ///< links, masks and the first distributions
  steps,       ///< of the flow
  looks,       ///< samples, bounds and measures of the flow, without this:
  pressure,    ///< of the voxels: what it still keeps from K, and its changes
  conduction,  ///< what the pores conduct of a current
  fields,      ///< taking the fields of the flow
  saving,      ///< what the run needs to go on another time
  writing,     ///< files of the run
};

/// Gives the name of a phase, as in result.json.
std::string_view name_of(Phase phase);

/// What a phase took, in the image that was given (level 0) or in one of its coarser images.
struct PhaseTime {
  Phase phase{Phase::start};
  int level{0};
  double seconds{0};
};

/// Measures the phases of the thread that made it, until it goes. One thread has one clock at a time; one that is made
/// later takes its place as long as it lives.
class PhaseClock {
 public:
  PhaseClock();
  ~PhaseClock();
  PhaseClock(const PhaseClock&) = delete;
  PhaseClock& operator=(const PhaseClock&) = delete;

  /// Gives the clock of this thread; null without one.
  static PhaseClock* of_thread();
  /// Gives what each phase took until now, in the order in which the phases began. They add up to seconds().
  std::vector<PhaseTime> times() const;
  /// Gives the seconds since the clock was made.
  double seconds() const;
  /// Calls tell(phase, level, seconds()) whenever a phase begins; an empty function ends that.
  void tell_of_phases(std::function<void(Phase, int, double)> tell) { tell_ = std::move(tell); }

 private:
  friend class PhaseScope;
  friend class LevelScope;
  using Clock = std::chrono::steady_clock;

  /// Ends the phase that runs and begins another one. Gives the place of the one that ran.
  std::size_t begin(Phase phase);
  void go_back(std::size_t place);
  void add_until(Clock::time_point now);

  std::vector<PhaseTime> times_;
  std::size_t running_{0};  ///< in times_
  int level_{0};
  Clock::time_point start_{Clock::now()};
  Clock::time_point since_{start_};
  PhaseClock* before_;
  std::function<void(Phase, int, double)> tell_;
};

/// The time of its life counts for a phase.
class PhaseScope {
 public:
  explicit PhaseScope(Phase phase);
  ~PhaseScope();
  PhaseScope(const PhaseScope&) = delete;
  PhaseScope& operator=(const PhaseScope&) = delete;

 private:
  PhaseClock* clock_;
  std::size_t place_{0};
};

/// While it lives, phases belong to the next coarser image.
class LevelScope {
 public:
  LevelScope();
  ~LevelScope();
  LevelScope(const LevelScope&) = delete;
  LevelScope& operator=(const LevelScope&) = delete;

 private:
  PhaseClock* clock_;
};

}  // namespace perm
