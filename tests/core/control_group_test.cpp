// SPDX-License-Identifier: Apache-2.0
// The limits of control groups are found in made-up trees as the kernel writes them.
#include "core/control_group.hpp"

#include "core/made_up_root.hpp"

namespace perm {
namespace {

class ControlGroups : public MadeUpRoot {
 protected:
  std::vector<std::string> names_of(const std::string& controller) const {
    std::vector<std::string> names;
    for (const ControlGroup& group : find_control_groups(controller, root())) names.push_back(group.name);
    return names;
  }
  /// Gives "/a/b:3 /a:8" for the processors of each group with a quota.
  std::string quotas() const {
    std::string text;
    for (const ProcessorQuota& quota : find_processor_quotas(root()))
      text += (text.empty() ? "" : " ") + quota.group.name + ":" + std::to_string(quota.processors);
    return text;
  }
  std::string memory() const {
    std::string text;
    for (const GroupMemory& group : find_group_memory(root()))
      text += (text.empty() ? "" : " ") + group.group.name + ":" + std::to_string(group.free) + "/" +
              std::to_string(group.limit);
    return text;
  }
};

using Names = std::vector<std::string>;

TEST_F(ControlGroups, are_the_own_one_and_its_parents) {
  put_into_version_2("/user.slice/job/step_0");
  EXPECT_EQ(names_of("cpu"), (Names{"/user.slice/job/step_0", "/user.slice/job", "/user.slice", "/"}));
  EXPECT_EQ(find_control_groups("memory", root()).front().folder, root() / "sys/fs/cgroup/user.slice/job/step_0");
}

TEST_F(ControlGroups, of_version_1_are_found_by_their_controller) {
  write("proc/self/cgroup", "5:memory:/job_7\n4:cpu,cpuacct:/half\n1:name=systemd:/x\n0::/y\n");
  write("proc/self/mountinfo",
        "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n"
        "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
        "33 31 0:30 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
        "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
  EXPECT_EQ(names_of("cpu"), (Names{"/half", "/"}));
  EXPECT_EQ(names_of("memory"), (Names{"/job_7", "/"}));
  EXPECT_EQ(find_control_groups("cpu", root()).front().folder, root() / "sys/fs/cgroup/cpu,cpuacct/half");
}

TEST_F(ControlGroups, are_found_where_a_container_shows_a_part_of_the_tree) {
  put_into_version_2("/docker/5f/inner", "/docker/5f");
  EXPECT_EQ(names_of("cpu"), (Names{"/docker/5f/inner", "/docker/5f"}));
  EXPECT_EQ(find_control_groups("cpu", root()).front().folder, root() / "sys/fs/cgroup/inner");
}

TEST_F(ControlGroups, outside_the_part_that_is_shown_leave_its_top) {
  put_into_version_2("/../elsewhere", "/");
  EXPECT_EQ(names_of("cpu"), (Names{"/"}));
}

TEST_F(ControlGroups, are_none_where_nothing_is_mounted) {
  EXPECT_TRUE(names_of("cpu").empty());
  write("proc/self/cgroup", "0::/a\n");
  EXPECT_TRUE(names_of("cpu").empty());
}

TEST_F(ControlGroups, of_mount_points_with_a_space_are_found) {
  write("proc/self/cgroup", "0::/a\n");
  write("proc/self/mountinfo", "30 23 0:26 / /my\\040groups rw - cgroup2 cgroup2 rw\n");
  EXPECT_EQ(find_control_groups("cpu", root()).front().folder, root() / "my groups/a");
}

TEST_F(ControlGroups, limit_processors_at_every_level) {
  put_into_version_2("/a/b/c");
  write("sys/fs/cgroup/a/cpu.max", "800000 100000\n");
  write("sys/fs/cgroup/a/b/cpu.max", "250000 100000\n");
  write("sys/fs/cgroup/a/b/c/cpu.max", "max 100000\n");
  EXPECT_EQ(quotas(), "/a/b:3 /a:8") << "2.5 processors are rounded up";
}

TEST_F(ControlGroups, leave_at_least_one_processor) {
  put_into_version_2("/a");
  write("sys/fs/cgroup/a/cpu.max", "1000 100000\n");
  EXPECT_EQ(quotas(), "/a:1");
}

TEST_F(ControlGroups, of_version_1_limit_processors) {
  write("proc/self/cgroup", "4:cpu:/a/b\n");
  write("proc/self/mountinfo", "32 31 0:29 / /cpu rw - cgroup cgroup rw,cpu\n");
  write("cpu/a/b/cpu.cfs_quota_us", "-1\n");
  write("cpu/a/b/cpu.cfs_period_us", "100000\n");
  write("cpu/a/cpu.cfs_quota_us", "150000\n");
  write("cpu/a/cpu.cfs_period_us", "50000\n");
  EXPECT_EQ(quotas(), "/a:3");
}

TEST_F(ControlGroups, limit_memory_at_every_level) {
  put_into_version_2("/a/b/c");
  write("sys/fs/cgroup/a/memory.max", "8000\n");
  write("sys/fs/cgroup/a/memory.current", "7000\n");
  write("sys/fs/cgroup/a/memory.stat", "anon 6500\nfile 500\ninactive_file 300\nactive_file 200\n");
  write("sys/fs/cgroup/a/b/memory.max", "5000\n");
  write("sys/fs/cgroup/a/b/memory.current", "1000\n");
  write("sys/fs/cgroup/a/b/c/memory.max", "max\n");
  EXPECT_EQ(memory(), "/a/b:4000/5000 /a:1300/8000");
}

TEST_F(ControlGroups, of_version_1_limit_memory) {
  write("proc/self/cgroup", "4:memory:/a/b\n");
  write("proc/self/mountinfo", "32 31 0:29 / /memory rw - cgroup cgroup rw,memory\n");
  write("memory/memory.limit_in_bytes", "9223372036854771712\n");
  write("memory/a/memory.limit_in_bytes", "9000\n");
  write("memory/a/memory.usage_in_bytes", "9500\n");
  write("memory/a/b/memory.limit_in_bytes", "4000\n");
  write("memory/a/b/memory.usage_in_bytes", "3000\n");
  write("memory/a/b/memory.stat", "cache 800\ninactive_file 100\ntotal_cache 900\ntotal_inactive_file 700\n");
  EXPECT_EQ(memory(), "/a/b:1700/4000 /a:0/9000");
}

TEST_F(ControlGroups, have_an_identity_each) {
  put_into_version_2("/a/b");
  write("sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
  const auto groups = find_control_groups("cpu", root());
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_NE(groups[0].id, groups[1].id);
  EXPECT_NE(groups[1].id, groups[2].id);
  EXPECT_EQ(groups[0].id, find_control_groups("memory", root())[0].id);
}

}  // namespace
}  // namespace perm
