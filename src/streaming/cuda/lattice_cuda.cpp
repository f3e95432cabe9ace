// SPDX-License-Identifier: Apache-2.0
#include "streaming/cuda/lattice_cuda.hpp"

#include "device/gpu.hpp"

namespace perm {

std::unique_ptr<StreamingLattice> make_streaming_lattice_cuda(const PoreSlab& pores, const SolverSettings& settings,
                                                              const StreamingChoice& choice) {
  require_cuda();
  return settings.precision == Precision::float64 ? streaming::make_lattice_cuda_float64(pores, settings, choice)
                                                  : streaming::make_lattice_cuda_float32(pores, settings, choice);
}

}  // namespace perm
