// SPDX-License-Identifier: Apache-2.0
#include "streaming/cuda/lattice_cuda.hpp"
#include "streaming/cuda/machine_cuda.cuh"
#include "streaming/sites/stepped_scheme.hpp"

namespace perm::streaming {

std::unique_ptr<StreamingLattice> make_lattice_cuda_float32(const PoreSlab& pores, const SolverSettings& settings,
                                                            const StreamingChoice& choice) {
  return make_stepped<float>(CudaMachine(choice.block, pores.processes(), settings.transport), pores, settings, choice);
}

}  // namespace perm::streaming
