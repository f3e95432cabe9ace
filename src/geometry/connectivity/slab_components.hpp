// SPDX-License-Identifier: Apache-2.0
// Joins the components that processes have found in their slabs: a component that touches an outer plane of a slab may
// go on in the next slab.
#pragma once

#include <cstdint>

#include "geometry/connectivity/link_rules.hpp"
#include "geometry/connectivity/periodic_union_find.hpp"
#include "geometry/connectivity/run_linking.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// `first` and `last` are the runs of the slab's outer planes, nodes of `nodes`, which has every link within the slab.
/// Adds to `nodes` the ends that a component reaches through other slabs, or by winding through one slab across the
/// image's end. No link crosses a face of the axes `closed`. Gives the number of components of the whole image.
/// Collective. A process receives the runs of the plane above its last one. From all other processes it receives a node
/// and at most one tie for each component that touches an outer plane, so time and memory grow with the number of these
/// components, not with the image. Throws InputError when there are 2^31 such components or more.
std::int64_t link_slabs(const PoreSlab& slab, const LinkRules& rules, const PlaneRuns& first, const PlaneRuns& last,
                        PeriodicUnionFind& nodes);

}  // namespace perm
