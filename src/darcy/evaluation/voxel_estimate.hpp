// SPDX-License-Identifier: Apache-2.0
// Estimates from a solved flow what the voxels did to its permeability: how far K lies from that of the smooth pores
// that the image shows, with a sign and an interval. It needs no second flow.
//
// Two errors oppose each other. Half-way bounce-back at the steps of a wall holds the flow nearer to the pore than the
// smooth wall would, so K is too small; in pores of a few voxels the lattice lets too much flow through, so K is too
// large. Moving a wall by delta changes K by delta nu^2/(g^2 V) times the integral of the squared shear over the wall
// (Hadamard's derivative), which is about delta times what the cells beside it dissipate; and what the lattice
// dissipates otherwise than by viscosity is known too (FlowChecks::viscous_share). With x the share of the dissipation
// that is viscous and beside stepped walls (solver/cell/wall_links.hpp), y that beside the terraces between steps, e
// the share that is not viscous, and n the number of patterns that the walls have,
//     ln(K of the smooth pores / K) = shift x + terrace y - excess e^2 +- sqrt((scatter e)^2 + (alike x/n^2)^2).
// Plane walls without steps are where the image has them, so y is what cells at plane walls have, times the part of
// x in both. Where all steps lie alike, as at a wall at 45 degrees, nothing averages over where the smooth wall lies
// within them: this is the term with n. Lengths are in voxels, and the interval is two sigma. The constants were
// fitted to flows whose permeability is known, and held against others (validation/ERROR_BUDGET.md).
#pragma once

#include <optional>
#include <string>

#include "darcy/flow_result.hpp"
#include "darcy/survey/pore_structure.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// What an estimate was made of.
struct EstimateBasis {
  double steps{0};        ///< share of the dissipation that is viscous and beside stepped walls: x
  double terraces{0};     ///< that beside the terraces between steps: y
  double not_viscous{0};  ///< share of the dissipation that is not viscous: e
  double patterns{0};     ///< of the walls (FlowMeasures::wall_patterns): n
  double sameness{0};     ///< 1 where no wall faces one of the axes, 0 where walls face all alike
};

struct VoxelEstimate {
  double relative{0};   ///< K over that of the smooth pores, less 1: negative where the voxels make K too small
  double two_sigma{0};  ///< the half width of an interval around `relative` that holds 95 of 100 flows
  /// Whether `relative` and `two_sigma` are below 5 % and the throats, where they were measured, 8 voxels wide or more.
  bool resolved{false};
  std::optional<double> corrected_voxel2;  ///< K without that error; only where the flow is resolved
  EstimateBasis basis{};
  std::string why_not_resolved{};  ///< which limit is not met and which part is too small, in voxels; else empty
};

/// Gives these numbers of an estimate, where there is one.
inline std::optional<double> relative_of(const std::optional<VoxelEstimate>& estimate) {
  return estimate ? std::optional(estimate->relative) : std::nullopt;
}
inline std::optional<double> two_sigma_of(const std::optional<VoxelEstimate>& estimate) {
  return estimate ? std::optional(estimate->two_sigma) : std::nullopt;
}

/// What is known of a flow at its end.
struct FlowAtEnd {
  std::optional<double> permeability_voxel2;
  std::optional<FlowMeasures> measures;
  PoreStructure pores{};  ///< their sizes; those that were not measured are 0
};

/// Estimates the error of a flow that was solved with `settings`. Gives nothing where no flow was measured, and where
/// the estimate was not fitted: for BGK, the quadratic equilibrium, and magic numbers other than 3/16 and 1/4.
std::optional<VoxelEstimate> estimate_voxel_error(const FlowAtEnd& flow, const SolverSettings& settings);
std::optional<VoxelEstimate> estimate_voxel_error(const FlowResult& flow, const SolverSettings& settings);

}  // namespace perm
