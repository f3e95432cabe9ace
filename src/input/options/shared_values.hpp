// SPDX-License-Identifier: Apache-2.0
// The values of options that all processes of a job must have alike. A new option is compared unless it is named here
// as one that may differ.
#pragma once

#include <string>
#include <vector>

#include "core/agreement/agreement.hpp"
#include "input/options/option.hpp"
#include "input/options/option_values.hpp"

namespace perm {

/// What processes may have of an option: the same value, any value, or any value where all give one or none does.
enum class Agreement { same_value, any_value, any_path };
Agreement agreement_on(const std::string& option);

/// Lists the values that all processes must have alike, defaults included.
std::vector<SharedValue> shared_values(const std::vector<Option>& options, const OptionValues& values);

}  // namespace perm
