// SPDX-License-Identifier: Apache-2.0
// Compiles the steps in float16. No other device has these bits, so the compiler may use fused multiply-adds.
#include "solver/cuda/step_launches.cuh"

namespace perm {

template class CudaSteps<__half>;

}  // namespace perm
