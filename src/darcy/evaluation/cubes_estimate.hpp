// SPDX-License-Identifier: Apache-2.0
// Estimates K of the image taken as cubes: the permeability that finite volumes, finite elements or refined grids go to
// on these voxels while their cells get smaller. Half-way bounce-back on the voxels themselves lets more through, since
// it does not resolve the flow at the edges of steps, whose strain is singular there (h^1.09: Moffatt 1964, corner of
// 270 degrees).
//
// From the flow in hand, with e the share of the dissipation that is not viscous, and x the share that is viscous and
// beside stepped walls (flow_measures.hpp):
//     ln(K / K of the cubes) = e/3 + x (0.19 + 2.1 e),    two sigma: sqrt((e (0.3 + e))^2 + (0.05 x)^2)
// Plane walls alone give e/3, as slits of two voxels and more do. From the image refined by 2 as well (same walls,
// cells of half the edge, index 2), with g = ln(K/K_2):
//     ln(K_2 / K of the cubes) = 1.85 g e_2/e,            two sigma: sqrt((0.12 g)^2 + (0.3 e^2)^2)
// The bounds of the iteration are added to these intervals. The constants were fitted to generated media whose limit is
// known, and held against others and rock (validation/ERROR_BUDGET.md). They belong to TRT 3/16.
#pragma once

#include <array>
#include <optional>

#include "core/named_values.hpp"
#include "darcy/flow_result.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Says what an estimate was made from.
enum class CubesBasis { flow, refined_image };

template <>
inline constexpr std::array names_of<CubesBasis>{NamedValue{CubesBasis::flow, "the flow"},
                                                 NamedValue{CubesBasis::refined_image, "the refined image"}};

struct CubesEstimate {
  double permeability_voxel2{0};  ///< in voxels of the image
  double two_sigma{0};  ///< of its logarithm: half of the interval that holds 95 of 100 flows, and of the iteration
  CubesBasis basis{CubesBasis::flow};
};

/// Holds what is taken from a solved flow. Lengths are in voxels of the image that is estimated.
struct FlowOnCubes {
  double permeability_voxel2{0};
  double iteration_error{0};  ///< relative bound
  double not_viscous{0};      ///< e
  double steps{0};            ///< x
};

/// Takes from `flow`, whose cells have this edge, what an estimate needs. Nothing where the flow was not measured, K is
/// not above 0 or has no bound, or the estimate was not fitted to `settings`.
std::optional<FlowOnCubes> flow_on_cubes(const FlowResult& flow, const SolverSettings& settings, double cell_edge = 1);

/// Estimates K of the image taken as cubes from the flow of the image, and from that of the image refined by 2 where it
/// is there.
CubesEstimate estimate_as_cubes(const FlowOnCubes& flow, const std::optional<FlowOnCubes>& refined = {});

}  // namespace perm
