// SPDX-License-Identifier: Apache-2.0
// The commands of permeability-studies: what was measured and compared for papers and for this project.
#pragma once

#include <vector>

#include "app/options/command.hpp"

namespace perm {

inline constexpr const char* studies_program = "permeability-studies";

Command validate_study();
Command bench_study();
Command thermal_study();

/// Gives all of them, in the order in which they are shown.
inline std::vector<Command> all_studies() { return {validate_study(), bench_study(), thermal_study()}; }

}  // namespace perm
