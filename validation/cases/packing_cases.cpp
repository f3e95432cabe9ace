// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/errors.hpp"
#include "geometry/sphere_list.hpp"
#include "validation/cases/case_list.hpp"
#include "validation/references/packing_correlations.hpp"

namespace perm::validation {
namespace {

constexpr double pack_scatter = 0.05;
constexpr const char* band_reason =
    "span of the correlations of van der Hoef et al., Hill, Koch and Ladd, Tenneti et al., Kozeny-Carman (180) and "
    "Ergun (150), which differ by 20 % among themselves, and 5 % on either side by which single packings of about a "
    "hundred spheres scatter: a sanity check, not a test value";

/// Reference and limits of a packing of equal spheres. `level` holds the resolution that is checked.
void hold_against_band(Case& packing, double solid_fraction, std::int64_t resolution) {
  const double c = solid_fraction;
  reference::Band band = reference::packing_band(c);
  band.low = std::min({band.low, reference::kozeny_carman(c), reference::ergun(c)});
  band.high = std::max({band.high, reference::kozeny_carman(c), reference::ergun(c)});
  const double middle = std::sqrt(band.low * band.high);
  packing.reference = {middle, std::sqrt(band.high / band.low) - 1, "sphere diameter squared",
                       "middle of the band of five correlations for random packings"};
  packing.limits.push_back(
      {Quantity::permeability, resolution, band.low * (1 - pack_scatter), band.high * (1 + pack_scatter), band_reason});
}

Case generated(double porosity, std::int64_t resolution) {
  Case packing{fmt::format("packing-{:.2f}", 1 - porosity),
               "packings",
               fmt::format("random packings of the program, solid fraction {:.2f}", 1 - porosity),
               "voxels along the box, ten times the radius",
               {},
               {},
               {},
               {}};
  constexpr int seeds = 3;
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
  hold_against_band(packing, 1 - porosity, resolution);
  return packing;
}

Case listed(const std::filesystem::path& file, std::int64_t resolution) {
  Recipe recipe;
  recipe.kind = GeometryKind::spheres;
  recipe.extent = {resolution, resolution, resolution};
  recipe.centres = file;
  const std::vector<Sphere> spheres =
      read_sphere_list({file, recipe.extent, recipe.box, recipe.centres_hold_diameters, recipe.radius});
  const auto [least, most] = std::minmax_element(spheres.begin(), spheres.end(),
                                                 [](const Sphere& a, const Sphere& b) { return a.radius < b.radius; });
  if (most->radius > 1.001 * least->radius)
    throw InputError(fmt::format("The spheres of '{}' are not of one size", file.string()),
                     "the correlations hold for equal spheres", "Leave the file out of --packs");
  double volume = 0;
  for (const Sphere& sphere : spheres) volume += sphere_volume(sphere.radius);
  Case packing{
      fmt::format("pack-{}", file.stem().string()),
      "packings",
      fmt::format("{} spheres of {}, mean of the flows along x, y, z", spheres.size(), file.filename().string()),
      "voxels along the box",
      {},
      {},
      {},
      {}};
  Level level{resolution, 4 * least->radius * least->radius, {}};
  for (const Axis axis : all_axes) level.trials.push_back({recipe, axis});
  packing.levels.push_back(std::move(level));
  hold_against_band(packing, volume / static_cast<double>(recipe.extent.voxels()), resolution);
  return packing;
}

}  // namespace

std::vector<Case> packing_cases(Thoroughness thoroughness, const Selection& selection,
                                const std::vector<std::filesystem::path>& files) {
  const std::int64_t resolution = thoroughness == Thoroughness::quick ? 64 : 128;
  std::vector<Case> cases;
  for (const double porosity : {0.45, 0.60}) cases.push_back(generated(porosity, resolution));
  for (const std::filesystem::path& file : files) cases.push_back(listed(file, resolution));
  std::erase_if(cases, [&](const Case& one) { return !selection.wants(one.name, one.group); });
  return cases;
}

std::vector<std::string> not_validated() {
  return {
      "Rock and other scanned media: no exact value exists; programs differ there by 20 to 50 % on one image, mostly "
      "by their boundaries and the voxels across a throat.",
      "Segmentation: the image is taken as it is.", "Boundaries other than periodic.",
      "Flow with inertia, slip at walls, off-diagonal terms of the permeability tensor.",
      "Random packings beyond a sanity band: correlations differ by 20 % among themselves."};
}

}  // namespace perm::validation
