// SPDX-License-Identifier: Apache-2.0
// How much memory this process uses and this machine has left, in bytes, as the operating system counts it.
#pragma once

#include <cstdint>

namespace perm {

/// Resident memory of this process now; 0 where the system does not tell.
std::int64_t resident_bytes();

/// Memory that can be allocated now without swapping: the smaller of the machine's and the control group's;
/// 0 where the system does not tell.
std::int64_t available_bytes();

/// Gives freed memory back to the operating system, which the C library else keeps for this process.
void return_freed_memory();

}  // namespace perm
