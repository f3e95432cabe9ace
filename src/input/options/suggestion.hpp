// SPDX-License-Identifier: Apache-2.0
// Finds the word that a user probably meant by a mistyped one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace perm {

/// Gives the word of `known` that differs from `typed` by the fewest letters added, left out, changed or swapped; the
/// result is empty when no word is near.
std::string closest_word(std::string_view typed, const std::vector<std::string>& known);

}  // namespace perm
