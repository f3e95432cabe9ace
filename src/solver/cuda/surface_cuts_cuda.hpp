// SPDX-License-Identifier: Apache-2.0
// Finds on a GPU where a surface cuts the links of its cells, with the codes that the host finds.
#pragma once

#include <cstdint>
#include <optional>

#include "device/cuda_check.hpp"
#include "geometry/surface.hpp"
#include "lattice/domain.hpp"
#include "solver/cuda/index/cuda_index.hpp"

namespace perm {

/// The codes of WallCuts in brick order, and where those of each warp begin.
struct CutCodes {
  cuda::Array<std::uint8_t> codes;
  cuda::Array<std::uint64_t> first;
};

/// Gives nothing where the image has closed faces, where the surface is neither one of capsules nor one of distances,
/// or where the distances find no room beside the lattice.
std::optional<CutCodes> find_cuts_on_gpu(const Domain& domain, const CudaIndex& index, const Surface& surface);

}  // namespace perm
