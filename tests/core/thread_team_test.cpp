// SPDX-License-Identifier: Apache-2.0
// The threads of a team do their work once a round, and sleep while they wait.
#include "core/processors/thread_team.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>
#include <vector>

#include "waiting.hpp"

namespace perm {
namespace {

TEST(ThreadTeam, calls_its_work_once_on_every_thread_and_first_on_the_caller) {
  for (const int size : {1, 2, 5}) {
    const ThreadTeam team(size);
    ASSERT_EQ(team.size(), size);
    std::vector<std::thread::id> ids(static_cast<std::size_t>(size));
    std::vector<int> calls(static_cast<std::size_t>(size));
    team.run([&](int thread) {
      ids[static_cast<std::size_t>(thread)] = std::this_thread::get_id();
      ++calls[static_cast<std::size_t>(thread)];
    });
    EXPECT_EQ(calls, std::vector<int>(static_cast<std::size_t>(size), 1));
    EXPECT_EQ(ids.front(), std::this_thread::get_id());
    for (std::size_t a = 0; a < ids.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) EXPECT_NE(ids[a], ids[b]);
  }
}

TEST(ThreadTeam, cuts_a_count_into_parts_that_meet) {
  const ThreadTeam team(3);
  std::vector<int> touched(1000);
  team.run_on_parts(1000, [&](Range part, int) {
    for (std::int64_t i = part.first; i < part.last; ++i) ++touched[static_cast<std::size_t>(i)];
  });
  EXPECT_EQ(touched, std::vector<int>(1000, 1));
}

TEST(ThreadTeam, loses_no_round_whoever_comes_late) {
  const ThreadTeam team(3);
  std::vector<int> rounds_of(3);
  for (int round = 0; round < 300; ++round) {
    // In turn each thread comes so late that the others sleep, and in most rounds none does.
    team.run([&](int thread) {
      if (round % 16 == thread) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      ++rounds_of[static_cast<std::size_t>(thread)];
    });
    ASSERT_EQ(rounds_of, std::vector<int>(3, round + 1));
    if (round % 16 == 3) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST(ThreadTeam, takes_no_processor_while_it_waits) {
  using namespace std::chrono_literals;
  const ThreadTeam team(4);
  team.run([](int) {});
  std::this_thread::sleep_for(20ms);
  const double before = processor_seconds(::getpid());
  std::this_thread::sleep_for(200ms);  // all threads wait for work
  team.run([](int thread) {
    if (thread == 1) std::this_thread::sleep_for(200ms);  // the caller waits for this one
  });
  EXPECT_LT(processor_seconds(::getpid()) - before, 0.05) << "threads that spin would take the whole of a processor";
}

TEST(ThreadTeam, stays_on_the_processors_of_its_caller) {
  cpu_set_t before;
  ASSERT_EQ(::sched_getaffinity(0, sizeof before, &before), 0);
  int first = 0;
  while (!CPU_ISSET(first, &before)) ++first;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
  {
    const ThreadTeam team(3);
    std::atomic<int> elsewhere{0};
    team.run([&](int) {
      cpu_set_t own;
      ::sched_getaffinity(0, sizeof own, &own);
      if (!CPU_EQUAL(&own, &one)) ++elsewhere;
    });
    EXPECT_EQ(elsewhere, 0);
  }
  ::sched_setaffinity(0, sizeof before, &before);
}

TEST(ThreadTeam, is_smaller_where_the_system_allows_no_more_threads) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need their own address space";
#endif
  std::int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_AS, &before), 0);
  rlimit tight = before;  // there is no room for the stacks of 100 threads, which are more than 1 MB each
  tight.rlim_cur = static_cast<rlim_t>(pages * ::sysconf(_SC_PAGESIZE) + 30'000'000);
  ASSERT_EQ(::setrlimit(RLIMIT_AS, &tight), 0);
  {
    const ThreadTeam team(100);
    EXPECT_LT(team.size(), 100);
    std::atomic<int> calls{0};
    team.run([&](int) { ++calls; });
    EXPECT_EQ(calls, team.size());
  }
  ::setrlimit(RLIMIT_AS, &before);
}

}  // namespace
}  // namespace perm
