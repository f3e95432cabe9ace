// SPDX-License-Identifier: Apache-2.0
// What bounds the memory that this process can still take: the machine, the control groups that it is in, the limits of
// its shell (ulimit), and what it asked SLURM for. Without this a run that is too large would be killed in its midst.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/communicator.hpp"

namespace perm {

/// One bound on the memory of this process.
struct MemoryLimit {
  std::int64_t free{0};  ///< bytes that can still be taken
  std::string where;     ///< what follows "3 GB are free": "" or " below ulimit -v"
  std::string remedy;    ///< how more is allowed: "Raise ulimit -v"; empty for the machine
  std::uint64_t id{0};   ///< the same in all processes of a node that share these bytes; 0: no other process does
};

/// Gives every bound that the system tells; empty where it tells none. Tests give a made-up `root` in place of "/".
std::vector<MemoryLimit> find_memory_limits(const std::filesystem::path& root = "/");

/// Gives the bound that leaves least, for this process alone; nothing where the system tells none.
std::optional<MemoryLimit> find_tightest_memory_limit();

/// Throws DeviceError, which names the bound, where the memory of the host does not hold `bytes` more of each of the
/// `processes` on this node; those that share a bound count together. `remedy` says what to do where no bound can be
/// raised, a sentence. Collective.
void require_host_memory(std::int64_t bytes, const std::string& remedy, const Communicator& processes = {});

}  // namespace perm
