// SPDX-License-Identifier: Apache-2.0
#include "core/processors/node_processors.hpp"

#include <omp.h>

#include <algorithm>
#include <span>

#include "core/processors/affinity.hpp"

namespace perm {
namespace {

struct OfProcess {
  cpu_set_t processors{};
  int threads{1};
};

cpu_set_t own_processors() { return processors_of(0).value_or(cpu_set_t{}); }

/// Lets this thread run on other processors while it lives; threads that it starts then run there, too. Where the
/// system refuses, they stay where they are.
class OnProcessors {
 public:
  explicit OnProcessors(const cpu_set_t& processors) : before_(own_processors()) {
    ::sched_setaffinity(0, sizeof processors, &processors);
  }
  ~OnProcessors() { ::sched_setaffinity(0, sizeof before_, &before_); }
  OnProcessors(const OnProcessors&) = delete;
  OnProcessors& operator=(const OnProcessors&) = delete;

 private:
  cpu_set_t before_;
};

}  // namespace

NodeProcessors::NodeProcessors(const Communicator& processes) {
  const Communicator node = processes.on_node();
  const OfProcess own{own_processors(), omp_get_max_threads()};
  CPU_ZERO(&processors_);
  int threads = 0;
  for (const auto& one : node.gather_to_all(std::span<const OfProcess>(&own, 1))) {
    CPU_OR(&processors_, &processors_, &one.front().processors);
    threads += one.front().threads;
  }
  is_alone_ = node.is_alone();
  if (!is_alone_) {
    const OnProcessors all(processors_);
    processors_ = own_processors();  // of a process that is shut into a part of the node (cpuset) these are its own
  }
  threads_ = std::max(own.threads, std::min(threads, CPU_COUNT(&processors_)));
}

std::unique_ptr<const ThreadTeam> NodeProcessors::make_team_of_all() const {
  if (is_alone_) return std::make_unique<const ThreadTeam>(threads_);
  const OnProcessors all(processors_);
  return std::make_unique<const ThreadTeam>(threads_);
}

}  // namespace perm
