// SPDX-License-Identifier: Apache-2.0
// `bench --time-to-k`: how long a user waits for K.
#pragma once

#include "app/options/command.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Its options, beside those of the machine.
std::vector<Option> time_to_k_options();
/// Measures generated images and those that --images names, and prints.
ExitCode bench_time_to_k(const OptionValues& values, const SolverSettings& settings);

}  // namespace perm
