// SPDX-License-Identifier: Apache-2.0
// The control groups of Linux (cgroups, versions 1 and 2) that this process is in, and the limits that they set. A
// limit of a parent holds for all groups below it. Tests give a made-up `root` in place of "/".
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/communicator.hpp"

namespace perm {

/// One group, as one controller ("cpu", "memory") sees it.
struct ControlGroup {
  std::string name;              ///< as the kernel names it: "/user/job_7"
  std::filesystem::path folder;  ///< where its files are
  std::uint64_t id{0};           ///< the same in all processes that are in this group
};

/// Gives the group of this process for `controller`, and its parents as far as they can be seen, the innermost first.
/// Version 1 and version 2 may be mounted side by side; then the groups of both are given.
std::vector<ControlGroup> find_control_groups(const std::string& controller, const std::filesystem::path& root = "/");

/// The time that a group may run in a period, as a number of processors, rounded up: at least 1.
struct ProcessorQuota {
  ControlGroup group;
  std::int64_t processors{0};
};
/// Gives the quotas of all groups that have one.
std::vector<ProcessorQuota> find_processor_quotas(const std::filesystem::path& root = "/");
/// Gives the processors that this process may use by the tightest quota, where the processes of `node` that are in one
/// group share its processors: at least 1, or nothing where there is no quota. Collective.
std::optional<std::int64_t> share_processor_quotas(const Communicator& node, const std::filesystem::path& root = "/");

/// The memory of a group, in bytes.
struct GroupMemory {
  ControlGroup group;
  std::int64_t limit{0};
  /// What can still be taken. File pages that nobody has used lately (inactive_file) are free, because the kernel drops
  /// them first.
  std::int64_t free{0};
};
/// Gives the memory of all groups that have a limit.
std::vector<GroupMemory> find_group_memory(const std::filesystem::path& root = "/");

}  // namespace perm
