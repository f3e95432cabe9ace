// SPDX-License-Identifier: Apache-2.0
// Takes what leaves a slab through its two faces to the GPUs that have the slabs beside it, on a stream of its own,
// while this thread's stream steps the inner planes: one copy a face.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "core/communicator.hpp"
#include "solver/cell/settings.hpp"

namespace perm::streaming {

struct SlabFaces {
  const void* below;
  const void* above;
};

class SlabExchangeCuda {
 public:
  virtual ~SlabExchangeCuda() = default;
  /// Says where, in the GPU's memory, the bytes lie that leave through each face when the work launched so far is done.
  virtual void start(const SlabFaces& leaving, std::size_t bytes_a_face) = 0;
  /// Sends them, and gives the places of what comes in. What is launched from now on waits for it; the places hold
  /// until the next exchange but one.
  virtual SlabFaces finish() = 0;
  virtual std::string transport() const = 0;
};

/// Null for a process that is alone. Collective.
std::unique_ptr<SlabExchangeCuda> make_slab_exchange_cuda(const Communicator& processes, Transport transport);

}  // namespace perm::streaming
