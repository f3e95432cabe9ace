// SPDX-License-Identifier: Apache-2.0
// mpirun binds a single process to one processor unless it is told otherwise. The program then uses all that mpirun may
// use, and keeps to a binding that somebody asked for.
#include <gtest/gtest.h>
#include <sched.h>

#include <cstdlib>
#include <map>
#include <optional>
#include <string>

#include "cli/program.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;

class Binding : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    if (std::string(PERM_MPIEXEC).empty()) GTEST_SKIP() << "this build has no MPI";
    for (const char* name : {policy, "OMP_NUM_THREADS"}) {
      const char* value = std::getenv(name);
      before_[name] = value == nullptr ? std::nullopt : std::optional<std::string>(value);
      ::unsetenv(name);
    }
    write_text(path("sc.ini"), "kind = sc\nsize = 16\nporosity = 0.6\n");
    ASSERT_EQ(run("solve sc.ini --device cpu --output alone").exit_code, 0);
    processors_ = threads_of("alone");
    if (processors_ < 2) GTEST_SKIP() << "this machine gives the program one processor";
  }
  void TearDown() override {
    for (const auto& [name, value] : before_)
      if (value) ::setenv(name.c_str(), value->c_str(), 1);
    CliTest::TearDown();
  }

  int threads_of(const std::string& folder) const {
    return json::parse(read_text(path(folder + "/result.json")))["solver"]["threads"].get<int>();
  }
  int threads_under_mpirun() const {
    const Outcome outcome = run_on_ranks(1, "solve sc.ini --device cpu --overwrite --output bound");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return threads_of("bound");
  }

  static constexpr const char* policy = "OMPI_MCA_hwloc_base_binding_policy";
  int processors_{0};

 private:
  std::map<std::string, std::optional<std::string>> before_;
};

TEST_F(Binding, by_default_leaves_no_processor_idle) { EXPECT_EQ(threads_under_mpirun(), processors_); }

TEST_F(Binding, that_somebody_asked_for_is_kept) {
  ::setenv(policy, "hwthread", 1);
  EXPECT_EQ(threads_under_mpirun(), 1);
  ::setenv(policy, "none", 1);
  EXPECT_EQ(threads_under_mpirun(), processors_);
  ::unsetenv(policy);
}

TEST_F(Binding, of_a_program_between_them_is_kept) {
  cpu_set_t all;
  CPU_ZERO(&all);
  ASSERT_EQ(::sched_getaffinity(0, sizeof all, &all), 0);
  std::size_t last = 0;
  for (std::size_t processor = 0; processor < CPU_SETSIZE; ++processor)
    if (CPU_ISSET(processor, &all)) last = processor;
  const std::string words = "solve sc.ini --device cpu --overwrite --output bound";
  const auto threads_under = [&](const std::string& between) {
    // The shell's own `exec` comes before the program.
    const Outcome outcome =
        run_in_shell(PERM_MPIEXEC " -n 1 " + between + " /bin/sh -c 'shift; exec \"$@\"' sh", words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return threads_of("bound");
  };
  EXPECT_EQ(threads_under("taskset -c " + std::to_string(last)), 1);
  EXPECT_EQ(threads_under("timeout 60"), processors_) << "bound by mpirun, not by timeout";
}

}  // namespace
}  // namespace perm::cli
