// SPDX-License-Identifier: Apache-2.0
// A test that starts mpirun itself, on as many ranks as ctest says.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "cli/program.hpp"

namespace perm::cli {

class RanksTest : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    if (std::string(PERM_MPIEXEC).empty()) GTEST_SKIP() << "this build has no MPI";
    const char* ranks = std::getenv("PERMEABILITY_TEST_RANKS");
    ASSERT_NE(ranks, nullptr) << "run by ctest";
    ranks_ = std::atoi(ranks);
  }

  int ranks_{1};
};

}  // namespace perm::cli
