// SPDX-License-Identifier: Apache-2.0
// The mpirun of Open MPI 4 binds each of one or two processes to one processor unless it is told otherwise, and leaves
// all others of the node idle. Loops of this program then take as many times as long as there are processors. A warning
// in place of this code would leave users with that: on 16 processors, 192^3 overlapping spheres take two ranks 3.1 to
// 3.7 s from recipe to K with it, and 9.6 to 10.0 s where they stay bound (--bind-to core).
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/processors/affinity.hpp"
#include "core/processors/threads.hpp"
#include "core/range.hpp"

namespace perm {
namespace {

/// Tells whether mpirun has bound this process by its default, and nobody has asked for a binding or a mapping.
bool is_bound_by_default() {
  if (std::getenv("OMPI_MCA_orte_bound_at_launch") == nullptr) return false;
  constexpr std::array<std::string_view, 6> wishes{
      "OMPI_MCA_hwloc_base_binding_policy", "OMPI_MCA_hwloc_base_cpu_",  "OMPI_MCA_rmaps_base_mapping_policy",
      "OMPI_MCA_rmaps_base_cpus_per_",      "OMPI_MCA_rmaps_rank_file_", "OMPI_MCA_orte_rankfile"};
  for (char** variable = environ; *variable != nullptr; ++variable)
    for (const std::string_view wish : wishes)
      if (std::string_view(*variable).starts_with(wish)) return false;
  return true;
}

/// What /proc says of a process.
struct Process {
  std::string name;
  pid_t parent{0};
};

Process read_process(pid_t id) {
  std::ifstream status("/proc/" + std::to_string(id) + "/status");
  Process process;
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("Name:\t")) process.name = line.substr(6);
    if (line.starts_with("PPid:\t")) process.parent = static_cast<pid_t>(std::atoi(line.c_str() + 6));
  }
  return process;
}

/// Gives the processors of the launcher, which is above this process on the node; none where it is not found. Programs
/// between them, such as `timeout`, are bound as this one is.
std::optional<cpu_set_t> processors_of_launcher() {
  constexpr std::array<std::string_view, 4> launchers{"mpirun", "mpiexec", "orterun", "orted"};
  pid_t id = ::getppid();
  for (int generation = 0; generation < 8 && id > 1; ++generation) {
    const Process process = read_process(id);
    if (std::ranges::find(launchers, process.name) != launchers.end()) return processors_of(id);
    id = process.parent;
  }
  return std::nullopt;
}

/// Tells whether these are the processors that mpirun's default gives to a process: all of the core that has the
/// process' number on the node. Others are of somebody's choice, as those of `mpirun taskset`.
bool are_default(const cpu_set_t& own, const cpu_set_t& launcher, int rank_on_node) {
  int before = 0;  // processors of the launcher before the first one of these
  for (std::size_t processor = 0; processor < CPU_SETSIZE && !CPU_ISSET(processor, &own); ++processor)
    before += CPU_ISSET(processor, &launcher) ? 1 : 0;
  return before == rank_on_node ||
         before == rank_on_node * CPU_COUNT(&own);  // as the processors of a core are numbered
}

struct Processors {
  cpu_set_t own{};
  cpu_set_t launcher{};
  bool are_by_default{false};
};

Processors find_processors(int rank_on_node) {
  const auto own = processors_of(0);
  const auto launcher = processors_of_launcher();
  if (!own || !launcher) return {};
  cpu_set_t both;
  CPU_AND(&both, &*launcher, &*own);
  return {*own, *launcher,
          is_bound_by_default() && CPU_EQUAL(&both, &*own) && are_default(*own, *launcher, rank_on_node)};
}

}  // namespace

bool take_idle_processors(const Communicator& processes) {
  const Communicator node = processes.on_node();
  const Processors here = find_processors(node.rank());
  const auto all = node.gather_to_all(std::span<const Processors>(&here, 1));
  cpu_set_t used;
  CPU_ZERO(&used);
  for (const auto& other : all) {
    const Processors& one = other.front();
    if (!one.are_by_default || !CPU_EQUAL(&one.launcher, &here.launcher)) return false;
    CPU_OR(&used, &used, &one.own);
  }
  if (CPU_EQUAL(&used, &here.launcher)) return false;  // none is idle

  const Range part = even_part(CPU_COUNT(&here.launcher), node.rank(), node.size());
  if (part.size() <= CPU_COUNT(&here.own)) return false;
  cpu_set_t taken;
  CPU_ZERO(&taken);
  std::int64_t number = 0;
  for (std::size_t processor = 0; processor < CPU_SETSIZE; ++processor)
    if (CPU_ISSET(processor, &here.launcher) && part.contains(number++)) CPU_SET(processor, &taken);
  if (::sched_setaffinity(0, sizeof taken, &taken) != 0) return false;
  if (std::getenv("OMP_NUM_THREADS") == nullptr) set_loop_threads(CPU_COUNT(&taken));
  return true;
}

}  // namespace perm
