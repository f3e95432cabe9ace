// SPDX-License-Identifier: Apache-2.0
// A build without CUDA finds nothing on a GPU.
#include "geometry/cuda/distance_cuda.hpp"
#include "geometry/cuda/network_cuda.hpp"

namespace perm {

std::unique_ptr<const DistancesOnGpu> map_distances_on_gpu(const PoreSlab& /*pores*/, const FaceRules& /*rules*/,
                                                           const Range& /*planes*/) {
  return nullptr;
}

std::optional<NetworkOfGpu> find_network_on_gpu(const PoreSlab& /*pores*/, const FaceRules& /*rules*/,
                                                const Range& /*planes*/) {
  return {};
}

}  // namespace perm
