// SPDX-License-Identifier: Apache-2.0
// Bounds from below what a body of voxels conducts, by fluxes that leave no voxel and no wall (Thomson's principle):
// D V >= F^2 / E, F being their flux along the gradient and E the power that they lose.
//
// Within a voxel each component of the flux is linear along its axis (Raviart and Thomas 1977). Halves of voxels then
// turn such fluxes round each middle of a face and round each edge, as much as lowers E most along one direction (one
// step of steepest descent with a diagonal scaling). This takes about as much from the error as half the voxel size
// would.
#pragma once

#include <array>

#include "conduction/cell_system.hpp"
#include "conduction/flux_routing.hpp"
#include "conduction/turned_fluxes.hpp"

namespace perm {

struct FluxBound {
  double lower{0};               ///< on D over that of the bare fluid
  std::array<double, 3> flux{};  ///< mean flux along each axis, over that in the bare fluid
};

/// `potential` is that of the cells of `system` under a falling gradient 1 along an axis, and `routing` carries what
/// its fluxes leave.
FluxBound bound_by_fluxes(const CellSystem& system, const ThreadTeam& team, Axis along,
                          std::span<const float> potential, const FluxRouting& routing);

/// Gives the bound that sums over an image of this extent prove.
FluxBound bound_of(const FluxSums& sums, const Extent& n, Axis along);

/// Gives what the fluxes of a potential leave in each cell.
LargeArray<double> find_left(const CellSystem& system, const ThreadTeam& team, Axis along,
                             std::span<const float> potential);

}  // namespace perm
