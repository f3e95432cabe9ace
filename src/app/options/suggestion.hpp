// SPDX-License-Identifier: Apache-2.0
// Finds what a mistyped word was probably meant to be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace perm {

/// The word of `known` that differs from `typed` by the fewest letters added, left out, changed or swapped; empty when
/// none is near.
std::string closest_word(std::string_view typed, const std::vector<std::string>& known);

}  // namespace perm
