// SPDX-License-Identifier: Apache-2.0
// Estimates from a solved flow what the voxels did to its permeability: how far K lies from that of the smooth pores
// that the image shows, with a sign and an interval. It needs no second flow.
//
// Two errors oppose each other. Half-way bounce-back at the steps of a wall holds the flow nearer to the pore than the
// smooth wall would, so K is too small; between walls the coarse lattice lets too much flow through, so K is too large.
// Moving a wall by delta changes K by delta nu^2/(g^2 V) times the integral of the squared shear over the wall
// (Hadamard's derivative), which is about delta times what the cells beside it dissipate; and what the lattice
// dissipates otherwise than by viscosity is known too (FlowChecks::viscous_share): in a slit K is too large by a third
// of it, exactly. With x and y the shares of the dissipation that are viscous and beside stepped and plane walls
// (solver/cell/wall_links.hpp), p = y/(x + y), e the share that is not viscous, and c and d the mean chords of solid
// and pores in voxels,
//     ln(K of the smooth pores / K) = (0.111 - 0.027 a) x - (p plane + (1 - p) (0.235 + 0.4 e)) e
//                                     - 1.15 x/c^2 + 2.5 x max(0, 1/d^2 - 1/c^2) - 1.5 f e
//     sigma^2 = (x + y)^2 ((0.05 + 3.5 e)/(n + 3) + 0.01^2) + (0.4 x/c^2)^2 + (0.22 e^2)^2 + (0.2 f e)^2.
// `plane` is 1/3 in slits and 0.61 in square channels along the faces of voxels, a is 1 where no wall faces the flow,
// the terms with c and d are what curved walls add, and f is 1 where many walls are plane and look along all axes, as
// those of cubes, whose edges let still more through. n says how many pieces of wall differ
// (FlowMeasures::wall_pieces): nobody knows where within a voxel each smooth piece lies. Walls without steps are where
// the image has them: x + y counts as 0 then. Where throats are below 2.5 voxels, the error has no known sign, and e/4
// is its sigma too. The interval is two sigma. The constants, here for the magic number 3/16, were fitted to flows
// whose permeability is known, and held against others (validation/ERROR_BUDGET.md).
#pragma once

#include <optional>
#include <string>

#include "core/extent.hpp"
#include "darcy/flow_result.hpp"
#include "darcy/survey/pore_structure.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// What an estimate was made of.
struct EstimateBasis {
  double steps{0};        ///< share of the dissipation that is viscous and beside stepped walls: x
  double planes{0};       ///< that beside plane walls: y
  double not_viscous{0};  ///< share of the dissipation that is not viscous: e
  double pieces{0};       ///< of the walls that differ: n
  double channel{0};  ///< 1 in a square channel along the faces of voxels, 0 in a slit, or where walls face all axes
  double along{0};    ///< 1 where no wall faces the flow, 0 where a third of the faces or more do: a
  double cubes{0};    ///< 1 where walls are those of cubes: f
  double solid_chord{0};  ///< mean chord of the solid, voxels: c; 0 where no surface was measured
  double pore_chord{0};   ///< that of the pores: d
};

struct VoxelEstimate {
  double relative{0};   ///< K over that of the smooth pores, less 1: negative where the voxels make K too small
  double two_sigma{0};  ///< the half width of an interval around `relative` that holds 95 of 100 flows
  /// Whether `relative` and `two_sigma` are below 5 % and, where they were measured, throats are 8 voxels wide or more
  /// and the solid, on average, as thick as spheres with a radius of 6 voxels.
  bool resolved{false};
  std::optional<double> corrected_voxel2;  ///< K without that error; only where resolved, and two_sigma 1.5 % or less
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
  Axis direction{Axis::x};
};

/// Estimates the error of a flow that was solved with `settings`. Gives nothing where no flow was measured, and where
/// the estimate was not fitted: for BGK, the quadratic equilibrium, and magic numbers other than 3/16 and 1/4.
std::optional<VoxelEstimate> estimate_voxel_error(const FlowAtEnd& flow, const SolverSettings& settings);
std::optional<VoxelEstimate> estimate_voxel_error(const FlowResult& flow, const SolverSettings& settings);

/// Does the same for a flow whose walls stand between voxels (validation/WALLS.md). What is left of their error is of
/// second order, where solid or pores are thin; its sign is not known:
///     sigma = 1.5 (x + y) (1/c^4 + 1/d^4)^(1/2).
/// K is the headline as it was solved.
std::optional<VoxelEstimate> estimate_surface_error(const FlowAtEnd& flow, const SolverSettings& settings);
std::optional<VoxelEstimate> estimate_surface_error(const FlowResult& flow, const SolverSettings& settings);

}  // namespace perm
