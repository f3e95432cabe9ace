// SPDX-License-Identifier: Apache-2.0
// The grains whose forces are wanted: the spheres of a recipe, or of a list (--grains).
#pragma once

#include <vector>

#include "app/options/solve_options.hpp"
#include "core/communicator.hpp"
#include "core/extent.hpp"
#include "geometry/shapes/solids/spheres.hpp"

namespace perm {

/// Gives the grains in voxels of the image to solve, whose extent is `solved`; none where none are wanted. Collective.
/// Throws UsageError where the recipe is of no spheres, and InputError for a list that cannot be read or does not fit.
std::vector<Sphere> read_grains(const SolveOptions& options, const Extent& solved, const Communicator& processes);

}  // namespace perm
