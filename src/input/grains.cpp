// SPDX-License-Identifier: Apache-2.0
#include "input/grains.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"
#include "geometry/shapes/recipe.hpp"
#include "geometry/shapes/sphere_list.hpp"
#include "input/options/recipe_options.hpp"

namespace perm {
namespace {

/// Gives the extent of the image as it was given; `length` is that of the one to solve.
Extent extent_as_given(const Extent& solved, const InputRequest& input) {
  const auto given = [&](std::int64_t length) { return length * input.coarsen / input.refine; };
  return {given(solved.nx), given(solved.ny), given(solved.nz)};
}

std::vector<Sphere> read_as_given(const std::string& list, const InputRequest& input, const Extent& given,
                                  const Communicator& processes) {
  if (list != grains_of_recipe) {
    SphereListRequest request;
    request.file = list;
    request.extent = given;
    request.box = static_cast<double>(given.nx);
    request.is_in_voxels = true;
    return read_sphere_list(request, processes);
  }
  const Recipe recipe = read_recipe_file(input.path).recipe;
  std::vector<Sphere> spheres = spheres_of(recipe, processes);
  if (spheres.empty())
    throw UsageError("--grains recipe is given",
                     fmt::format("a recipe of kind {} has no spheres", to_string(recipe.kind)),
                     "Leave it out, or give a list of spheres with --grains FILE");
  return spheres;
}

}  // namespace

std::vector<Sphere> read_grains(const std::string& list, const InputRequest& input, const Extent& solved,
                                const Communicator& processes) {
  std::vector<Sphere> grains = read_as_given(list, input, extent_as_given(solved, input), processes);
  const double scale = static_cast<double>(input.refine) / input.coarsen;
  for (Sphere& grain : grains) grain = {grain.x * scale, grain.y * scale, grain.z * scale, grain.radius * scale};
  return grains;
}

}  // namespace perm
