// SPDX-License-Identifier: Apache-2.0
// Makes a GPU write its messages into the memory of another GPU of the same node itself (CUDA IPC, NVLink or PCIe),
// without a copy on the way and without a call of the host.
#pragma once

#include <memory>
#include <string>

#include "solver/cuda/exchange/halo_transport.hpp"

namespace perm {

/// Says why the processes cannot reach each other's GPU memory; empty where they can. Collective; all get the same
/// answer.
std::string why_no_peers(const Communicator& processes);
std::unique_ptr<HaloTransport> make_peer_transport(const Communicator& processes);

}  // namespace perm
