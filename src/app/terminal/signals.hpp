// SPDX-License-Identifier: Apache-2.0
// SIGINT, SIGTERM and SIGHUP (the terminal is gone) end a run between two pieces of work, so that no half-written file
// stays behind. A second signal ends the program at once, unless it comes within 0.3 s, as one does that is sent to the
// process and to its group. A reader of stdout that goes away does not end the program.
#pragma once

#include "core/communicator.hpp"

namespace perm {

/// After this call these signals are only noted, and check_for_stop (core/stop_check.hpp) of this thread throws
/// Interrupted.
void note_signals();

/// After this call a file that grows beyond ulimit -f is a write that fails, and no signal that ends the program.
void ignore_file_size_signal();

/// After this call SIGINT and SIGTERM end this process at once.
void stop_noting_signals();

/// Gives the signal that has come to any of the processes, or 0. Collective.
int signal_to(const Communicator& processes);

}  // namespace perm
