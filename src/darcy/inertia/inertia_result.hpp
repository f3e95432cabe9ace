// SPDX-License-Identifier: Apache-2.0
// Holds what the flows of one image at ascending Reynolds numbers say of it: its apparent permeabilities, and the
// coefficients of inertia that follow from them. Lattice units.
#pragma once

#include <optional>

#include "darcy/inertia/forchheimer.hpp"
#include "darcy/inertia/inertial_list.hpp"

namespace perm {

/// The Reynolds number at which K is some share below that of creeping flow, and what drives that flow.
struct InertiaOnset {
  double reynolds{0};
  double force_per_voxel3{0};  ///< g/nu^2 (pressure_gradient_pa_m turns it into a pressure gradient of a fluid)
};

struct InertiaResult {
  InertialFlows flows;
  std::optional<WeakInertiaFit> weak;
  std::optional<ForchheimerFit> strong;
  std::optional<InertiaOnset> one_percent;  ///< K is 1 % below that of creeping flow
  std::optional<InertiaOnset> ten_percent;

  /// Gives K0/K of a flow, with the errors of both.
  ApparentPermeability apparent(const InertialPoint& point) const {
    return {point.reynolds, flows.creeping_voxel2 / point.permeability_voxel2,
            point.iteration_error + flows.creeping_error};
  }
  /// Gives Forchheimer's beta per voxel, g = nu U/K + beta U^2; absent without a fit.
  std::optional<double> beta_per_voxel() const;
  /// Gives the number c_F = beta sqrt(K0); absent without a fit.
  std::optional<double> forchheimer_number() const;
};

InertiaResult evaluate(InertialFlows flows);

}  // namespace perm
