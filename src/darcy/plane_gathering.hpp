// SPDX-License-Identifier: Apache-2.0
// Brings together what several processes have of a flow: a plane of it to the first, or all of it to all.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lattice/partition.hpp"
#include "solver/backend.hpp"

namespace perm {

/// The captured velocity (3 a voxel, interleaved) and density of plane z of the image, to the first process; what the
/// others give is left as it is. Collective. No process holds more than two planes.
void gather_plane(const Backend& backend, const Partition& partition, std::int64_t z, std::span<float> velocity,
                  std::span<float> density);

/// The captured flow of the whole image, as Backend::read_flow gives own rows, to all. Collective.
std::vector<CellField> gather_flow(const Backend& backend, const Partition& partition);

}  // namespace perm
