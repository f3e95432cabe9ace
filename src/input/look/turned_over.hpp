// SPDX-License-Identifier: Apache-2.0
// The other polarity of an image: what was solid is pore.
#pragma once

#include "geometry/pore_slab.hpp"

namespace perm {

/// Gives the slab in which pores have become solid, and solid pores.
PoreSlab turned_over(const PoreSlab& slab);

}  // namespace perm
