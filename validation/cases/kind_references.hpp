// SPDX-License-Identifier: Apache-2.0
// The table of what is known of each kind of geometry: the size and the surface of its grains, and its permeability.
// All that the validation knows of a kind stands in its row, which sweeps and reference_curves.hpp read.
// src/geometry/README.md says how a kind is added. Lengths are voxels.
#pragma once

#include <optional>
#include <vector>

#include "geometry/shapes/recipe.hpp"
#include "geometry/shapes/sphere_arrays.hpp"
#include "validation/cases/fibre_curves.hpp"
#include "validation/cases/reference_curves.hpp"

namespace perm::validation {

struct GrainSize {
  double diameter{0};
  double surface{0};  ///< area of the walls over the volume of the image, 1/voxel
};

/// One row of the table. What is null or absent is not known; a row of the kind alone says that nothing is.
struct KindReferences {
  GeometryKind kind;
  std::optional<GrainSize> (*grains)(const Recipe&, double porosity){nullptr};  ///< see grain_size
  /// Gives the curves that a sweep is drawn against, each as far as it holds.
  std::vector<NamedCurve> (*curves)(const Recipe&, Axis direction){nullptr};
  /// Gives what a permeability is compared with, see reference_at.
  std::optional<ReferenceValue> (*value)(double porosity, const Recipe&, Axis direction){nullptr};
  std::optional<SphereArray> spheres{};     ///< the array; its references end where the spheres touch
  Curve (*series)(const Recipe&){nullptr};  ///< see series_permeability
};

const KindReferences& references_of(GeometryKind kind);

/// Gives the grains of the exact geometry at `porosity`; `recipe` gives everything else. Arrays change their diameter
/// with the porosity, and spheres at random keep theirs (a packing to within the rounding of their number). The surface
/// of overlapping spheres is -3 porosity ln(porosity)/radius, and of overlapping fibres 2 in place of 3 (Weissberg
/// 1963). Absent for kinds that have no porosity to choose, for spheres and fibres of several sizes, and for a porosity
/// that the kind cannot have.
std::optional<GrainSize> grain_size(const Recipe& recipe, double porosity);

/// Gives the porosities of a sweep that names none: 15 from touching spheres to 0.98 for arrays of spheres, and
/// 0.4, 0.45 .. 0.95 for everything else.
std::vector<double> default_porosities(GeometryKind kind);

}  // namespace perm::validation
