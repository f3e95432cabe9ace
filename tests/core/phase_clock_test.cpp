// SPDX-License-Identifier: Apache-2.0
#include "core/phases/phase_clock.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <thread>

namespace perm {
namespace {

void work() { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }

double sum_of(const std::vector<PhaseTime>& times) {
  return std::accumulate(times.begin(), times.end(), 0.0,
                         [](double sum, const PhaseTime& time) { return sum + time.seconds; });
}

double seconds_of(const std::vector<PhaseTime>& times, Phase phase, int level = 0) {
  double seconds = 0;
  for (const PhaseTime& time : times)
    if (time.phase == phase && time.level == level) seconds += time.seconds;
  return seconds;
}

TEST(PhaseClock, has_every_moment_in_one_phase) {
  const PhaseClock clock;
  work();
  {
    const PhaseScope reading(Phase::reading);
    work();
    {
      const PhaseScope steps(Phase::steps);
      work();
    }
    work();
  }
  const double before = clock.seconds();
  const std::vector<PhaseTime> times = clock.times();
  const double after = clock.seconds();
  EXPECT_GE(sum_of(times), before - 1e-9);
  EXPECT_LE(sum_of(times), after + 1e-9);
  EXPECT_GE(seconds_of(times, Phase::start), 0.005);
  EXPECT_GE(seconds_of(times, Phase::reading), 0.010);  // without what the scope inside took
  EXPECT_GE(seconds_of(times, Phase::steps), 0.005);
}

TEST(PhaseClock, adds_up_a_phase_that_comes_again_and_keeps_levels_apart) {
  const PhaseClock clock;
  for (int i = 0; i < 2; ++i) {
    const PhaseScope steps(Phase::steps);
    work();
    const LevelScope coarser;
    const PhaseScope coarse_steps(Phase::steps);
    work();
  }
  const std::vector<PhaseTime> times = clock.times();
  ASSERT_EQ(times.size(), 3U);  // the start, the steps, and those of the coarser image
  EXPECT_GE(seconds_of(times, Phase::steps, 0), 0.010);
  EXPECT_GE(seconds_of(times, Phase::steps, 1), 0.010);
}

TEST(PhaseClock, tells_of_every_phase_that_begins) {
  PhaseClock clock;
  std::vector<std::pair<Phase, int>> told;
  clock.tell_of_phases([&](Phase phase, int level, double seconds) {
    EXPECT_GE(seconds, 0);
    told.emplace_back(phase, level);
  });
  {
    const PhaseScope survey(Phase::survey);
    const LevelScope coarser;
    const PhaseScope halving(Phase::halving);
  }
  clock.tell_of_phases({});
  { const PhaseScope steps(Phase::steps); }
  EXPECT_EQ(told, (std::vector<std::pair<Phase, int>>{{Phase::survey, 0}, {Phase::halving, 1}}));
}

TEST(PhaseClock, is_that_of_its_thread_and_scopes_do_without) {
  EXPECT_EQ(PhaseClock::of_thread(), nullptr);
  { const PhaseScope nobody_looks(Phase::steps); }
  const PhaseClock clock;
  EXPECT_EQ(PhaseClock::of_thread(), &clock);
  std::thread([] {
    EXPECT_EQ(PhaseClock::of_thread(), nullptr);
    const PhaseScope of_nobody(Phase::steps);
  }).join();
  EXPECT_EQ(clock.times().size(), 1U);
  {
    const PhaseClock another;
    const PhaseScope steps(Phase::steps);
    EXPECT_EQ(another.times().size(), 2U);
  }
  EXPECT_EQ(PhaseClock::of_thread(), &clock);
  EXPECT_EQ(clock.times().size(), 1U);
}

}  // namespace
}  // namespace perm
