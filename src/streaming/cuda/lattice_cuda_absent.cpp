// SPDX-License-Identifier: Apache-2.0
#include "device/gpu.hpp"
#include "streaming/cuda/lattice_cuda.hpp"

namespace perm {

std::unique_ptr<StreamingLattice> make_streaming_lattice_cuda(const PoreSlab& /*pores*/,
                                                              const SolverSettings& /*settings*/,
                                                              const StreamingChoice& /*choice*/) {
  require_cuda();
  return nullptr;
}

}  // namespace perm
