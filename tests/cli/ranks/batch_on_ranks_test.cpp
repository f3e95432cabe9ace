// SPDX-License-Identifier: Apache-2.0
// A batch under mpirun, on as many ranks as PERMEABILITY_TEST_RANKS says.
#include <gmock/gmock.h>

#include <cstdlib>

#include "cli/ranks/ranks_fixture.hpp"

namespace perm::cli {
namespace {

class BatchOnRanks : public RanksTest {
 protected:
  void SetUp() override {
    RanksTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    for (const char* name : {"rock.mha", "rock2.mha --seed 2"})
      ASSERT_EQ(run(std::string("generate overlap --size 20x18x16 --radius 4 --porosity 0.6 -o ") + name).exit_code, 0);
  }
};

TEST_F(BatchOnRanks, a_batch_shares_its_rows_and_writes_the_same_table) {
  write_text(path("junk.tif"), "junk");
  write_text(path("list.csv"),
             "input,direction,tolerance\nrock.mha,x,\nrock2.mha,y,\nrock.mha,xyz,1e-2\nrock2.mha,z,\nrock.mha,x,\nrock."
             "mha,y,no\n");
  const std::string words = "batch list.csv --voxel-size 2um --pore 0 --device cpu --output ";
  write_text(path("few.csv"), "input\nrock.mha\n");
  const std::string few = "batch few.csv --voxel-size 2um --pore 0 --device cpu --output ";
  ASSERT_EQ(run(few + "alone").exit_code, 0);
  ASSERT_EQ(run_on_ranks(ranks_, few + "ranks").exit_code, 0);
  EXPECT_EQ(read_text(path("ranks/batch.csv")), read_text(path("alone/batch.csv")));
  EXPECT_EQ(run(words + "alone").exit_code, 3);
  const Outcome outcome = run_on_ranks(ranks_, words + "ranks");
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(lines_of_program(outcome.err).size(), 1U) << outcome.err;
  EXPECT_EQ(read_text(path("ranks/batch.csv")), read_text(path("alone/batch.csv")));
  EXPECT_NE(read_text(path("ranks/batch.csv")), "");
}

}  // namespace
}  // namespace perm::cli
