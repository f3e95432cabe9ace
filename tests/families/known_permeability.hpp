// SPDX-License-Identifier: Apache-2.0
// K of an image as well as it can be known without the program: by a formula, or from the steady equations at two
// relaxation times, part by part.
#pragma once

#include <string>

#include "families/family.hpp"

namespace perm::families {

struct KnownPermeability {
  double permeability_voxel2{0};
  double relative_error{0};  ///< the difference of both relaxation times, and the residual of the equations
  std::string how;           ///< "formula", or "2 parts, tau 0.6 and 1"
};

/// Finds K along x. The steady equations are solved until their residual, over that of rest, is `residual`. Throws
/// std::runtime_error when they do not get there, and when a formula and the equations disagree.
KnownPermeability find_known_permeability(const HardImage& image, double residual);

}  // namespace perm::families
