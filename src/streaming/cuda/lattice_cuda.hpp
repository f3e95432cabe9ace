// SPDX-License-Identifier: Apache-2.0
// Steps a streaming scheme on a GPU, with the bits of the processors. A build without CUDA has the same function, which
// throws a DeviceError.
#pragma once

#include <memory>

#include "geometry/pore_slab.hpp"
#include "streaming/sites/streaming_lattice.hpp"

namespace perm {

/// Steps in float64 where the settings say so, and otherwise in float32. Collective.
std::unique_ptr<StreamingLattice> make_streaming_lattice_cuda(const PoreSlab& pores, const SolverSettings& settings,
                                                              const StreamingChoice& choice);

namespace streaming {

/// The same for one type each, which are compiled apart because that takes long.
std::unique_ptr<StreamingLattice> make_lattice_cuda_float32(const PoreSlab& pores, const SolverSettings& settings,
                                                            const StreamingChoice& choice);
std::unique_ptr<StreamingLattice> make_lattice_cuda_float64(const PoreSlab& pores, const SolverSettings& settings,
                                                            const StreamingChoice& choice);

}  // namespace streaming
}  // namespace perm
