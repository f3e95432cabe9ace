// SPDX-License-Identifier: Apache-2.0
// Makes the distance map of an image, or of a slab of it, on a GPU: the values that geometry/measures/distance_map.hpp
// gives, bit for bit. The map stays there, for the network. A build without CUDA has the same function, which makes
// none.
#pragma once

#include <memory>
#include <span>

#include "core/boundary.hpp"
#include "geometry/measures/distance_map.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// A distance map in the memory of a GPU.
class DistancesOnGpu {
 public:
  virtual ~DistancesOnGpu() = default;
  virtual const SquaredDistance* data() const = 0;  ///< on the device
  /// Copies the map of the planes that were asked for.
  virtual void read(std::span<SquaredDistance> map) const = 0;
};

/// Maps some planes of the image that `pores` is a slab of; every process asks for the planes that it works on, and the
/// others fetch near ones from it. Of several processes each also gets the plane before its own ones and the plane
/// behind them, all 0 beyond an end of the image that is not periodic. Collective. Gives nothing, on any process, where
/// one has no GPU, no planes, or a GPU whose memory does not suffice: 4 bytes a voxel.
std::unique_ptr<const DistancesOnGpu> map_distances_on_gpu(const PoreSlab& pores, const FaceRules& rules,
                                                           const Range& planes);

}  // namespace perm
