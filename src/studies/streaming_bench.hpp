// SPDX-License-Identifier: Apache-2.0
// `bench --streaming`: the streaming schemes of papers beside the program's own.
#pragma once

#include "app/options/command.hpp"
#include "input/options/option_values.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

ExitCode bench_streaming(const OptionValues& values, const SolverSettings& settings);

}  // namespace perm
