// SPDX-License-Identifier: Apache-2.0
// Distributions stored in float16 and updated in float32. A stored value counts multiples of a unit, a power of two
// that belongs to the run, so that float16's narrow range lies where the distributions are.
#pragma once

#include <cuda_fp16.h>

#include "solver/cell_step.hpp"

namespace perm {

template <>
struct Stored<__half> {
  using Real = float;
  PERM_HOST_DEVICE static float read(__half value, float unit) { return __half2float(value) * unit; }
  PERM_HOST_DEVICE static __half write(float value, float units) { return __float2half_rn(value * units); }
};

}  // namespace perm
