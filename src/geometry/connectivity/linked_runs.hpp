// SPDX-License-Identifier: Apache-2.0
// The runs of a slab, numbered row by row and linked within it. They are never stored for the whole slab: a plane is
// linked to the one before it while both are at hand, by as many threads as there are parts of the slab. A component
// that has a run at a closed face notes it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "geometry/connectivity/link_rules.hpp"
#include "geometry/connectivity/periodic_union_find.hpp"
#include "geometry/connectivity/run_linking.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// Gives the number of runs before each plane, and that of all runs at the end. Throws InputError when there are 2^31
/// or more.
std::vector<std::size_t> count_runs_before(const PoreSpace& pores);

/// The linked runs of a slab, and the runs of its outer planes.
struct LinkedRuns {
  PeriodicUnionFind nodes;
  PlaneRuns first;
  PlaneRuns last;
};

/// Links all runs of a slab, but not its last plane to its first. The root of a component is its lowest node, however
/// many threads there are.
LinkedRuns link_runs(const PoreSlab& slab, const LinkRules& rules, std::span<const std::size_t> runs_before);

}  // namespace perm
