// SPDX-License-Identifier: Apache-2.0
// Brings what several processes have of one plane of an image to the first.
#pragma once

#include <cstdint>
#include <span>

#include "lattice/partition.hpp"
#include "solver/backend.hpp"

namespace perm {

/// The captured velocity (3 a voxel, interleaved) and density of plane z of the image, to the first process; what the
/// others give is left as it is. Collective. No process holds more than two planes.
void gather_plane(const Backend& backend, const Partition& partition, std::int64_t z, std::span<float> velocity,
                  std::span<float> density);

}  // namespace perm
