// SPDX-License-Identifier: Apache-2.0
// The options that all commands that compute share: where to compute, and with what.
#pragma once

#include <vector>

#include "app/options/command.hpp"
#include "app/options/option_values.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

std::vector<Option> machine_options();

/// Reads these options, replaces auto and best by what this machine has, and gives this process its GPU; collective.
/// Throws DeviceError for a device that is not there, for more ranks than GPUs, or for instructions that the processor
/// lacks.
void read_machine_options(const OptionValues& values, SolverSettings& settings);

}  // namespace perm
