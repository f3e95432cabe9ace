// SPDX-License-Identifier: Apache-2.0
#include "core/phases/phase_clock.hpp"

#include <algorithm>
#include <utility>

namespace perm {
namespace {

thread_local PhaseClock* clock_of_thread = nullptr;

double seconds_between(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

std::string_view name_of(Phase phase) {
  constexpr std::string_view names[] = {"start",      "device",  "reading", "facts",  "components", "survey",
                                        "prediction", "halving", "lattice", "steps",  "looks",      "pressure",
                                        "conduction", "fields",  "saving",  "writing"};
  static_assert(std::size(names) == static_cast<std::size_t>(Phase::writing) + 1);
  return names[static_cast<std::size_t>(phase)];
}

PhaseClock::PhaseClock() : times_{{}}, before_(std::exchange(clock_of_thread, this)) {}

PhaseClock::~PhaseClock() { clock_of_thread = before_; }

PhaseClock* PhaseClock::of_thread() { return clock_of_thread; }

std::vector<PhaseTime> PhaseClock::times() const {
  std::vector<PhaseTime> times = times_;
  times[running_].seconds += seconds_between(since_, Clock::now());
  return times;
}

double PhaseClock::seconds() const { return seconds_between(start_, Clock::now()); }

void PhaseClock::add_until(Clock::time_point now) {
  times_[running_].seconds += seconds_between(since_, now);
  since_ = now;
}

std::size_t PhaseClock::begin(Phase phase) {
  add_until(Clock::now());
  const std::size_t before = running_;
  const auto found =
      std::ranges::find_if(times_, [&](const PhaseTime& time) { return time.phase == phase && time.level == level_; });
  const auto place = static_cast<std::size_t>(found - times_.begin());
  if (found == times_.end()) times_.push_back({phase, level_, 0});
  running_ = place;
  if (tell_) tell_(phase, level_, seconds_between(start_, since_));
  return before;
}

void PhaseClock::go_back(std::size_t place) {
  add_until(Clock::now());
  running_ = place;
}

PhaseScope::PhaseScope(Phase phase) : clock_(clock_of_thread) {
  if (clock_ == nullptr) return;
  place_ = clock_->begin(phase);
}

PhaseScope::~PhaseScope() {
  if (clock_ != nullptr) clock_->go_back(place_);
}

LevelScope::LevelScope() : clock_(clock_of_thread) {
  if (clock_ != nullptr) ++clock_->level_;
}

LevelScope::~LevelScope() {
  if (clock_ != nullptr) --clock_->level_;
}

}  // namespace perm
