// SPDX-License-Identifier: Apache-2.0
// The options of a gas that flows through the pores (darcy/gas/gas.hpp), which `solve`, `batch` and `sweep` share.
#pragma once

#include <optional>
#include <vector>

#include "darcy/gas/gas.hpp"
#include "input/options/option.hpp"
#include "input/options/option_values.hpp"

namespace perm {

/// Gives the table of these options.
std::vector<Option> gas_options();

/// Reads these options; gives nothing without --gas. Throws UsageError where one is given without --gas, and InputError
/// when a value is out of range.
std::optional<GasState> read_gas(const OptionValues& values);

/// Throws UsageError where a gas is given for an image without a voxel size.
void require_size_for_gas(const std::optional<GasState>& gas, const std::optional<double>& voxel_size_m);

}  // namespace perm
