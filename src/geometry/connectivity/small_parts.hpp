// SPDX-License-Identifier: Apache-2.0
// Takes small parts out of a pore space, as noise leaves them. A part is a connected component within the image, which
// does not repeat here: opposite faces are not joined.
#pragma once

#include <cstdint>

#include "geometry/connectivity/link_rules.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// What becomes of a part that touches a face of the image, beyond which it may go on.
enum class PartsAtFaces { kept, counted };

/// The parts that were taken out, in the whole image.
struct SmallParts {
  std::int64_t parts{0};
  std::int64_t voxels{0};
};

/// Makes solid the parts of `pores` that have fewer than `fewest` voxels. Collective; the result does not depend on
/// processes and threads. It takes 25 bytes a run of pore voxels while it works. Throws InputError when this process
/// has 2^31 runs or more.
SmallParts remove_small_parts(PoreSlab& pores, std::int64_t fewest, JoinedBy by, PartsAtFaces at_faces);

}  // namespace perm
