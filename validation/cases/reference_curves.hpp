// SPDX-License-Identifier: Apache-2.0
// What is known of the permeability of a recipe's geometry as a function of its porosity, in voxel^2: what a porosity
// sweep is drawn against.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/extent.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm::validation {

struct ReferenceCurve {
  std::string name;    ///< "Stokes flow, SC"
  std::string source;  ///< author, year; or the method
  std::vector<double> porosity;
  std::vector<double> permeability_voxel2;
};

/// The exact permeability of the geometry with the nominal porosity that `recipe` asks for (by porosity or radius) and
/// a flow along `direction`; the middle of the band of correlations for a packing of equal spheres. Absent where
/// nothing is known: spheres beyond touching, overlapping spheres, flow along cylinders.
std::optional<double> reference_permeability(const Recipe& recipe, Axis direction);

/// The nominal porosity of `recipe`.
std::optional<double> nominal_porosity(const Recipe& recipe);

/// Curves through `porosities` and points between their ends, each as far as it holds. `recipe` gives everything but
/// the porosity.
std::vector<ReferenceCurve> reference_curves(const Recipe& recipe, Axis direction,
                                             const std::vector<double>& porosities);

}  // namespace perm::validation
