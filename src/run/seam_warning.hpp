// SPDX-License-Identifier: Apache-2.0
// The warning about an image that does not repeat, under periodic boundaries.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "geometry/measures/seam.hpp"

namespace perm {

/// Gives one line, or nothing where the image repeats along every axis.
std::optional<std::string> describe_seams(const std::array<Seam, 3>& seams);

}  // namespace perm
