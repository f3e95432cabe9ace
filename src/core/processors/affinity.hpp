// SPDX-License-Identifier: Apache-2.0
// The processors that a process or a thread may run on.
#pragma once

#include <sched.h>

#include <optional>

namespace perm {

/// Gives the processors of a process, or of this thread for 0; none where there is no such process.
inline std::optional<cpu_set_t> processors_of(pid_t process) {
  cpu_set_t processors;
  CPU_ZERO(&processors);
  if (::sched_getaffinity(process, sizeof processors, &processors) != 0) return std::nullopt;
  return processors;
}

}  // namespace perm
