// SPDX-License-Identifier: Apache-2.0
#include "core/processors/node_processors.hpp"

#include <omp.h>

#include <algorithm>
#include <future>
#include <span>

namespace perm {
namespace {

struct OfProcess {
  cpu_set_t processors{};
  int threads{1};
};

}  // namespace

NodeProcessors::NodeProcessors(const Communicator& processes) {
  const Communicator node = processes.on_node();
  OfProcess own;
  own.threads = omp_get_max_threads();
  CPU_ZERO(&own.processors);
  ::sched_getaffinity(0, sizeof own.processors, &own.processors);
  CPU_ZERO(&processors_);
  int threads = 0;
  for (const auto& one : node.gather_to_all(std::span<const OfProcess>(&own, 1))) {
    CPU_OR(&processors_, &processors_, &one.front().processors);
    threads += one.front().threads;
  }
  is_alone_ = node.is_alone();
  const int waiting = node.size() - 1;
  threads_ = std::max(own.threads, std::min(threads, CPU_COUNT(&processors_)) - waiting);
}

void NodeProcessors::take(int parts) const {
  if (!is_alone_) ::sched_setaffinity(0, sizeof processors_, &processors_);  // else, or where it fails, it stays
  omp_set_num_threads(std::max(1, threads_ / parts));
}

void NodeProcessors::work(const std::function<void()>& work) const {
  if (is_alone_) return work();
  // OpenMP keeps the threads of loops, and the processors of each. A thread of its own takes them with it when it ends.
  std::async(std::launch::async, [&] {
    take();
    work();
  }).get();
}

}  // namespace perm
