// SPDX-License-Identifier: Apache-2.0
// How much memory this process uses, in bytes, as the operating system counts it. (What it can still take is found in
// core/memory_limits.hpp.)
#pragma once

#include <cstdint>

namespace perm {

/// Gives the resident memory of this process now, or 0 where the system does not tell.
std::int64_t resident_bytes();

/// Gives freed memory back to the operating system; otherwise the C library would keep it for this process.
void return_freed_memory();

}  // namespace perm
