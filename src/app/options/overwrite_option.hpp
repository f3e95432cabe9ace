// SPDX-License-Identifier: Apache-2.0
// The option of all commands that write files: which of those that are there already they may replace.
#pragma once

#include "app/options/command.hpp"
#include "core/file_replacement.hpp"
#include "input/options/option_values.hpp"

namespace perm {

/// Gives the row of --overwrite.
Option overwrite_option();

/// Reads --overwrite. Throws InputError when it is neither true nor false.
Overwrite read_overwrite(const OptionValues& values);

}  // namespace perm
