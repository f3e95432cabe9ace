// SPDX-License-Identifier: Apache-2.0
// The values that a command was given, as text by option name, with the conversions that commands need. A value that
// cannot be converted throws InputError with the option's name in it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/extent.hpp"

namespace perm {

class OptionValues {
 public:
  /// Takes what the user gave, over the defaults of the table.
  OptionValues(std::map<std::string, std::string> given, std::map<std::string, std::string> fallbacks)
      : given_(std::move(given)), fallbacks_(std::move(fallbacks)) {}

  /// The user gave this option, on the command line or in a configuration file.
  bool is_given(const std::string& name) const { return given_.contains(name); }
  /// The value given, or the default, or nothing.
  std::optional<std::string> text(const std::string& name) const;
  /// The default of the table, empty without one.
  std::string fallback(const std::string& name) const;
  /// A switch is on: given without a value, or as true, yes, on or 1.
  bool is_on(const std::string& name) const;
  std::optional<double> number(const std::string& name) const;
  std::optional<std::int64_t> integer(const std::string& name) const;
  /// Numbers with commas between, for example "0.5,-1,2e-1".
  std::optional<std::vector<double>> numbers(const std::string& name) const;
  /// "64", "64x32x16" or "64,32,16".
  std::optional<Extent> extent(const std::string& name) const;
  /// The position of the value in `names`. The option must have a default.
  std::size_t choice(const std::string& name, std::span<const std::string_view> names) const;

  /// The enumerator that the value names.
  template <typename Enum, std::size_t n>
  Enum choice(const std::string& name, const std::array<std::pair<std::string_view, Enum>, n>& table) const {
    std::array<std::string_view, n> names;
    for (std::size_t i = 0; i < n; ++i) names[i] = table[i].first;
    return table[choice(name, names)].second;
  }

  /// The arguments as typed, for the record.
  const std::vector<std::string>& command_line() const { return command_line_; }
  void set_command_line(std::vector<std::string> arguments) { command_line_ = std::move(arguments); }

 private:
  std::map<std::string, std::string> given_;
  std::map<std::string, std::string> fallbacks_;
  std::vector<std::string> command_line_;
};

/// The extent that `text` names; `option` is for the message. Throws InputError.
Extent parse_extent(const std::string& option, std::string_view text);

}  // namespace perm
