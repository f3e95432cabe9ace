// SPDX-License-Identifier: Apache-2.0
#include "core/memory_limits.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <span>

#include "core/control_group.hpp"
#include "core/errors.hpp"
#include "core/units.hpp"

namespace perm {
namespace {

namespace fs = std::filesystem;

// Bounds that are no control group have these identities. Those of groups are larger: they contain a device's number.
constexpr std::uint64_t id_of_machine = 1;
constexpr std::uint64_t id_of_slurm = 2;

std::optional<std::int64_t> read_available_in_machine(const fs::path& root) {
  std::ifstream file(root / "proc/meminfo");
  for (std::string key; file >> key;) {
    std::int64_t kilobytes = 0;
    if (key == "MemAvailable:" && file >> kilobytes) return kilobytes * 1024;
    std::string rest;
    std::getline(file, rest);
  }
  return std::nullopt;
}

/// Gives element `index` of a process's statm, in bytes: 0 its address space, 1 its resident memory, 5 its data.
std::int64_t read_statm(const fs::path& process, std::size_t index) {
  std::ifstream file(process / "statm");
  std::array<std::int64_t, 6> pages{};
  for (std::int64_t& count : pages)
    if (!(file >> count)) return 0;
  return pages[index] * ::sysconf(_SC_PAGESIZE);
}

void add_shell_limits(const fs::path& root, std::vector<MemoryLimit>& limits) {
  struct ShellLimit {
    decltype(RLIMIT_AS) resource;
    const char* command;
    std::size_t used;  ///< as an index of statm
  };
  for (const ShellLimit& of : {ShellLimit{RLIMIT_AS, "ulimit -v", 0}, ShellLimit{RLIMIT_DATA, "ulimit -d", 5}}) {
    rlimit limit{};
    if (::getrlimit(of.resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) continue;
    const std::int64_t left = static_cast<std::int64_t>(limit.rlim_cur) - read_statm(root / "proc/self", of.used);
    limits.push_back({std::max<std::int64_t>(0, left), fmt::format(" below {}", of.command),
                      fmt::format("Raise {}", of.command), 0});
  }
}

std::optional<std::int64_t> number_of_variable(const char* name) {
  const char* const text = std::getenv(name);
  if (text == nullptr) return std::nullopt;
  char* end = nullptr;
  const long long number = std::strtoll(text, &end, 10);
  if (end == text || number <= 0) return std::nullopt;
  return number;
}

/// Gives the resident memory of the processes on this node that belong to that job, as far as this user may see them.
std::int64_t count_bytes_of_job(const std::string& job, const fs::path& root) {
  const std::string wanted = "SLURM_JOB_ID=" + job;
  std::int64_t bytes = 0;
  std::error_code ignored;
  for (const fs::directory_entry& process : fs::directory_iterator(root / "proc", ignored)) {
    if (process.path().filename().string().find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream file(process.path() / "environ");
    for (std::string variable; std::getline(file, variable, '\0');)
      if (variable == wanted) {
        bytes += read_statm(process.path(), 1);
        break;
      }
  }
  return bytes;
}

/// Adds what the job asked SLURM for, unless a control group enforces it. The node's name is set where SLURM started
/// this process, and not in a shell that has the job's variables but runs elsewhere (salloc).
void add_slurm_limit(const fs::path& root, const std::vector<GroupMemory>& groups, std::vector<MemoryLimit>& limits) {
  const char* const job = std::getenv("SLURM_JOB_ID");
  if (job == nullptr || std::getenv("SLURMD_NODENAME") == nullptr) return;
  constexpr std::int64_t megabyte = 1 << 20;
  const auto of_node = number_of_variable("SLURM_MEM_PER_NODE");
  const auto of_processor = number_of_variable("SLURM_MEM_PER_CPU");
  const auto processors = number_of_variable("SLURM_CPUS_ON_NODE");
  if (!of_node && !(of_processor && processors)) return;
  const std::int64_t limit = (of_node ? *of_node : *of_processor * *processors) * megabyte;
  if (std::any_of(groups.begin(), groups.end(), [&](const GroupMemory& group) { return group.limit <= limit; })) return;
  const char* const option = of_node ? "--mem" : "--mem-per-cpu";
  limits.push_back({std::max<std::int64_t>(0, limit - count_bytes_of_job(job, root)),
                    fmt::format(" of what {} asks SLURM for", option), fmt::format("Ask for more with {}", option),
                    id_of_slurm});
}

/// What is missing below one bound.
struct Shortage {
  const MemoryLimit* limit{nullptr};
  std::int64_t bytes{0};  ///< what the processes that share the bound need together
  std::size_t sharers{1};
};

/// Finds the bound that is exceeded most. Collective on the node.
Shortage find_shortage(const std::vector<MemoryLimit>& limits, std::int64_t bytes, const Communicator& node) {
  std::vector<std::uint64_t> own;
  for (const MemoryLimit& limit : limits) own.push_back(limit.id);
  const auto ids = node.gather_to_all(std::span<const std::uint64_t>(own));
  const auto needs = node.gather_to_all(std::span<const std::int64_t>(&bytes, 1));
  Shortage worst;
  for (const MemoryLimit& limit : limits) {
    Shortage here{&limit, limit.id == 0 ? bytes : 0, limit.id == 0 ? std::size_t{1} : 0};
    for (std::size_t rank = 0; rank < ids.size() && limit.id != 0; ++rank) {
      if (std::find(ids[rank].begin(), ids[rank].end(), limit.id) == ids[rank].end()) continue;
      here.bytes += needs[rank].front();
      ++here.sharers;
    }
    const std::int64_t missing = here.bytes - limit.free;
    if (missing > 0 && (worst.limit == nullptr || missing > worst.bytes - worst.limit->free)) worst = here;
  }
  return worst;
}

}  // namespace

std::vector<MemoryLimit> find_memory_limits(const fs::path& root) {
  std::vector<MemoryLimit> limits;
  if (const auto free = read_available_in_machine(root)) limits.push_back({*free, "", "", id_of_machine});
  const std::vector<GroupMemory> groups = find_group_memory(root);
  for (const GroupMemory& group : groups)
    limits.push_back({group.free, fmt::format(" below the limit of the control group {}", group.group.name),
                      "Raise the limit of that control group", group.group.id});
  add_shell_limits(root, limits);
  add_slurm_limit(root, groups, limits);
  return limits;
}

std::optional<MemoryLimit> find_tightest_memory_limit() {
  const std::vector<MemoryLimit> limits = find_memory_limits();
  if (limits.empty()) return std::nullopt;
  return *std::min_element(limits.begin(), limits.end(),
                           [](const MemoryLimit& a, const MemoryLimit& b) { return a.free < b.free; });
}

void require_host_memory(std::int64_t bytes, const std::string& remedy, const Communicator& processes) {
  const std::vector<MemoryLimit> limits = find_memory_limits();
  const Shortage shortage = find_shortage(limits, bytes, processes.on_node());
  if (shortage.limit == nullptr) return;
  std::string advice = remedy;
  if (!shortage.limit->remedy.empty() && !advice.empty()) {
    advice.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(advice.front())));
    advice = shortage.limit->remedy + ", " + advice;
  }
  throw MemoryShortage(
      fmt::format("{} {} of memory",
                  shortage.sharers == 1 ? "This run needs"
                                        : fmt::format("The {} processes on this node need", shortage.sharers),
                  format_bytes(static_cast<double>(shortage.bytes))),
      fmt::format("{} are free{}", format_bytes(static_cast<double>(shortage.limit->free)), shortage.limit->where),
      advice);
}

}  // namespace perm
