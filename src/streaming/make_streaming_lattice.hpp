// SPDX-License-Identifier: Apache-2.0
// Makes the lattice of a streaming scheme on the device that the settings name.
#pragma once

#include <cstdint>
#include <memory>

#include "geometry/pore_slab.hpp"
#include "streaming/sites/streaming_lattice.hpp"

namespace perm {

/// Throws UsageError, which says why, where a scheme cannot do what the settings ask for: float16 (the schemes of
/// papers store what they compute with), two relaxation times with ntemp, several processes with all but push, a block
/// that is no whole number of warps, or more than most_block. `compact` is made by make_backend and refused here.
void require_streaming(const SolverSettings& settings, const StreamingChoice& choice, int processes);

/// Makes the lattice of a periodic image, of whose planes each process has its slab. Collective. Throws what
/// require_streaming throws, and DeviceError where the device is not there or its memory does not suffice.
std::unique_ptr<StreamingLattice> make_streaming_lattice(const PoreSlab& pores, const SolverSettings& settings,
                                                         const StreamingChoice& choice);

/// Gives the bytes that make_streaming_lattice takes on the device for a box of this extent: what the lattice says of
/// itself. Of out_of_core it gives those of the host.
std::int64_t predict_streaming_bytes(StreamingScheme scheme, const Extent& extent, Precision precision);

}  // namespace perm
