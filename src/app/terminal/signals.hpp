// SPDX-License-Identifier: Apache-2.0
// What ends a run before its end, between two pieces of work, so that no half-written file stays behind. SIGINT,
// SIGTERM and SIGHUP (the terminal is gone) end it at once. SIGUSR1, SIGXCPU (ulimit -S -t) and a deadline end it so
// that another run goes on from there. A second signal ends the program at once, unless it comes within 0.3 s, as one
// does that is sent to the process and to its group, or asks for more than the first; SIGXCPU comes every second and is
// none. A reader of stdout that goes away does not end the program.
#pragma once

#include <optional>
#include <string>

#include "core/communicator.hpp"
#include "core/errors.hpp"
#include "core/stop_check.hpp"

namespace perm {

/// After this call these signals are only noted, and check_for_stop (core/stop_check.hpp) of this thread throws
/// Interrupted, which says what is `left`.
void note_signals(const std::string& left = nothing_is_written);

/// After this call SIGUSR1 and SIGXCPU are noted: a launcher may send them before a command has begun.
void note_signals_that_save();

/// After this call a file that grows beyond ulimit -f is a write that fails, and no signal that ends the program.
void ignore_file_size_signal();

/// After this call SIGINT and SIGTERM end this process at once.
void stop_noting_signals();

/// Sets the deadline, this many seconds from now; nothing: there is none.
void end_after(const std::optional<double>& seconds);

/// Gives why this process is to end by now.
StopCause stop_cause();
/// Gives why any of the processes is to end, to all of them alike. Collective.
StopCause stop_cause(const Communicator& processes);

/// Says what a cause wants of a run: to end at once, or after it has saved what it needs to go on.
StopWish wish_of(StopCause cause);

}  // namespace perm
