// SPDX-License-Identifier: Apache-2.0
// The size and the surface of the grains of a generated geometry, at any porosity. Lengths are voxels.
#pragma once

#include <optional>
#include <vector>

#include "geometry/shapes/recipe.hpp"

namespace perm::validation {

struct GrainSize {
  double diameter{0};
  double surface{0};  ///< area of the walls over the volume of the image, 1/voxel
};

/// Gives the grains of the exact geometry at `porosity`; `recipe` gives everything else. Arrays change their diameter
/// with the porosity, and spheres at random keep theirs (a packing to within the rounding of their number). The surface
/// of overlapping spheres is -3 porosity ln(porosity)/radius, and of overlapping fibres 2 in place of 3 (Weissberg
/// 1963). Absent for kinds that have no porosity
/// to choose, for spheres and fibres of several sizes, and for a porosity that the kind cannot have.
std::optional<GrainSize> grain_size(const Recipe& recipe, double porosity);

/// Gives the porosities of a sweep that names none: 15 from touching spheres to 0.98 for arrays of spheres, and
/// 0.4, 0.45 .. 0.95 for everything else.
std::vector<double> default_porosities(GeometryKind kind);

}  // namespace perm::validation
