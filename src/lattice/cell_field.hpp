// SPDX-License-Identifier: Apache-2.0
// Holds the density and the velocity of one cell, as every device keeps them in the fields of a flow: 16 bytes a cell,
// lattice units.
#pragma once

namespace perm {

struct alignas(16) CellField {
  float density;      ///< deviation from 1
  float velocity[3];  ///< x, y, z
};
static_assert(sizeof(CellField) == 4 * sizeof(float));

/// A field of voxels has this density in solid.
inline constexpr float no_density = 1e30F;

}  // namespace perm
