// SPDX-License-Identifier: Apache-2.0
// What several kinds of geometry ask of a recipe before they draw it. Lengths in voxels. The functions that refuse
// throw InputError.
#pragma once

#include <optional>
#include <string>

#include "geometry/shapes/recipe.hpp"

namespace perm {

/// The value of an option that the kind cannot do without; `example` is one for the message.
double require_given(const Recipe& recipe, const std::optional<double>& value, const std::string& option,
                     const std::string& example);

/// The radius of spheres at random: the one given, or a tenth of the smallest extent, from 1 to 12.
double choose_sphere_radius(const Recipe& recipe);

/// Refuses arrays whose solids have no size, or two, and porosities that are none. `solids` is for the messages.
void require_one_size(const Recipe& recipe, const char* solids);

/// Refuses a radius that is too small to be seen in voxels. `solid` is for the message.
void require_visible(const Recipe& recipe, const char* solid, double radius);

}  // namespace perm
