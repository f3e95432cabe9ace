// SPDX-License-Identifier: Apache-2.0
// A build without CUDA refuses and says why.
#include "conduction/cuda/conduction_cuda.hpp"
#include "device/gpu.hpp"

namespace perm {

ConductionBounds bound_conduction_cuda(const PoreSpace& /*pores*/, const FaceRules& /*rules*/, Axis /*along*/,
                                       const IterationShares& /*shares*/) {
  require_cuda();
  return {};
}

}  // namespace perm
