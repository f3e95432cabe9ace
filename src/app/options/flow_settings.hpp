// SPDX-License-Identifier: Apache-2.0
// The options of a flow, which `solve`, `sweep` and `validate` share: how it is driven, collided and stopped.
#pragma once

#include <vector>

#include "app/options/command.hpp"
#include "app/options/option_values.hpp"
#include "darcy/flow_options.hpp"

namespace perm {

/// How much a command says while it works.
enum class Talk { normal, results_only };

/// tolerance max-steps tau collision magic equilibrium force; `tolerance` is the default of the first.
std::vector<Option> flow_setting_options(const std::string& tolerance);

/// Reads them and the machine options, and gives this process its GPU; collective. Those that a command does not have
/// keep their default. Throws UsageError when they contradict each other, InputError when a value is out of range,
/// DeviceError when the device is not there.
FlowOptions read_flow_settings(const OptionValues& values);

}  // namespace perm
