// SPDX-License-Identifier: Apache-2.0
// `bench --time-to-k` measures how long a user waits for K.
#pragma once

#include "app/options/command.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Gives the options of this measurement; those of the machine are not among them.
std::vector<Option> time_to_k_options();
/// Measures generated images and the images that --images names, and prints the result.
ExitCode bench_time_to_k(const OptionValues& values, const SolverSettings& settings);

}  // namespace perm
