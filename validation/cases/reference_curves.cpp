// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/reference_curves.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "geometry/shapes/kinds.hpp"
#include "geometry/shapes/sphere_arrays.hpp"
#include "validation/cases/kind_references.hpp"

namespace perm::validation {

std::optional<double> reference_permeability(const Recipe& recipe, Axis direction) {
  const std::optional<double> porosity = nominal_porosity(recipe);
  if (!porosity) return {};
  return reference_permeability_at(*porosity, recipe, direction);
}

std::string limit_of_reference(GeometryKind kind) {
  const auto array = references_of(kind).spheres;
  if (!array) return {};
  return fmt::format("{} below porosity {:.3f}: its spheres overlap, and no exact value is known", to_string(kind),
                     array_porosity(*array, touching_radius(*array)));
}

std::optional<ReferenceValue> reference_at(double porosity, const Recipe& recipe, Axis direction) {
  const auto value = references_of(recipe.kind).value;
  return value == nullptr ? std::nullopt : value(porosity, recipe, direction);
}

std::optional<double> reference_permeability_at(double porosity, const Recipe& recipe, Axis direction) {
  const std::optional<ReferenceValue> reference = reference_at(porosity, recipe, direction);
  if (!reference) return {};
  return reference->permeability_voxel2;
}

std::optional<double> series_permeability(const Recipe& recipe) {
  const auto series = references_of(recipe.kind).series;
  const std::optional<double> porosity = nominal_porosity(recipe);
  if (series == nullptr || !porosity) return {};
  return series(recipe)(*porosity);
}

std::vector<ReferenceCurve> reference_curves(const Recipe& recipe, Axis direction,
                                             const std::vector<double>& porosities) {
  const auto known_curves = references_of(recipe.kind).curves;
  if (known_curves == nullptr) return {};
  std::vector<double> points = porosities;
  const auto [least, most] = std::minmax_element(porosities.begin(), porosities.end());
  constexpr int between = 24;
  for (int i = 1; i < between; ++i) points.push_back(*least + (*most - *least) * i / between);
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  std::vector<ReferenceCurve> curves;
  for (const NamedCurve& known : known_curves(recipe, direction)) {
    ReferenceCurve curve{known.name, known.source, {}, {}};
    for (const double porosity : points)
      if (const std::optional<double> value = known.of(porosity)) {
        curve.porosity.push_back(porosity);
        curve.permeability_voxel2.push_back(*value);
      }
    if (!curve.porosity.empty()) curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace perm::validation
