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

/// A known permeability.
struct ReferenceValue {
  std::string name;  ///< "Stokes flow"
  double permeability_voxel2{0};
  /// Of the reference itself: 0 where it is exact, half the band of correlations; absent where nobody knows.
  std::optional<double> relative_error{0.0};
};

/// Gives what is known of the geometry of `recipe` at `porosity`, for a flow along `direction`: the exact permeability
/// of arrays of spheres and, across them, of cylinders; for a packing of equal spheres the middle of the band of
/// three correlations (reference::packing_band), and for overlapping fibres along all directions a fit to simulations
/// of others. It is absent when nothing is known: spheres beyond touching, overlapping spheres, flow along cylinders,
/// other fibres.
std::optional<ReferenceValue> reference_at(double porosity, const Recipe& recipe, Axis direction);

/// Gives the permeability alone, in voxel^2: at the nominal porosity that `recipe` asks for (by porosity or radius),
/// and at another one, such as that of its voxels.
std::optional<double> reference_permeability(const Recipe& recipe, Axis direction);
std::optional<double> reference_permeability_at(double porosity, const Recipe& recipe, Axis direction);

/// Gives the sum of the series of Sangani and Acrivos (1982) at the nominal porosity of `recipe`, in voxel^2; absent
/// for other kinds than sc, bcc, fcc, and where the series does not hold (see reference::sangani_acrivos_drag).
std::optional<double> series_permeability(const Recipe& recipe);

/// Says why there is no reference at some porosities, and where; empty where the kind has one at all porosities, or
/// none at all.
std::string limit_of_reference(GeometryKind kind);

/// Gives curves through `porosities` and points between their ends, each as far as it holds. `recipe` gives everything
/// except the porosity.
std::vector<ReferenceCurve> reference_curves(const Recipe& recipe, Axis direction,
                                             const std::vector<double>& porosities);

}  // namespace perm::validation
