// SPDX-License-Identifier: Apache-2.0
// Chooses the relaxation time that reaches steady state in the fewest steps. With two relaxation times and the linear
// equilibrium the permeability does not depend on the viscosity, which is therefore free. Two clocks run. Momentum
// diffuses across the widest pore in T_v = C_v/nu steps, C_v = R_max^2/5.8 (the decay time of flow in a tube of radius
// R is R^2/(5.783 nu)). Pressure diffuses across the image in T_p = L^2 nu phi / (4 pi^2 k c_s^2) steps (the decay time
// of the longest density wave under Darcy's law). L is the period: between mirrors, or prescribed densities, a wave may
// be twice as long as the image. The best viscosity makes the clocks equal. In open media pressure is quick, and a
// large tau pays until the relaxation itself is the slowest clock, T_c = 2.9 tau (measured).
#pragma once

#include <optional>

#include "core/boundary.hpp"
#include "core/saving/members.hpp"
#include "darcy/survey/pore_survey.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// The program chooses no smaller relaxation time.
inline constexpr double smallest_tau = 0.51;

/// Says how long the slowest modes of a flow take to decay. Lattice units.
struct Clocks {
  double momentum{0};  ///< C_v = T_v nu, voxel^2
  double pressure{0};  ///< T_p K / nu, voxel^2

  /// Gives the longest decay time, in steps, at this tau and K.
  double slowest(double tau, double permeability_voxel2) const;
  /// Gives the relaxation time at which the longest decay time is shortest.
  double best_tau(double permeability_voxel2) const;
};

PERM_MEMBERS(Clocks, momentum, pressure)

/// Holds a relaxation time and what its choice rests on. Lattice units.
struct RelaxationEstimate {
  Clocks clocks;
  double tau{1};
  double steps{0};                         ///< to reach the tolerance, within a factor of about 2
  double permeability_voxel2{0};           ///< rough; for this choice only, never a result
  double largest_radius{0};                ///< of the largest sphere inside the pores
  bool critical_radius_is_resolved{true};  ///< false: it was found in a coarser image
  double critical_radius{0};               ///< of the largest sphere that can travel along the axis
};

/// Chooses tau for the flow along `axis`, or takes the one given, and estimates the steps to `tolerance`. It looks at
/// an image of at most `enough_voxels` along its longest axis; the given image is halved until it is so small, as long
/// as it still percolates. It takes a distance map (2 bytes a voxel while it runs) and a few connectivity analyses.
/// Collective; the bits are the same for every number of processes.
RelaxationEstimate estimate_relaxation(const PoreSlab& pores, Axis axis, double tolerance,
                                       std::optional<double> tau = {}, const BoundaryChoice& boundary = {});
/// Does the same with a survey of these pores that was made before, between the same faces.
RelaxationEstimate estimate_relaxation(const PoreSlab& pores, const PoreSurvey& survey, Axis axis, double tolerance,
                                       std::optional<double> tau = {}, const BoundaryChoice& boundary = {});

}  // namespace perm
