// SPDX-License-Identifier: Apache-2.0
// Measures the force of a flow on each grain. The rest of the solid bears a force too, which is told beside them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "darcy/solved_flow.hpp"
#include "geometry/pore_slab.hpp"
#include "geometry/shapes/solids/nearest_spheres.hpp"
#include "run/grain_forces.hpp"
#include "solver/backend.hpp"

namespace perm {

/// Looks whether the grains are where the solid is; there may be none. Gives a warning where they hardly are. Throws
/// InputError where they do not fit the image. Collective.
std::optional<std::string> check_grains(const std::vector<Sphere>& grains, const PoreSlab& pores);

/// Measures forces in one image.
class GrainMeter {
 public:
  /// `pores` are those of the flow: all else is solid. Collective.
  GrainMeter(const std::vector<Sphere>& grains, PoreSlab pores);
  /// Adds the forces of the flow that the lattice holds at this moment, under the force g along an axis. `flow` says
  /// which flow it is. Collective.
  void add(const Backend& backend, double force, ForcesOfFlow flow);
  /// Adds those of a creeping flow, unless it has no K.
  void add(const SolvedFlow& flow);
  /// Goes on from what was measured before of these grains.
  void go_on_from(GrainForces forces) { forces_ = std::move(forces); }
  const GrainForces& forces() const { return forces_; }

 private:
  PoreSlab pores_;
  NearestSpheres nearest_;
  GrainForces forces_;
};

}  // namespace perm
