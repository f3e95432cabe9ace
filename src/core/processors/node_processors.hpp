// SPDX-License-Identifier: Apache-2.0
// Lends the processors of all processes of a node to one of them, for work that the others wait for: it is done by all
// processors then, whatever the number of processes.
#pragma once

#include <sched.h>

#include <functional>

#include "core/communicator.hpp"

namespace perm {

class NodeProcessors {
 public:
  /// Asks the processes of this node which processors they may run on and how many threads their loops use. Collective.
  explicit NodeProcessors(const Communicator& processes);

  /// Gives how many threads there are for loops: as many as all processes together use, without one for each that
  /// waits, as waiting takes a processor.
  int threads() const { return threads_; }
  /// Lets this thread, which has started no loop yet, run its loops on the processors of all processes, by a part of
  /// the threads.
  void take(int parts = 1) const;
  /// Works with all threads on all processors. What `work` throws is thrown here. Other processes must wait.
  void work(const std::function<void()>& work) const;

 private:
  cpu_set_t processors_{};
  int threads_{1};
  bool is_alone_{true};
};

}  // namespace perm
