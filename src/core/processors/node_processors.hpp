// SPDX-License-Identifier: Apache-2.0
// Lends the processors of all processes of a node to one of them, for work that the others wait for: it is done by all
// processors then, whatever the number of processes.
#pragma once

#include <sched.h>

#include <memory>

#include "core/communicator.hpp"
#include "core/processors/thread_team.hpp"

namespace perm {

class NodeProcessors {
 public:
  /// Asks the processes of this node which processors they may run on and how many threads their loops use. Collective.
  explicit NodeProcessors(const Communicator& processes);

  /// Makes a team with as many threads as all processes together use, on the processors of all, for work in which the
  /// others sleep. The thread that leads the team stays where it is.
  std::unique_ptr<const ThreadTeam> make_team_of_all() const;

 private:
  cpu_set_t processors_{};
  int threads_{1};
  bool is_alone_{true};
};

}  // namespace perm
