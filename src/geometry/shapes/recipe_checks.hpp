// SPDX-License-Identifier: Apache-2.0
// Checks that several kinds of geometry make of a recipe before they draw it. Lengths are in voxels. The functions that
// refuse throw InputError.
#pragma once

#include <optional>
#include <string>

#include "geometry/shapes/recipe.hpp"

namespace perm {

/// Gives the value of an option that the kind cannot do without; `example` is a value for the message.
double require_given(const Recipe& recipe, const std::optional<double>& value, const std::string& option,
                     const std::string& example);

/// Gives the radius of spheres at random: that of the recipe, or a tenth of the smallest extent, from 1 to 12.
double choose_sphere_radius(const Recipe& recipe);

/// Refuses arrays whose solids have no size or two sizes, and values that are no porosity. `solids` is for messages.
void require_one_size(const Recipe& recipe, const char* solids);

/// Refuses a radius that is too small to be seen in voxels. `solid` is for the message.
void require_visible(const Recipe& recipe, const char* solid, double radius);

}  // namespace perm
