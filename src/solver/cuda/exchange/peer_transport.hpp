// SPDX-License-Identifier: Apache-2.0
// Messages that a GPU writes into the memory of another GPU of the same node itself (CUDA IPC, NVLink or PCIe): no copy
// on the way and no call of the host.
#pragma once

#include <memory>
#include <string>

#include "solver/cuda/exchange/halo_transport.hpp"

namespace perm {

/// Why the processes cannot reach each other's GPU memory; empty where they can. Collective, the same on all.
std::string why_no_peers(const Communicator& processes);
std::unique_ptr<HaloTransport> make_peer_transport(const Communicator& processes);

}  // namespace perm
