// SPDX-License-Identifier: Apache-2.0
// What is known of the permeability of random fibre media, in voxel^2, as functions of the porosity.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/extent.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm::validation {

/// Gives the permeability, in voxel^2, as a function of the porosity; absent where it is not known.
using Curve = std::function<std::optional<double>(double porosity)>;

struct NamedCurve {
  const char* name;
  const char* source;
  Curve of;
};

/// Gives the published curves for the fibres of a recipe and a flow along `direction`. Those of overlapping, straight
/// fibres are given for others too, as estimates. Fibres of two radii have none, because no curve says which mean
/// radius is meant.
std::vector<NamedCurve> fibre_curves(const Recipe& recipe, Axis direction);

/// Gives the curve that a permeability of these fibres is compared with: Nabovati, Llewellin and Sousa for overlapping
/// fibres along all directions, at least 6 diameters long. Other fibres have none: what is published of them differs
/// from simulations by up to a factor of two, see validation/FIBRES.md.
Curve fibre_reference(const Recipe& recipe);

}  // namespace perm::validation
