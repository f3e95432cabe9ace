// SPDX-License-Identifier: Apache-2.0
// Finds what a body of pore voxels conducts along an axis, over what the bare fluid does, between two bounds that are
// proven: by fluxes from below (lower_bound.hpp) and by a potential from above (upper_bound.hpp). They hold whatever
// the iterations reach, and for the body of the voxels itself, without an error of discretisation. Voxels conduct
// through faces only.
#pragma once

#include <array>
#include <memory>

#include "core/boundary.hpp"
#include "core/large_array.hpp"
#include "core/processors/thread_team.hpp"
#include "geometry/pore_space.hpp"

namespace perm {

struct ConductionBounds {
  double lower{0};
  double upper{0};
  double gain_of_walls{0};  ///< what D gains where all walls go back by a voxel, to first order
  /// Lambda of Johnson, Koplik and Schwartz, voxels (wall_gain.hpp); 0 without walls, and where conductivities differ.
  double lambda{0};
  std::array<double, 3> flux{};  ///< mean flux along each axis under a falling gradient 1, of about this accuracy
  int iterations{0};             ///< of both solutions
  bool is_done{true};            ///< otherwise the bounds are wider than more iterations could have made them
};

/// What iterations leave of the powers, as a share. The potential loses as much more power as they leave; fluxes are
/// found for other resistances than those that bound them, so that these lose about the root of it.
struct IterationShares {
  IterationShares(double of_both)  // NOLINT(google-explicit-constructor)
      : of_fluxes(of_both), of_potential(of_both) {}
  IterationShares(double fluxes, double potential) : of_fluxes(fluxes), of_potential(potential) {}

  double of_fluxes;
  double of_potential;
};

/// Bounds what `pores` conduct along an axis, all of which must be joined through faces to what flows.
/// `conductivity` is that of each pore voxel in the order of the image, x fastest, from 1e-9 to 1; empty where all
/// have 1.
ConductionBounds bound_conduction(const PoreSpace& pores, const FaceRules& rules, Axis along,
                                  const IterationShares& shares, const std::shared_ptr<const ThreadTeam>& team,
                                  LargeArray<float> conductivity = {});

}  // namespace perm
