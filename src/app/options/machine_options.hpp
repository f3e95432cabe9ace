// SPDX-License-Identifier: Apache-2.0
// The options that all commands that compute share: where to compute, and with what.
#pragma once

#include <vector>

#include "app/options/command.hpp"
#include "core/communicator.hpp"
#include "input/options/option_values.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

Option device_option();
std::vector<Option> machine_options();

/// Replaces --device and --threads, of a command that has them, by what several processes decide together, and gives
/// each its GPU. Collective; afterwards no process needs another one to read its options. `threads` is the number
/// without --threads. Throws DeviceError for a device that is not there, for more ranks than GPUs, and where some
/// processes insist on GPUs and others are to use none. Does nothing in one process alone.
void settle_machine_options(OptionValues& values, int threads, const Communicator& world);

/// Reads --device; auto is a GPU where there is one. Throws DeviceError for a device that is not there.
Device read_device(const OptionValues& values);
/// Gives a process that is alone its GPU. Throws UsageError for an option that does nothing on this device.
void take_device(const OptionValues& values, Device device);
/// Reads --threads; 0 is all that the machine offers. Throws InputError where it is out of range.
int read_threads(const OptionValues& values);

/// Reads these options and replaces auto and best by what this machine has; a process that is alone gets its GPU here.
/// Throws DeviceError for a device that is not there or instructions that the processor lacks.
void read_machine_options(const OptionValues& values, SolverSettings& settings);

}  // namespace perm
