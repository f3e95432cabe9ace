// SPDX-License-Identifier: Apache-2.0
// Gathers the parts of a plane of a flow that several processes have, for the first process.
#pragma once

#include <cstdint>
#include <span>

#include "lattice/partition.hpp"
#include "solver/backend.hpp"

namespace perm {

/// Gives the captured velocity (3 values a voxel, interleaved) and density (1 value) of plane z of the image to the
/// first process; the spans of the others are left as they are. Collective. No process holds more than two planes.
void gather_plane(const Backend& backend, const Partition& partition, std::int64_t z, std::span<float> velocity,
                  std::span<float> density);

/// Gives plane z of any values of voxels to the first process; `own` has those of this process' own rows of that plane,
/// empty where it has none of it, and `plane` as many a voxel. The spans of the others are left as they are.
/// Collective.
void gather_rows(const Domain& domain, const Partition& partition, std::int64_t z, std::span<const float> own,
                 std::span<float> plane);

}  // namespace perm
