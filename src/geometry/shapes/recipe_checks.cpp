// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/recipe_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"

namespace perm {

double require_given(const Recipe& recipe, const std::optional<double>& value, const std::string& option,
                     const std::string& example) {
  if (value) return *value;
  throw InputError(fmt::format("{} needs --{}", to_string(recipe.kind), option), "",
                   fmt::format("Give for example --{} {}", option, example));
}

double choose_sphere_radius(const Recipe& recipe) {
  const Extent& extent = recipe.extent;
  const double tenth = static_cast<double>(std::min({extent.nx, extent.ny, extent.nz})) / 10;
  return recipe.radius.value_or(std::clamp(tenth, 1.0, 12.0));
}

void require_one_size(const Recipe& recipe, const char* solids) {
  if (recipe.porosity.has_value() == recipe.radius.has_value())
    throw InputError(fmt::format("The size of the {} {} is {}", to_string(recipe.kind), solids,
                                 recipe.radius ? "given twice" : "not given"),
                     "radius and porosity follow from each other", "Give either --porosity or --radius");
  if (recipe.porosity && !(*recipe.porosity > 0 && *recipe.porosity < 1))
    throw InputError(fmt::format("The porosity {} is out of range", *recipe.porosity), "it is pore volume over volume",
                     "Give a porosity above 0 and below 1");
}

void require_visible(const Recipe& recipe, const char* solid, double radius) {
  if (radius >= 1) return;
  throw InputError(fmt::format("The {} radius of {:g} voxels is too small", solid, radius),
                   fmt::format("an image cannot show a {} narrower than two voxels", solid),
                   recipe.porosity ? "Give a larger --size or a lower --porosity" : "Give --radius of at least 1");
}

}  // namespace perm
