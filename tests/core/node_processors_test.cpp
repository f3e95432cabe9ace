// SPDX-License-Identifier: Apache-2.0
// One process works with the processors of all of its node, and nothing of that is left afterwards.
#include "core/processors/node_processors.hpp"

#include <gtest/gtest.h>
#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <vector>

#include "core/processors/threads.hpp"

namespace perm {
namespace {

/// Binds each process of a node to one of the processors that it has, as a launcher does, and gives its loops two
/// threads.
class NodeProcessorsTest : public testing::Test {
 protected:
  NodeProcessorsTest() : node_(Communicator::world().on_node()), before_(set_loop_threads(2)) {
    ::sched_getaffinity(0, sizeof all_, &all_);
    for (std::size_t processor = 0; processor < CPU_SETSIZE; ++processor)
      if (CPU_ISSET(processor, &all_)) numbers_.push_back(processor);
    const auto bound = static_cast<std::size_t>(std::min(node_.size(), static_cast<int>(numbers_.size())));
    CPU_ZERO(&used_);
    for (std::size_t i = 0; i < bound; ++i) CPU_SET(numbers_[i], &used_);
    CPU_ZERO(&own_);
    CPU_SET(numbers_[static_cast<std::size_t>(node_.rank()) % bound], &own_);
    ::sched_setaffinity(0, sizeof own_, &own_);
  }
  ~NodeProcessorsTest() override {
    ::sched_setaffinity(0, sizeof all_, &all_);
    set_loop_threads(before_);
  }

  static cpu_set_t affinity() {
    cpu_set_t now;
    CPU_ZERO(&now);
    ::sched_getaffinity(0, sizeof now, &now);
    return now;
  }

  Communicator node_;
  cpu_set_t all_{};   ///< processors that the launcher gave to this process
  cpu_set_t used_{};  ///< those of all processes of the node
  cpu_set_t own_{};
  std::vector<std::size_t> numbers_;

 private:
  int before_;
};

TEST_F(NodeProcessorsTest, are_those_of_all_processes_for_a_team) {
  const NodeProcessors processors(Communicator::world());
  const auto team = processors.make_team_of_all();
  EXPECT_EQ(team->size(), std::max(2, std::min(2 * node_.size(), CPU_COUNT(&used_))));
  std::vector<cpu_set_t> seen(static_cast<std::size_t>(team->size()));
  team->run([&](int thread) { seen[static_cast<std::size_t>(thread)] = affinity(); });
  EXPECT_TRUE(CPU_EQUAL(&seen[0], &own_));
  for (std::size_t thread = 1; thread < seen.size(); ++thread) EXPECT_TRUE(CPU_EQUAL(&seen[thread], &used_));
  const cpu_set_t now = affinity();
  EXPECT_TRUE(CPU_EQUAL(&now, &own_));
  EXPECT_EQ(omp_get_max_threads(), 2);
}

}  // namespace
}  // namespace perm
