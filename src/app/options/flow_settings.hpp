// SPDX-License-Identifier: Apache-2.0
// The options of a flow, which `solve`, `sweep` and `validate` share: how it is driven, collided and stopped.
#pragma once

#include <string>
#include <vector>

#include "app/options/command.hpp"
#include "darcy/flow_options.hpp"
#include "input/options/option_values.hpp"

namespace perm {

/// Says how much a command prints while it works.
enum class Talk { normal, results_only };

/// Gives the option --direction; `several` says what a command does with more than one.
Option direction_option(const std::string& several);
/// Reads it, in the order x, y, z.
std::vector<Axis> read_directions(const OptionValues& values);

/// The --walls that suit what is solved: sub-voxel for recipes, voxels for images.
inline constexpr const char* automatic_walls = "auto";
/// Gives nothing where --walls is auto, or no option of the command.
std::optional<Walls> read_walls(const OptionValues& values);

/// Gives the options of a flow; `tolerance` is the default of --tolerance.
std::vector<Option> flow_setting_options(const std::string& tolerance);

/// Reads these options and the machine options, and gives this process its GPU; collective. An option that a command
/// does not have keeps its default, and so do walls that are auto. Throws UsageError when options contradict each
/// other, InputError when a value is out of range, DeviceError when the device is not there.
FlowOptions read_flow_settings(const OptionValues& values);
/// Throws UsageError where fluid is to slip, and results are compared with references.
void require_no_slip(const FlowOptions& flow);

}  // namespace perm
