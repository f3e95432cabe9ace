// SPDX-License-Identifier: Apache-2.0
// The stored rows of scheme_values.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "validation/cases/validation_case.hpp"

namespace perm::validation {

struct SchemeRow {
  std::string_view name;       ///< of the case
  std::int64_t resolution{0};  ///< voxels, as Level::resolution
  SchemeValue value;
};

std::span<const SchemeRow> scheme_table();

}  // namespace perm::validation
