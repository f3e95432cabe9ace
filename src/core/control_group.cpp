// SPDX-License-Identifier: Apache-2.0
// Where the files are, and what they hold: man 7 cgroups; Documentation/admin-guide/cgroup-v2.rst and
// cgroup-v1/memory.rst of the kernel; /proc/self/mountinfo: man 5 proc.
#include "core/control_group.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <span>

#include "core/text_file.hpp"

namespace perm {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  TextStream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Turns "\040", as mountinfo writes a space, back into the character.
std::string unescape(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_octal = text[i] == '\\' && i + 3 < text.size() &&
                          std::all_of(&text[i + 1], &text[i + 4], [](char c) { return c >= '0' && c <= '7'; });
    if (is_octal) {
      result += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0'));
      i += 3;
    } else {
      result += text[i];
    }
  }
  return result;
}

/// A hierarchy of groups that is mounted.
struct Mount {
  std::string top;  ///< the group that the mount point shows
  fs::path point;
};

/// Gives the mounts that show `controller` in version 1, or all of version 2 where `controller` is empty.
std::vector<Mount> find_mounts(const std::string& controller, const fs::path& root) {
  std::vector<Mount> mounts;
  std::ifstream file(root / "proc/self/mountinfo");
  for (std::string line; std::getline(file, line);) {
    // 36 35 98:0 /top /point rw,noatime shared:1 - cgroup cgroup rw,memory
    const std::vector<std::string> words = split(line, ' ');
    const auto dash = static_cast<std::size_t>(std::find(words.begin(), words.end(), "-") - words.begin());
    if (dash < 6 || words.size() < dash + 2) continue;
    const std::string& type = words[dash + 1];
    const bool is_wanted = controller.empty() ? type == "cgroup2"
                                              : type == "cgroup" && words.size() > dash + 3 &&
                                                    contains(split(words[dash + 3], ','), controller);
    if (is_wanted) mounts.push_back({unescape(words[3]), root / fs::path(unescape(words[4])).relative_path()});
  }
  return mounts;
}

/// Says how one goes from group `top` down to group `name`; nothing where `name` does not lie below `top`, as for a
/// process outside the part of the hierarchy that it is shown.
std::optional<fs::path> way_down(const std::string& top, const std::string& name) {
  const fs::path way = fs::path(name).lexically_relative(top);
  if (way == ".") return fs::path();
  if (way.empty() || contains({way.begin(), way.end()}, "..")) return std::nullopt;
  return way;
}

std::uint64_t id_of(const fs::path& folder) {
  struct stat facts = {};
  if (::stat(folder.c_str(), &facts) != 0) return 0;
  return static_cast<std::uint64_t>(facts.st_dev) << 40U ^ static_cast<std::uint64_t>(facts.st_ino);
}

void add_groups(const std::string& name, const std::vector<Mount>& mounts, std::vector<ControlGroup>& groups) {
  for (const Mount& mount : mounts) {
    fs::path way = way_down(mount.top, name).value_or(fs::path());
    while (true) {
      const fs::path folder = way.empty() ? mount.point : mount.point / way;
      const fs::path name_here = way.empty() ? fs::path(mount.top) : mount.top / way;
      groups.push_back({name_here.string(), folder, id_of(folder)});
      if (way.empty()) break;
      way = way.parent_path();
    }
  }
}

/// Reads the first number of a file; nothing where there is none, as in "max".
std::optional<std::int64_t> read_number(const fs::path& path) {
  std::ifstream file(path);
  std::int64_t number = 0;
  if (!(file >> number)) return std::nullopt;
  return number;
}

/// Reads the number behind `key` in a file of lines "key number"; 0 where it is not there.
std::int64_t read_entry(const fs::path& path, const std::string& key) {
  std::ifstream file(path);
  std::string name;
  for (std::int64_t number = 0; file >> name >> number;)
    if (name == key) return number;
  return 0;
}

/// Reads the time that a group may run in a period, as a number of processors rounded up.
std::optional<std::int64_t> read_quota(const fs::path& folder) {
  std::int64_t quota = 0;
  std::int64_t period = 0;
  if (std::ifstream file(folder / "cpu.max"); !(file >> quota >> period)) {  // version 2: "150000 100000", "max 100000"
    quota = read_number(folder / "cpu.cfs_quota_us").value_or(-1);           // version 1: -1 means none
    period = read_number(folder / "cpu.cfs_period_us").value_or(0);
  }
  if (quota <= 0 || period <= 0) return std::nullopt;
  return (quota + period - 1) / period;
}

/// Reads a limit of memory. Version 1 writes nearly 2^63 where there is none.
std::optional<std::int64_t> read_limit(const fs::path& path) {
  constexpr std::int64_t no_limit = std::int64_t{1} << 60;
  const auto limit = read_number(path);
  return limit && *limit < no_limit ? limit : std::nullopt;
}

/// The names of the same facts in the two versions.
struct MemoryFiles {
  const char* limit;
  const char* used;
  const char* inactive_file;  ///< an entry of memory.stat, the groups below included
};
constexpr MemoryFiles version_1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};
constexpr MemoryFiles version_2{"memory.max", "memory.current", "inactive_file"};

}  // namespace

std::vector<ControlGroup> find_control_groups(const std::string& controller, const fs::path& root) {
  std::vector<ControlGroup> groups;
  std::ifstream file(root / "proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    // 4:cpu,cpuacct:/a/b in version 1, 0::/a/b in version 2
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string name = line.substr(second + 1);
    if (controllers.empty())
      add_groups(name, find_mounts("", root), groups);
    else if (contains(split(controllers, ','), controller))
      add_groups(name, find_mounts(controller, root), groups);
  }
  return groups;
}

std::vector<ProcessorQuota> find_processor_quotas(const fs::path& root) {
  std::vector<ProcessorQuota> quotas;
  for (const ControlGroup& group : find_control_groups("cpu", root))
    if (const auto processors = read_quota(group.folder)) quotas.push_back({group, *processors});
  return quotas;
}

std::optional<std::int64_t> share_processor_quotas(const Communicator& node, const fs::path& root) {
  const std::vector<ProcessorQuota> quotas = find_processor_quotas(root);
  std::vector<std::uint64_t> own;
  for (const ProcessorQuota& quota : quotas) own.push_back(quota.group.id);
  const auto all = node.gather_to_all(std::span<const std::uint64_t>(own));
  std::optional<std::int64_t> least;
  for (const ProcessorQuota& quota : quotas) {
    const std::int64_t users = std::count_if(all.begin(), all.end(), [&](const std::vector<std::uint64_t>& groups) {
      return std::find(groups.begin(), groups.end(), quota.group.id) != groups.end();
    });
    const std::int64_t share = std::max<std::int64_t>(1, quota.processors / users);
    least = std::min(share, least.value_or(share));
  }
  return least;
}

std::vector<GroupMemory> find_group_memory(const fs::path& root) {
  std::vector<GroupMemory> found;
  for (const ControlGroup& group : find_control_groups("memory", root))
    for (const MemoryFiles& files : {version_1, version_2}) {
      const auto limit = read_limit(group.folder / files.limit);
      if (!limit) continue;
      const std::int64_t used = read_number(group.folder / files.used).value_or(0) -
                                read_entry(group.folder / "memory.stat", files.inactive_file);
      found.push_back({group, *limit, std::clamp<std::int64_t>(*limit - used, 0, *limit)});
    }
  return found;
}

}  // namespace perm
