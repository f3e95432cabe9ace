// SPDX-License-Identifier: Apache-2.0
// Cuts pores out of the solid around them, so that their K can be found in a smaller image.
#pragma once

#include "geometry/pore_space.hpp"

namespace perm::families {

/// Holds pores with as little solid around them as keeps them apart from their periodic images.
struct CutOut {
  PoreSpace pores;
  double share{1};  ///< K of the image they were cut out of over K of `pores`: the ratio of both volumes
};

/// Cuts an image down along y and z, to its pores and one layer of solid. One plane across x is left where all planes
/// are alike. The image holds a pore, and flow goes along x.
CutOut cut_out(const PoreSpace& image);

}  // namespace perm::families
