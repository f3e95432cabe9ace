// SPDX-License-Identifier: Apache-2.0
// Does on a GPU what bound_conduction does, with the same bits.
#pragma once

#include "conduction/conduction.hpp"

namespace perm {

/// Bounds what `pores` conduct along an axis, all of which must be joined through faces to what flows, and conduct
/// alike. Throws DeviceError where there is no GPU, or not enough memory.
ConductionBounds bound_conduction_cuda(const PoreSpace& pores, const FaceRules& rules, Axis along,
                                       const IterationShares& shares);

}  // namespace perm
