// SPDX-License-Identifier: Apache-2.0
// What a thread of a parallel region throws comes out of the region as one exception, whatever the other threads do.
#include "core/processors/first_error.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "core/processors/thread_team.hpp"

namespace perm {
namespace {

/// Calls work(thread) in each of three threads.
template <class Work>
void in_threads(const Work& work) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 3; ++thread) threads.emplace_back([&work, thread] { work(thread); });
  for (std::thread& thread : threads) thread.join();
}

/// Cannot be made by a thread that is bad.
struct OwnOfThread {
  explicit OwnOfThread(bool is_bad) {
    if (is_bad) throw std::bad_alloc();
  }
  int uses{0};
};

TEST(FirstError, brings_an_exception_out_of_threads_and_throws_it_once) {
  for (const int bad : {0, 1, 99, -1}) {
    FirstError error;
    std::atomic<int> calls{0};
    in_threads([&](int thread) {
      for (int i = thread; i < 100; i += 3)
        error.guard([&] {
          ++calls;
          if (i == bad) throw std::runtime_error("number " + std::to_string(i));
        });
    });
    if (bad < 0) {
      EXPECT_NO_THROW(error.rethrow());
      EXPECT_EQ(calls, 100);
    } else {
      EXPECT_THROW(error.rethrow(), std::runtime_error);
      EXPECT_LE(calls, 100);
    }
    EXPECT_NO_THROW(error.rethrow()) << "it was thrown before";
  }
}

TEST(FirstError, calls_nothing_in_a_thread_that_could_not_make_its_own) {
  for (const int bad : {0, 1, 2}) {
    FirstError error;
    std::atomic<int> calls_of_bad{0};
    in_threads([&](int thread) {
      auto own = error.make<OwnOfThread>(thread == bad);
      for (int i = 0; i < 100; ++i)
        error.guard([&] {
          ++own->uses;
          calls_of_bad += thread == bad ? 1 : 0;
        });
    });
    EXPECT_EQ(calls_of_bad, 0);
    EXPECT_THROW(error.rethrow(), std::bad_alloc);
  }
}

TEST(FirstError, leaves_out_what_is_left_where_the_thread_that_began_is_to_stop) {
  std::atomic<int> calls{0};
  const auto work_through = [&calls](StopOfRegion stop) {
    calls = 0;
    FirstError error(stop);
    in_threads([&](int thread) {
      for (int i = thread; i < 1000; i += 3) error.guard([&] { ++calls; });
    });
    error.rethrow();
  };
  StopToken token{[&calls] { return calls >= 10 ? 7 : 0; }, [](int why) { throw why; }};
  const StopScope scope(token);
  EXPECT_THROW(work_through(StopOfRegion::allowed), int);
  EXPECT_LT(calls, 20);
  EXPECT_NO_THROW(work_through(StopOfRegion::never));
  EXPECT_EQ(calls, 1000);
  token.reach = StopReach::together;  // a process of several must not leave by itself what all do
  const StopScope together(token);
  EXPECT_NO_THROW(work_through(StopOfRegion::allowed));
  EXPECT_EQ(calls, 1000);
  EXPECT_EQ(stop_wanted(), 7);
  EXPECT_THROW(check_for_stop(Communicator()), int);
}

TEST(FirstError, lets_a_thread_team_throw_what_its_work_throws_and_go_on) {
  const ThreadTeam team(3);
  for (int round = 0; round < 30; ++round) {
    EXPECT_THROW(team.run([&](int thread) {
      if (thread == round % team.size()) throw std::bad_alloc();
    }),
                 std::bad_alloc);
    std::atomic<int> calls{0};
    team.run([&](int) { ++calls; });
    EXPECT_EQ(calls, team.size());
  }
}

}  // namespace
}  // namespace perm
