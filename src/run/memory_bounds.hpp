// SPDX-License-Identifier: Apache-2.0
// Bounds the memory of a run before its image is read or made. How many cells there will be is not known then, so the
// bounds are wide for images, whose porosity may be anything, and narrow for recipes that say their porosity.
#pragma once

#include <cstdint>
#include <string>

#include "core/communicator.hpp"
#include "darcy/flow_options.hpp"

namespace perm {

/// Cells over voxels, as far as they are known.
struct PorosityBounds {
  double least{0};
  double most{1};
};

/// Bytes that one process takes at its peak, the program itself included.
struct MemoryBounds {
  std::int64_t least{0};  ///< every image of this extent and porosity takes so much
  std::int64_t most{0};   ///< none takes more, without the bodies of an error budget; of one process alone
};

/// Gives what the host must hold for a run on an image of this extent, shared out among `processes`: while the pores
/// are measured, and on the CPU while the flow is stepped.
MemoryBounds bound_host_memory(const Extent& extent, const PorosityBounds& porosity, const FlowOptions& options,
                               const Communicator& processes = {});

/// Throws DeviceError, as require_memory does, where not even the least fits: on the host, and on the GPU where the
/// flow is stepped there. Collective.
void require_least_memory(const Extent& extent, const PorosityBounds& porosity, const FlowOptions& options,
                          const Communicator& processes = {});

/// Says why the `bytes` that this process needs are too many; the text is empty where every process gets its memory.
/// Collective.
std::string why_lacking(std::int64_t bytes, Device device, const Communicator& processes);

}  // namespace perm
