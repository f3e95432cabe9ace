// SPDX-License-Identifier: Apache-2.0
// Finds the place where a flow that is no longer finite went wrong.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "solver/backend.hpp"

namespace perm {

/// Gives the first voxel (x, y, z) of the image, in memory order, where a velocity component reaches one voxel per step
/// or is not a number; empty when there is none. Takes two steps. Collective; every process gets the same answer.
std::optional<std::array<std::int64_t, 3>> find_divergence(Backend& backend);

}  // namespace perm
