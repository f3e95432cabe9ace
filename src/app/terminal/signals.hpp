// SPDX-License-Identifier: Apache-2.0
// SIGINT, SIGTERM and SIGHUP (the terminal is gone) end a run between two pieces of work, so that nothing half-written
// stays behind. A second signal ends the program at once. A reader of stdout that goes away ends nothing.
#pragma once

#include "core/communicator.hpp"

namespace perm {

/// From now on these signals are only noted.
void note_signals();

/// From now on SIGINT and SIGTERM end this process at once.
void stop_noting_signals();

/// Throws Interrupted when one has come.
void throw_if_interrupted();
/// Throws Interrupted on all processes when one has come to any. Collective.
void throw_if_interrupted(const Communicator& processes);

}  // namespace perm
