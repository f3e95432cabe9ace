// SPDX-License-Identifier: Apache-2.0
// This is GoogleTest's main for tests that several processes run together. A failure on any process fails the test. A
// test that throws on one process ends all, because the others would wait for it.
#include <gtest/gtest.h>

#include <exception>
#include <iostream>

#include "core/communicator.hpp"

namespace {

/// All processes but the first print failures only.
class FailuresOnly : public testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (result.failed())
      std::cout << perm::Job::who() << ": " << (result.file_name() != nullptr ? result.file_name() : "") << ':'
                << result.line_number() << ": " << result.message() << std::endl;
  }
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  testing::GTEST_FLAG(catch_exceptions) = false;
  try {
    const perm::Job job;
    const perm::Communicator world = perm::Communicator::world();
    if (!world.is_first()) {
      testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
      delete listeners.Release(listeners.default_result_printer());
      listeners.Append(new FailuresOnly);
    }
    const bool failed = RUN_ALL_TESTS() != 0;
    return world.any(failed) ? 1 : 0;
  } catch (const std::exception& error) {
    std::cout << perm::Job::who() << ": " << error.what() << std::endl;
    perm::Job::end_all(1);
    return 1;
  }
}
