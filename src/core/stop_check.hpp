// SPDX-License-Identifier: Apache-2.0
// Lets a user stop work that takes long and knows no signals, such as packing spheres: it calls check_for_stop now and
// then. What that does is set by the program; a library that embeds this code, and sets nothing, is not stopped.
#pragma once

namespace perm {

/// Sets what check_for_stop calls; it throws to stop the work.
void set_stop_check(void (*check)());

/// Throws what the program throws when it is to stop. Not to be called by several threads at once.
void check_for_stop();

}  // namespace perm
