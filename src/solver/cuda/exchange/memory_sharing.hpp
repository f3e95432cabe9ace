// SPDX-License-Identifier: Apache-2.0
// Finds out, before any lattice exists, whether processes can open each other's GPU memory (CUDA IPC). Some machines
// cannot share memory at all (WSL2, virtual GPUs, Jetson), others not between all GPUs. No line here needs CUDA, so
// that tests can pretend each failure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/communicator.hpp"

namespace perm {

/// What one process hands to others so that they can open its memory; CUDA calls it a handle.
struct MemoryTicket {
  std::array<std::byte, 64> bytes{};
  bool is_valid{false};  ///< false where the process cannot share its memory
};

/// Says why the processes cannot open each other's memory; empty where all can. `own` is this process's ticket, and
/// can_open(ticket) tries the one of another. Collective: every process tries what the others offer, whatever fails
/// here, and all get the same answer.
template <class CanOpen>
std::string why_no_sharing(const MemoryTicket& own, const CanOpen& can_open, const Communicator& processes) {
  const auto tickets = processes.gather_to_all(std::span<const MemoryTicket>(&own, 1));
  bool all_share = true;
  for (const auto& of_process : tickets) all_share = all_share && of_process.front().is_valid;
  if (!all_share) return "CUDA cannot share a GPU's memory with other processes here";
  bool fails = false;
  for (std::size_t rank = 0; rank < tickets.size(); ++rank)
    if (static_cast<int>(rank) != processes.rank() && !can_open(tickets[rank].front())) fails = true;
  return processes.any(fails) ? "not all GPUs of the node can reach each other's memory" : "";
}

}  // namespace perm
