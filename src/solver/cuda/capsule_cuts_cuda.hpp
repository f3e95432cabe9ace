// SPDX-License-Identifier: Apache-2.0
// Finds on a GPU where capsules cut the links of its cells, with the codes that the host finds.
#pragma once

#include <cstdint>

#include "device/cuda_check.hpp"
#include "geometry/shapes/surfaces/capsule_surface.hpp"
#include "lattice/domain.hpp"
#include "solver/cuda/index/cuda_index.hpp"

namespace perm {

/// The codes of WallCuts in brick order, and where those of each warp begin.
struct CutCodes {
  cuda::Array<std::uint8_t> codes;
  cuda::Array<std::uint32_t> first;
};

CutCodes find_cuts_of_capsules(const Domain& domain, const CudaIndex& index, const CapsuleSurface& surface);

}  // namespace perm
