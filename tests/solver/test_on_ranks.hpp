// SPDX-License-Identifier: Apache-2.0
// A test that several processes run together, on CPUs or each on a GPU. Without a GPU, or without the way of messages
// that the test is for, it is skipped with the reason.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/communicator.hpp"
#include "solver/test_device.hpp"

namespace perm {

class TestOnRanks : public testing::Test {
 protected:
  void SetUp() override {
    if (device_under_test() == Device::cpu) return;
    const std::string absent = facts_of(Device::cuda).why_absent();
    if (world_.any(!absent.empty())) GTEST_SKIP() << "no test on a GPU: " << absent;
    choose_gpu(world_, GpuSharing::allowed);
    const std::string why = why_no_transport(transport_under_test(), world_);
    if (!why.empty()) GTEST_SKIP() << "no test on a GPU with " << to_string(transport_under_test()) << ": " << why;
  }

  Communicator world_{Communicator::world()};
};

}  // namespace perm
