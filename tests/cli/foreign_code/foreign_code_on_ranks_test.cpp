// SPDX-License-Identifier: Apache-2.0
// A library in the current folder that is called as one of MPI runs on no rank. mpirun itself is started there, too.
#include <gmock/gmock.h>

#include <cstdlib>

#include "cli/program.hpp"

namespace perm::cli {
namespace {

class ForeignCodeOnRanks : public CliTest {};

TEST_F(ForeignCodeOnRanks, in_the_current_folder_is_no_library_of_the_program) {
  if (std::string(PERM_MPIEXEC).empty()) GTEST_SKIP() << "this build has no MPI";
  const char* ranks = std::getenv("PERMEABILITY_TEST_RANKS");
  ASSERT_NE(ranks, nullptr) << "run by ctest";
  for (const char* name : {"libmpi.so.40", "libmpi.so.12", "libopen-rte.so.40", "libopen-pal.so.40", "libgomp.so.1",
                           "permeability-mpi.so"})
    std::filesystem::copy_file(PERM_FOREIGN_LIBRARY, path(name));
  const Outcome outcome = run_on_ranks(std::atoi(ranks), "--version");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, testing::HasSubstr("permeability"));
  EXPECT_THAT(outcome.err, testing::Not(testing::HasSubstr("foreign code")));
}

}  // namespace
}  // namespace perm::cli
