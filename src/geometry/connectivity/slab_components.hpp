// SPDX-License-Identifier: Apache-2.0
// Joins the components that processes have found in their slabs: a component that touches an outer plane of a slab may
// go on in the next slab.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/connectivity/link_rules.hpp"
#include "geometry/connectivity/periodic_union_find.hpp"
#include "geometry/connectivity/run_linking.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// The components of all slabs that touch an outer plane of their slab, joined across the slabs.
struct OuterParts {
  std::vector<std::uint32_t> roots;  ///< of those of the own slab, in its nodes
  std::uint32_t first{0};            ///< which node of `components` the first of them is; the others follow
  PeriodicUnionFind components;      ///< those of all slabs, with the ends that they reach
};

/// Takes and sends what link_slabs does, and gives the joined components on every process.
OuterParts join_outer_parts(const PoreSlab& slab, const LinkRules& rules, const PlaneRuns& first, const PlaneRuns& last,
                            PeriodicUnionFind& nodes);

/// `first` and `last` are the runs of the slab's outer planes, nodes of `nodes`, which has every link within the slab.
/// Adds to `nodes` the ends that a component reaches through other slabs, or by winding through one slab across the
/// image's end. No link crosses a face of the axes `closed`. Gives the number of components of the whole image.
/// Collective. A process receives the runs of the plane above its last one. From all other processes it receives a node
/// and at most one tie for each component that touches an outer plane, so time and memory grow with the number of these
/// components, not with the image. Throws InputError when there are 2^31 such components or more.
std::int64_t link_slabs(const PoreSlab& slab, const LinkRules& rules, const PlaneRuns& first, const PlaneRuns& last,
                        PeriodicUnionFind& nodes);

}  // namespace perm
