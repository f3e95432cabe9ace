// SPDX-License-Identifier: Apache-2.0
// Finds the network of the pores of a whole image on a GPU: the same bodies and throats as geometry/network finds, bit
// for bit. A build without CUDA has the same function, which finds none.
#pragma once

#include <memory>
#include <optional>

#include "core/boundary.hpp"
#include "geometry/cuda/cell_runs_gpu.hpp"
#include "geometry/network/pore_network.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

struct NetworkOfGpu {
  PoreNetwork network;  ///< without the bodies of voxels
  std::shared_ptr<const CellRunsOnGpu> bodies;
};

/// Finds nothing where the image lies on several processes, where there is no GPU, and where its free memory does not
/// suffice: about 29 bytes a pore voxel and 4 a voxel.
std::optional<NetworkOfGpu> find_network_on_gpu(const PoreSlab& pores, const FaceRules& rules);

}  // namespace perm
