// SPDX-License-Identifier: Apache-2.0
// The number of threads follows what is asked for, OMP_NUM_THREADS, affinity, and the quota of control groups.
#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "core/made_up_root.hpp"
#include "core/processors/threads.hpp"

namespace perm {
namespace {

class Threads : public MadeUpRoot {
 protected:
  Threads() : before_(set_loop_threads(1000)) {
    if (const char* text = std::getenv("OMP_NUM_THREADS")) variable_ = text;
    ::unsetenv("OMP_NUM_THREADS");
    ::sched_getaffinity(0, sizeof affinity_, &affinity_);
  }
  ~Threads() override {
    set_loop_threads(before_);
    if (!variable_.empty()) ::setenv("OMP_NUM_THREADS", variable_.c_str(), 1);
    ::sched_setaffinity(0, sizeof affinity_, &affinity_);
  }

  int processors() const { return CPU_COUNT(&affinity_); }
  void set_quota(const std::string& quota) const {
    put_into_version_2("/job");
    write("sys/fs/cgroup/job/cpu.max", quota);
  }

 private:
  int before_;
  std::string variable_;
  cpu_set_t affinity_{};
};

TEST_F(Threads, are_as_many_as_are_asked_for) {
  set_quota("100000 100000");
  EXPECT_EQ(resolve_threads(5, {}, root()), 5);
}

TEST_F(Threads, are_as_many_as_there_are_processors) { EXPECT_EQ(resolve_threads(0, {}, root()), processors()); }

TEST_F(Threads, follow_the_affinity) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(::sched_getcpu(), &one);
  ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(resolve_threads(0, {}, root()), 1);
}

TEST_F(Threads, are_no_more_than_the_quota_rounded_up) {
  set_quota("100000 100000");
  EXPECT_EQ(resolve_threads(0, {}, root()), 1);
  set_quota("110000 100000");
  EXPECT_EQ(resolve_threads(0, {}, root()), std::min(2, processors()));
  set_quota("max 100000");
  EXPECT_EQ(resolve_threads(0, {}, root()), processors());
}

TEST_F(Threads, of_loops_are_set_and_given_back) {
  EXPECT_EQ(set_loop_threads(3), 1000);
  EXPECT_EQ(set_loop_threads(7), 3);
  EXPECT_EQ(resolve_threads(0, {}, root()), std::min(7, processors()));
}

TEST_F(Threads, follow_the_variable_of_openmp_whatever_the_quota) {
  ::setenv("OMP_NUM_THREADS", "1000", 1);  // OpenMP has read it before, as set_loop_threads pretends
  set_quota("100000 100000");
  EXPECT_EQ(resolve_threads(0, {}, root()), 1000);
  ::unsetenv("OMP_NUM_THREADS");
}

}  // namespace
}  // namespace perm
