// SPDX-License-Identifier: Apache-2.0
// The options of `bench` that name the boxes whose speeds are measured, and those of `bench --streaming`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/options/command.hpp"
#include "input/options/option_values.hpp"
#include "streaming/streaming_study.hpp"

namespace perm {

std::vector<Option> study_box_options();
std::vector<Option> streaming_options();

/// Reads --seed. Throws InputError for a negative one.
std::uint64_t read_seed(const OptionValues& values);
/// Reads the one box that a plain `bench` measures. Throws InputError.
StudyBox read_study_box(const OptionValues& values);
/// Reads schemes, blocks and boxes: the images where there are any, and otherwise one box for each size, porosity and
/// radius. Throws InputError and UsageError.
StudyRequest read_study(const OptionValues& values, const SolverSettings& settings,
                        std::map<std::string, PoreSlab> images = {});

}  // namespace perm
