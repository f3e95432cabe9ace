// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/errors.hpp"
#include "geometry/shapes/sphere_list.hpp"
#include "validation/references/packing_correlations.hpp"
#include "validation/studies/study_cases.hpp"

namespace perm::validation {
namespace {

constexpr double pack_scatter = 0.05;
constexpr const char* band_reason =
    "span of the correlations of van der Hoef et al., Hill, Koch and Ladd, Tenneti et al., Kozeny-Carman (180) and "
    "Ergun (150), which differ by 20 % among themselves, and 5 % on either side by which single packings of about a "
    "hundred spheres scatter: a sanity check, not a test value";

/// Gives the resolutions from 64 on, because at 32 a sphere is only six voxels wide.
std::vector<std::int64_t> packing_resolutions(Thoroughness thoroughness) {
  std::vector<std::int64_t> all = resolutions(thoroughness);
  all.erase(all.begin());
  return all;
}

/// Sets reference and limits of a packing of equal spheres; the finest resolution is checked.
void hold_against_band(Case& packing, double solid_fraction) {
  const double c = solid_fraction;
  reference::Band band = reference::packing_band(c);
  band.low = std::min({band.low, reference::kozeny_carman(c), reference::ergun(c)});
  band.high = std::max({band.high, reference::kozeny_carman(c), reference::ergun(c)});
  const double middle = std::sqrt(band.low * band.high);
  packing.reference = {middle, std::sqrt(band.high / band.low) - 1, "sphere diameter squared",
                       "middle of the band of five correlations for random packings"};
  packing.part = Part::correlations;
  packing.limits.push_back({Quantity::permeability, packing.levels.back().resolution, band.low * (1 - pack_scatter),
                            band.high * (1 + pack_scatter), band_reason});
}

Case generated(double porosity, Thoroughness thoroughness) {
  Case packing{.name = fmt::format("packing-{:.2f}", 1 - porosity),
               .group = "packings",
               .title = fmt::format("random packings of the program, solid fraction {:.2f}", 1 - porosity),
               .resolution_is = "voxels along the box, ten times the radius"};
  constexpr int seeds = 3;
  for (const std::int64_t resolution : packing_resolutions(thoroughness)) {
    Recipe recipe;
    recipe.kind = GeometryKind::packing;
    recipe.extent = {resolution, resolution, resolution};
    recipe.porosity = porosity;
    recipe.radius = static_cast<double>(resolution) / 10;
    Level level{resolution, 4 * *recipe.radius * *recipe.radius, {}};
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      recipe.seed = seed;
      level.trials.push_back({recipe, Axis::x});
    }
    packing.levels.push_back(std::move(level));
  }
  hold_against_band(packing, 1 - porosity);
  return packing;
}

/// Gives the spheres of a file in a box of `resolution` voxels. Throws InputError unless all are of one size.
std::vector<Sphere> read_equal_spheres(const Recipe& recipe) {
  std::vector<Sphere> spheres =
      read_sphere_list({recipe.centres, recipe.extent, recipe.box, recipe.centres_hold_diameters, recipe.radius});
  const auto [least, most] = std::minmax_element(spheres.begin(), spheres.end(),
                                                 [](const Sphere& a, const Sphere& b) { return a.radius < b.radius; });
  if (most->radius <= 1.001 * least->radius) return spheres;
  throw InputError(fmt::format("The spheres of '{}' are not of one size", recipe.centres.string()),
                   "the correlations hold for equal spheres", "Leave the file out of --packs");
}

Case listed(const std::filesystem::path& file, Thoroughness thoroughness) {
  Case packing{.name = listed_pack + file.stem().string(),
               .group = "packings",
               .title = fmt::format("spheres of {}, mean of the flows along x, y, z", file.filename().string()),
               .resolution_is = "voxels along the box"};
  double solid_fraction = 0;
  for (const std::int64_t resolution : packing_resolutions(thoroughness)) {
    Recipe recipe;
    recipe.kind = GeometryKind::spheres;
    recipe.extent = {resolution, resolution, resolution};
    recipe.centres = file;
    const std::vector<Sphere> spheres = read_equal_spheres(recipe);
    solid_fraction = static_cast<double>(spheres.size()) * sphere_volume(spheres.front().radius) /
                     static_cast<double>(recipe.extent.voxels());
    Level level{resolution, 4 * spheres.front().radius * spheres.front().radius, {}};
    for (const Axis axis : all_axes) level.trials.push_back({recipe, axis});
    packing.levels.push_back(std::move(level));
  }
  hold_against_band(packing, solid_fraction);
  return packing;
}

}  // namespace

std::vector<Case> packing_cases(Thoroughness thoroughness, const Selection& selection,
                                const std::vector<std::filesystem::path>& files) {
  std::vector<Case> cases;
  for (const double porosity : {0.45, 0.60}) cases.push_back(generated(porosity, thoroughness));
  for (const std::filesystem::path& file : files) cases.push_back(listed(file, thoroughness));
  std::erase_if(cases, [&](const Case& one) { return !selection.wants(one.name, one.group); });
  return cases;
}

}  // namespace perm::validation
