// SPDX-License-Identifier: Apache-2.0
// The budget of the time of a command (core/phases/phase_clock.hpp), for the terminal and for result.json.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "core/phases/phase_clock.hpp"

namespace perm {

/// Gives a line for each phase with its seconds and its share of all, and one for each coarser image with what its
/// phases took.
std::string format_timings(std::span<const PhaseTime> times);

/// Gives the object "timings": "seconds" of all phases together, and "phases", each with "phase", "level" (0 for the
/// image that is solved, 1 for that in voxels twice as large, and so on) and "seconds".
nlohmann::ordered_json describe_timings(std::span<const PhaseTime> times);

}  // namespace perm
