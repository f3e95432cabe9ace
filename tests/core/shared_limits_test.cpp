// SPDX-License-Identifier: Apache-2.0
// The processes of a node that are in one control group share what it allows.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>

#include "core/communicator.hpp"
#include "core/control_group.hpp"

namespace perm {
namespace {

namespace fs = std::filesystem;

/// Writes a tree in which this process is in group /job, which has a quota.
void write_quota(const fs::path& root, int processors) {
  fs::create_directories(root / "proc/self");
  fs::create_directories(root / "groups/job");
  std::ofstream(root / "proc/self/cgroup") << "0::/job\n";
  std::ofstream(root / "proc/self/mountinfo") << "30 23 0:26 / /groups rw - cgroup2 cgroup2 rw\n";
  std::ofstream(root / "groups/job/cpu.max") << processors * 100000 << " 100000\n";
}

fs::path folder_of(pid_t process) {
  return fs::temp_directory_path() / ("permeability-quota-" + std::to_string(process));
}

TEST(ProcessorQuotas, of_one_control_group_are_shared_by_its_processes) {
  const Communicator node = Communicator::world().on_node();
  pid_t first = ::getpid();
  node.broadcast(std::span(&first, 1));
  const fs::path root = folder_of(first);
  for (const int processors : {1, 6, 9}) {
    if (node.is_first()) write_quota(root, processors);
    node.wait_for_all();
    EXPECT_EQ(share_processor_quotas(node, root), std::max(1, processors / node.size()));
    node.wait_for_all();
  }
  if (node.is_first()) fs::remove_all(root);
}

TEST(ProcessorQuotas, of_a_control_group_that_a_process_has_for_itself_are_its_own) {
  const Communicator node = Communicator::world().on_node();
  const fs::path root = folder_of(::getpid());
  write_quota(root, 7);
  EXPECT_EQ(share_processor_quotas(node, root), 7);
  fs::remove_all(root);
}

TEST(ProcessorQuotas, may_be_absent) {
  EXPECT_FALSE(share_processor_quotas(Communicator::world().on_node(), folder_of(::getpid())).has_value());
}

}  // namespace
}  // namespace perm
