// SPDX-License-Identifier: Apache-2.0
// Decides how many threads a process uses: the threads that step a lattice, and OpenMP's in all other loops.
#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "core/control_group.hpp"
#include "core/processors/affinity.hpp"
#include "core/processors/threads.hpp"

namespace perm {
namespace {

/// Adds up the processors that this process may run on, each divided by the number of processes on this node that may
/// run on it; gives at least 1. So it does not matter whether the launcher binds each process to a few processors,
/// binds several processes to one socket, or binds no process.
int share_of_processors(const Communicator& node) {
  const cpu_set_t own = processors_of(0).value_or(cpu_set_t{});
  const auto all = node.gather_to_all(std::span<const cpu_set_t>(&own, 1));
  double share = 0;
  for (std::size_t processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (!CPU_ISSET(processor, &own)) continue;
    int users = 0;
    for (const auto& of_rank : all) users += CPU_ISSET(processor, &of_rank.front()) ? 1 : 0;
    share += 1.0 / users;
  }
  constexpr double rounding = 1e-6;  // three thirds shall be one
  return std::max(1, static_cast<int>(share + rounding));
}

}  // namespace

int resolve_threads(int asked, const Communicator& processes, const std::filesystem::path& root) {
  if (asked > 0) return asked;
  const Communicator node = processes.on_node();
  // Every process makes both calls, because they are collective.
  const int processors = share_of_processors(node);
  const std::int64_t quota = share_processor_quotas(node, root).value_or(processors);
  if (std::getenv("OMP_NUM_THREADS") != nullptr) return omp_get_max_threads();
  return static_cast<int>(std::min<std::int64_t>({omp_get_max_threads(), processors, quota}));
}

int set_loop_threads(int threads) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(threads);
  return before;
}

}  // namespace perm
