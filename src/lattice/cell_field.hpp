// SPDX-License-Identifier: Apache-2.0
// Density and velocity of one cell, as fields of a flow keep them on every device: 16 bytes a cell, lattice units.
#pragma once

namespace perm {

struct alignas(16) CellField {
  float density;      ///< deviation from 1
  float velocity[3];  ///< x, y, z
};
static_assert(sizeof(CellField) == 4 * sizeof(float));

/// The density that a field of voxels has in solid.
inline constexpr float no_density = 1e30F;

}  // namespace perm
