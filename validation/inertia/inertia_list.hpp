// SPDX-License-Identifier: Apache-2.0
// The flows with inertia that `permeability validate --cases inertia` runs, in the order in which they are shown. They
// take longer than all other cases, so they run only when they are named.
#pragma once

#include <vector>

#include "validation/cases/validation_case.hpp"
#include "validation/inertia/inertia_case.hpp"

namespace perm::validation {

/// Gives the cases that are selected: all of a group for "inertia" or "thermal", those with more of the name for
/// "inertia-" and more, and none for a part that does not begin so.
std::vector<InertiaCase> inertia_cases(Thoroughness thoroughness, const Selection& selection);

// The lists below give all their cases.

/// Gives moments, waves, rest and instabilities of the gas of Calore et al. 2016, whose group is thermal.
std::vector<InertiaCase> gas_cases(Thoroughness thoroughness);

/// Gives plates, duct and tube, along every axis: inertia changes nothing in a straight flow.
std::vector<InertiaCase> straight_flow_cases(Thoroughness thoroughness);

/// Gives arrays of spheres and cylinders: the power of weak inertia, and the cost of six Reynolds numbers.
std::vector<InertiaCase> array_cases(Thoroughness thoroughness);

/// Gives random packings: their drag at Re 1 to 100.
std::vector<InertiaCase> packing_drag_cases(Thoroughness thoroughness);

/// Gives Forchheimer's beta of a packing over voxels, Mach number and viscosity.
std::vector<InertiaCase> forchheimer_cases(Thoroughness thoroughness);

/// Gives the lid-driven square at Re 100 and 1000, and the lid-driven cube at Re 1000.
std::vector<InertiaCase> cavity_cases(Thoroughness thoroughness);

/// Gives the cylinder between plates and in a duct (DFG benchmark 2D-1, 3D-1Z).
std::vector<InertiaCase> cylinder_drag_cases(Thoroughness thoroughness);

/// Gives a sphere in a wide box at Re 20, 100 and 200.
std::vector<InertiaCase> sphere_drag_cases(Thoroughness thoroughness);

}  // namespace perm::validation
