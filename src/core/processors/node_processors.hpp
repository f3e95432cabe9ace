// SPDX-License-Identifier: Apache-2.0
// Lends the processors of all processes of a node to one of them, for work that the others wait for: it is done by all
// processors then, whatever the number of processes.
#pragma once

#include <sched.h>

#include <cstdint>
#include <memory>

#include "core/communicator.hpp"
#include "core/processors/thread_team.hpp"

namespace perm {

class NodeProcessors {
 public:
  /// Asks the processes of this node which processors they may run on and how many threads their loops use. Collective.
  explicit NodeProcessors(const Communicator& processes);

  /// Gives how many threads there are for work: as many as all processes together use, without one for each that waits,
  /// as waiting takes a processor; and no fewer than this process uses.
  int threads() const { return threads_; }
  /// Makes a team that runs on the processors of all processes, with a thread for each of so many parts of the work, or
  /// with fewer that take as many parts each. The thread that leads the team stays where it is.
  std::unique_ptr<const ThreadTeam> make_team(std::int64_t parts) const;
  /// Makes a team with as many threads as all processes together use, for work in which the others sleep.
  std::unique_ptr<const ThreadTeam> make_team_of_all() const;
  /// Lets this thread, which has started no loop yet, run its loops on the processors of all processes, by one of so
  /// many parts of the threads.
  void take(int parts) const;

 private:
  cpu_set_t processors_{};
  int threads_{1};
  int all_threads_{1};
  bool is_alone_{true};
};

}  // namespace perm
