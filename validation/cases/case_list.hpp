// SPDX-License-Identifier: Apache-2.0
// The cases that `permeability validate` runs, in the order in which they are shown. Each resolution of a geometry is
// solved at several placements on the grid, because the staircase of a single placement hides how the error falls.
#pragma once

#include <filesystem>
#include <vector>

#include "validation/cases/validation_case.hpp"

namespace perm::validation {

/// Gives flows with exact solutions: plates, ducts, tube, annulus. They take almost no time.
std::vector<Case> channel_cases(Thoroughness thoroughness, const Selection& selection);

/// Gives the flow across square and hexagonal arrays of cylinders.
std::vector<Case> cylinder_array_cases(Thoroughness thoroughness, const Selection& selection);

/// Gives SC, BCC and FCC arrays of spheres, from porosity 0.95 to touching spheres.
std::vector<Case> sphere_array_cases(Thoroughness thoroughness, const Selection& selection);

/// Gives the tensor of a medium without symmetry, in creeping flow and with inertia. It takes almost no time.
std::vector<Case> tensor_cases(const Selection& selection);
/// Gives the medium of these cases.
Recipe oblique_medium();

/// Gives random packings that the program makes itself, and the packings of `files`: sphere lists (see
/// geometry/shapes/sphere_list.hpp) in a periodic box of edge 1, each solved along x, y and z. Throws InputError for a
/// file that cannot be read or whose spheres are not of one size.
std::vector<Case> packing_cases(Thoroughness thoroughness, const Selection& selection,
                                const std::vector<std::filesystem::path>& files);

/// Gives flows through images that a user keeps: part of a rock against other programs, a sample against what was
/// measured. Their trials name the files.
std::vector<Case> image_cases(Thoroughness thoroughness, const Selection& selection);

/// Says what the cases above do not cover, one sentence each.
std::vector<std::string> not_validated();

}  // namespace perm::validation
