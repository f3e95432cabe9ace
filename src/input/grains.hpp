// SPDX-License-Identifier: Apache-2.0
// The grains whose forces are wanted: the spheres of a recipe, or of a list (--grains).
#pragma once

#include <string>
#include <vector>

#include "core/communicator.hpp"
#include "core/extent.hpp"
#include "geometry/shapes/solids/spheres.hpp"
#include "input/input_request.hpp"

namespace perm {

/// Stands for the spheres of the recipe that is solved.
inline constexpr const char* grains_of_recipe = "recipe";

/// Gives the grains of `list` (grains_of_recipe, or the path of a list of spheres) in voxels of the image to solve,
/// whose extent is `solved`. Collective. Throws UsageError where the recipe is of no spheres, and InputError for a list
/// that cannot be read or does not fit.
std::vector<Sphere> read_grains(const std::string& list, const InputRequest& input, const Extent& solved,
                                const Communicator& processes);

}  // namespace perm
