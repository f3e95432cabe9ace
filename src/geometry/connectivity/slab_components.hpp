// SPDX-License-Identifier: Apache-2.0
// Joins the components that processes have found in their slabs: what touches a slab's outer planes may go on in the
// next slab.
#pragma once

#include <cstdint>

#include "geometry/connectivity/periodic_union_find.hpp"
#include "geometry/connectivity/run_linking.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// `first` and `last` are the runs of the slab's outer planes, nodes of `nodes`, which has every link within the slab.
/// Adds to `nodes` the ends that components reach which go through several slabs, or wind through one across the
/// image's end. No link crosses a face of the axes `closed`. Gives the components of the whole image. Collective. A
/// process gets the runs of the plane above its last one, and of all others a node and at most one tie for each
/// component that touches an outer plane; so time and memory grow with these, not with the image. Throws InputError
/// when those components are 2^31 or more.
std::int64_t link_slabs(const PoreSlab& slab, AxisSet closed, const PlaneRuns& first, const PlaneRuns& last,
                        PeriodicUnionFind& nodes);

}  // namespace perm
