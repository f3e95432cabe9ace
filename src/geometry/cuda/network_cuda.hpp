// SPDX-License-Identifier: Apache-2.0
// Finds the network of the pores of an image on one GPU or several: the same bodies and throats as geometry/network
// finds, bit for bit. A build without CUDA has the same function, which finds none.
#pragma once

#include <memory>
#include <optional>

#include "core/boundary.hpp"
#include "core/range.hpp"
#include "geometry/cuda/cell_runs_gpu.hpp"
#include "geometry/network/pore_network.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

struct NetworkOfGpu {
  PoreNetwork network;                          ///< without the bodies of voxels
  std::shared_ptr<const CellRunsOnGpu> bodies;  ///< of the planes that were wanted
};

/// `planes` are those whose bodies this process wants; every process works on its own. Finds nothing, on any process,
/// where one has no pores or no GPU, or a GPU whose free memory does not suffice: about 29 bytes a pore voxel and 4 a
/// voxel of its planes. Collective; all processes get the same network.
std::optional<NetworkOfGpu> find_network_on_gpu(const PoreSlab& pores, const FaceRules& rules, const Range& planes);

}  // namespace perm
