// SPDX-License-Identifier: Apache-2.0
// This is GoogleTest's main. Where the device under test is missing, it skips every test and says why.
#include <gtest/gtest.h>

#include <iostream>

#include "solver/test_device.hpp"

int main(int argc, char** argv) {
  constexpr int skipped = 77;  // the value of SKIP_RETURN_CODE in CMakeLists.txt
  testing::InitGoogleTest(&argc, argv);
  if (!testing::GTEST_FLAG(list_tests) && perm::device_under_test() == perm::Device::cuda) {
    const std::string why = perm::facts_of(perm::Device::cuda).why_absent();
    if (!why.empty()) {
      std::cout << "cuda: Skipped\nno test on a GPU: " << why << '\n';
      return skipped;
    }
  }
  return RUN_ALL_TESTS();
}
