// SPDX-License-Identifier: Apache-2.0
// How much memory this process uses and this machine has left, in bytes, as the operating system counts it.
#pragma once

#include <cstdint>

namespace perm {

/// Gives the resident memory of this process now, or 0 where the system does not tell.
std::int64_t resident_bytes();

/// Gives the memory that can be allocated now without swapping: the smaller of what the machine and the control group
/// have left, or 0 where the system does not tell.
std::int64_t available_bytes();

/// Gives freed memory back to the operating system; otherwise the C library would keep it for this process.
void return_freed_memory();

}  // namespace perm
