// SPDX-License-Identifier: Apache-2.0
// Stores distributions in float16, which are updated in float32.
#pragma once

#include "device/gpu_half.hpp"
#include "solver/cell/stored.hpp"

namespace perm {

template <>
struct Stored<__half> {
  using Real = float;
  PERM_HOST_DEVICE static float read(__half value) { return __half2float(value); }
  PERM_HOST_DEVICE static __half write(float value) { return __float2half_rn(value); }
};

}  // namespace perm
