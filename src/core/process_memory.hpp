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

/// Makes the C library keep little of what any thread frees from now on, for the whole process: otherwise it learns to
/// keep up to 64 MiB for each thread.
void keep_little_freed_memory();

}  // namespace perm
