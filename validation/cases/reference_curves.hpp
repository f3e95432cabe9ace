// SPDX-License-Identifier: Apache-2.0
// Known values of the permeability of a recipe's geometry as a function of its porosity, in voxel^2. A porosity sweep
// is drawn against these curves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/extent.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm::validation {

/// A curve: equally many porosities and permeabilities.
struct ReferenceCurve {
  std::string name;    ///< "Stokes flow, SC"
  std::string source;  ///< author, year; or the method
  std::vector<double> porosity;
  std::vector<double> permeability_voxel2;
};

/// Gives the exact permeability, in voxel^2, of the geometry with the nominal porosity that `recipe` asks for (by
/// porosity or radius), for a flow along `direction`. For a packing of equal spheres it is the middle of the band of
/// correlations, and for overlapping fibres along all directions a fit to simulations of others. It is absent when
/// nothing is known: spheres beyond touching, overlapping spheres, flow along cylinders, other fibres.
std::optional<double> reference_permeability(const Recipe& recipe, Axis direction);

/// Gives it for the same geometry at another porosity, such as that of its voxels.
std::optional<double> reference_permeability_at(double porosity, const Recipe& recipe, Axis direction);

/// Says why there is no reference at some porosities, and where; empty where the kind has one at all porosities, or
/// none at all.
std::string limit_of_reference(const Recipe& recipe);

/// Gives the nominal porosity of `recipe`, given or from its radius; absent when neither says it.
std::optional<double> nominal_porosity(const Recipe& recipe);

/// Gives curves through `porosities` and points between their ends, each as far as it holds. `recipe` gives everything
/// except the porosity.
std::vector<ReferenceCurve> reference_curves(const Recipe& recipe, Axis direction,
                                             const std::vector<double>& porosities);

}  // namespace perm::validation
