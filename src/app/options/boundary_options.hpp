// SPDX-License-Identifier: Apache-2.0
// The options that say what the faces of an image do.
#pragma once

#include <vector>

#include "app/options/command.hpp"
#include "core/boundary.hpp"
#include "darcy/flow_options.hpp"
#include "input/options/option_values.hpp"

namespace perm {

/// Gives --boundary and --sides. `automatic` says what --boundary auto, the default, chooses.
std::vector<Option> boundary_options(const std::string& automatic);

/// Says whether the program is to choose: --boundary auto.
bool chooses_boundary(const OptionValues& values);

/// Reads them; auto is read as periodic. Throws UsageError for --sides without --boundary pressure.
BoundaryChoice read_boundary(const OptionValues& values);

}  // namespace perm
