// SPDX-License-Identifier: Apache-2.0
// Turns the options of `solve` into the request of a run (run/run.hpp).
#pragma once

#include "app/options/solve_options.hpp"
#include "run/run.hpp"

namespace perm {

/// Gives the request for an image of which the caller knows `origin`.
RunRequest request_of(const SolveOptions& options, ImageOrigin origin);

}  // namespace perm
