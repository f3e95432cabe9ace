// SPDX-License-Identifier: Apache-2.0
// Takes away the small parts that noise leaves in a segmented image. A solid part is what hangs together through faces,
// edges or corners, so that only what floats for certain is a speck. A pore part is what hangs together through faces
// and edges, as the links of the lattice do, so that what is filled is what no flow can leave. Parts are counted within
// the image that is solved; opposite faces are not joined.
#pragma once

#include <cstdint>
#include <string>

#include "geometry/pore_slab.hpp"

namespace perm {

/// Makes pore the solid parts of fewer than `fewest` voxels that touch no face of the image. Gives a sentence of what
/// was done, in words that go on: "12 parts of solid of fewer than 50 voxels became pore (300 voxels)". Collective.
std::string remove_specks(PoreSlab& pores, std::int64_t fewest);

/// Makes solid the pore parts of fewer than `fewest` voxels. Gives the like. Collective.
std::string fill_holes(PoreSlab& pores, std::int64_t fewest);

}  // namespace perm
