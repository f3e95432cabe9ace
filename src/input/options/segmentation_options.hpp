// SPDX-License-Identifier: Apache-2.0
// The options that say how grey values become pores: which are pore, by what threshold, and what goes before and after.
#pragma once

#include <vector>

#include "geometry/segmentation/segmentation.hpp"
#include "input/options/option.hpp"
#include "input/options/option_values.hpp"

namespace perm {

/// Gives the table of these options.
std::vector<Option> segmentation_options();

/// What --threshold is: one threshold, or a list of them, which is not read here.
enum class ThresholdOption { one, list };

/// Reads these options. Throws UsageError where they contradict each other, and InputError when a value is out of
/// range.
PoreRule read_pore_rule(const OptionValues& values, ThresholdOption threshold = ThresholdOption::one);

/// Gives the first of these options that a rule has and that says what is pore, or changes it, in the words of the
/// command line; empty where there is none.
std::string segmentation_given(const PoreRule& rule);

}  // namespace perm
