// SPDX-License-Identifier: Apache-2.0
// The cases that `permeability-studies validate` runs besides those of validation/cases/case_list.hpp.
#pragma once

#include <filesystem>
#include <vector>

#include "validation/cases/validation_case.hpp"

namespace perm::validation {

/// Gives the flow across square and hexagonal arrays of cylinders.
std::vector<Case> cylinder_array_cases(Thoroughness thoroughness, const Selection& selection);

/// Gives the tensor of a medium without symmetry, in creeping flow and with inertia. It takes almost no time.
std::vector<Case> tensor_cases(const Selection& selection);
/// Gives the medium of these cases.
Recipe oblique_medium();

inline constexpr const char* listed_pack = "pack-";  ///< begins the name of a case of a sphere list

/// Gives random packings that the program makes itself, and the packings of `files`: sphere lists (see
/// geometry/shapes/sphere_list.hpp) in a periodic box of edge 1, each solved along x, y and z. Throws InputError for a
/// file that cannot be read or whose spheres are not of one size.
std::vector<Case> packing_cases(Thoroughness thoroughness, const Selection& selection,
                                const std::vector<std::filesystem::path>& files);

/// Gives flows through images that a user keeps: part of a rock against other programs, a sample against what was
/// measured. Their trials name the files.
std::vector<Case> image_cases(Thoroughness thoroughness, const Selection& selection);

}  // namespace perm::validation
