// SPDX-License-Identifier: Apache-2.0
// The program loads its part for MPI when a launcher has started it. Where that part is missing, or is another file, it
// says so and names what makes it; it never goes on alone beside others.
#include <gmock/gmock.h>

#include <fstream>

#include "cli/program.hpp"

namespace perm::cli {
namespace {

using testing::HasSubstr;

class MpiPart : public CliTest {
 protected:
  /// Expects one line that refuses, with `why` in it, from a process that is one of two.
  void expect_refusal(const std::string& part, const std::string& why) const {
    const Outcome outcome = run_in_shell("OMPI_COMM_WORLD_SIZE=2 PERMEABILITY_MPI=" + part, "--version");
    EXPECT_EQ(outcome.exit_code, 5);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr("This program cannot work in several processes"));
    EXPECT_THAT(outcome.err, HasSubstr(why));
    EXPECT_THAT(outcome.err, HasSubstr("permeability-mpi-build"));
  }
};

/// Gives the path of a shared library that is surely there: that of this process.
std::string some_library() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (const auto at = line.find('/'); at != std::string::npos && line.find("libc.so") != std::string::npos)
      return line.substr(at);
  return "";
}

TEST_F(MpiPart, one_that_is_missing_is_refused) {
  expect_refusal("/nowhere/part.so", "is not there: /nowhere/part.so");
}

TEST_F(MpiPart, one_that_is_no_library_is_refused) {
  write_text(path("part.so"), "int main() {}");
  expect_refusal(path("part.so").string(), "cannot be loaded");
}

TEST_F(MpiPart, another_library_is_refused) { expect_refusal(some_library(), "is not its part for MPI"); }

TEST_F(MpiPart, a_process_that_was_launched_alone_needs_none) {
  for (const std::string alone :
       {"OMPI_COMM_WORLD_SIZE=1", "PMI_RANK=0 PMI_SIZE=1", "PMIX_RANK=0 SLURM_STEP_NUM_TASKS=1"}) {
    const Outcome outcome = run_in_shell(alone + " PERMEABILITY_MPI=/nowhere/part.so", "--version");
    EXPECT_EQ(outcome.exit_code, 0) << alone << ": " << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("permeability")) << alone;
  }
}

TEST_F(MpiPart, a_process_that_does_not_know_how_many_there_are_needs_it) {
  for (const std::string launched : {"PMIX_RANK=0", "PMI_RANK=1", "SLURM_STEP_NUM_TASKS=2"}) {
    const Outcome outcome = run_in_shell(launched + " PERMEABILITY_MPI=/nowhere/part.so", "--version");
    EXPECT_EQ(outcome.exit_code, 5) << launched;
  }
}

}  // namespace
}  // namespace perm::cli
