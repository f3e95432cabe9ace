// SPDX-License-Identifier: Apache-2.0
// Steps a streaming scheme on the processors. The loops are those of the GPU: a thread a voxel becomes a turn of a
// loop, and a block of threads two loops, one before and one after the point where the threads wait for each other.
#pragma once

#include <memory>

#include "geometry/pore_slab.hpp"
#include "streaming/sites/streaming_lattice.hpp"

namespace perm {

/// Steps in float64 where the settings say so, and otherwise in float32.
std::unique_ptr<StreamingLattice> make_streaming_lattice_cpu(const PoreSlab& pores, const SolverSettings& settings,
                                                             const StreamingChoice& choice);

}  // namespace perm
