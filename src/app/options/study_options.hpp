// SPDX-License-Identifier: Apache-2.0
// The options of `bench` that name the boxes whose speeds are measured, and those of `bench --streaming`.
#pragma once

#include <vector>

#include "app/options/command.hpp"
#include "app/options/option_values.hpp"
#include "streaming/streaming_study.hpp"

namespace perm {

std::vector<Option> study_box_options();
std::vector<Option> streaming_options();

/// Reads the one box that a plain `bench` measures. Throws InputError.
StudyBox read_study_box(const OptionValues& values);
/// Reads schemes, blocks and boxes: one for each size, porosity and radius. Throws InputError and UsageError.
StudyRequest read_study(const OptionValues& values, const SolverSettings& settings);

/// Reads a number above the first bound and up to the second.
double number_within(const OptionValues& values, const std::string& name, std::pair<double, double> bounds);

}  // namespace perm
