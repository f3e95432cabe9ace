// SPDX-License-Identifier: Apache-2.0
// One line of the summary: a name of at most 19 characters, then the text.
#pragma once

#include <fmt/format.h>

#include <string>

namespace perm {

/// Gives "  tau                 0.8254\n" for "tau" and "0.8254".
inline std::string summary_line(const std::string& name, const std::string& text) {
  return fmt::format("  {:<20}{}\n", name, text);
}

}  // namespace perm
