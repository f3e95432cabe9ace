// SPDX-License-Identifier: Apache-2.0
// One line of the summary: a name of at most 19 characters, then the text; and numbers that are known roughly.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace perm {

/// Gives "  tau                 0.8254\n" for "tau" and "0.8254".
inline std::string summary_line(const std::string& name, const std::string& text) {
  return fmt::format("  {:<20}{}\n", name, text);
}

/// Gives the number with two digits; no power of ten stands for one of three.
inline std::string two_digits(double number) {
  return std::abs(number) < 99.5 ? fmt::format("{:.2g}", number) : fmt::format("{:.0f}", number);
}

/// Gives a rough number for a person to read: two digits and zeros.
inline std::string format_rough(double number) {
  if (!(number >= 1)) return "0";
  const double unit = std::pow(10.0, std::floor(std::log10(number)) - 1);
  return fmt::format("{:.0f}", std::round(number / unit) * unit);
}

}  // namespace perm
