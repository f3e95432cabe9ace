// SPDX-License-Identifier: Apache-2.0
// Overlapping spheres (the "Swiss cheese" or Boolean model): equal spheres at independent, uniformly distributed
// places of a periodic box, added one by one until the image has the porosity asked for.
#pragma once

#include <cstdint>

#include "geometry/pore_slab.hpp"
#include "geometry/pore_space.hpp"

namespace perm {

struct OverlapRequest {
  Extent extent{64, 64, 64};
  double porosity{0.5};  ///< pore voxels over all, above 0 up to 1 (no sphere)
  double radius{6};      ///< voxels, from 1 to half the smallest extent
  std::uint64_t seed{1};
};

/// Adds spheres until the next would pass the porosity; that one is kept when the image is nearer to it with it than
/// without. The result is off by less than half a sphere's volume over the image's. Takes about
/// -ln(porosity) * volume / sphere volume spheres (Weissberg 1963).
/// Throws InputError for values outside the ranges above.
PoreSpace make_overlapping_spheres(const OverlapRequest& request);
/// The planes of this process of the same image; collective. `request.extent` is that of the image.
PoreSlab make_overlapping_spheres(const OverlapRequest& request, const Communicator& processes);

}  // namespace perm
