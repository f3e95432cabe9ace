// SPDX-License-Identifier: Apache-2.0
// Makes the distance map of a whole image on a GPU: the values that geometry/measures/distance_map.hpp gives, bit for
// bit. The map stays there, for the network. A build without CUDA has the same function, which makes none.
#pragma once

#include <memory>

#include "core/boundary.hpp"
#include "geometry/measures/distance_map.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// A distance map in the memory of a GPU.
class DistancesOnGpu {
 public:
  virtual ~DistancesOnGpu() = default;
  virtual const SquaredDistance* data() const = 0;  ///< on the device
};

/// Gives nothing where the image lies on several processes, where there is no GPU, and where its free memory does not
/// suffice: 4 bytes a voxel.
std::unique_ptr<const DistancesOnGpu> map_distances_on_gpu(const PoreSlab& pores, const FaceRules& rules);

}  // namespace perm
