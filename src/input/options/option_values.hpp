// SPDX-License-Identifier: Apache-2.0
// The values of the options of a command by name, as a user types them or as a program has them, with the conversions
// that commands need. A value that cannot be converted throws InputError with the option's name in it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/extent.hpp"
#include "core/named_values.hpp"

namespace perm {

/// A value as it was given: a text, or a number or truth value of a program.
class OptionValue {
 public:
  OptionValue() = default;  // an empty text
  OptionValue(std::string text) : value_(std::move(text)) {}
  OptionValue(const char* text) : value_(std::string(text)) {}
  OptionValue(double number) : value_(number) {}
  OptionValue(std::int64_t number) : value_(number) {}
  OptionValue(bool value) : value_(value) {}

  /// Gives the value as a user types it.
  std::string text() const;
  std::optional<bool> truth() const { return as<bool>(); }
  /// Gives a number that was not given as a text.
  std::optional<double> number() const;

 private:
  template <class Value>
  std::optional<Value> as() const {
    const auto* value = std::get_if<Value>(&value_);
    return value != nullptr ? std::optional(*value) : std::nullopt;
  }

  std::variant<std::string, double, std::int64_t, bool> value_;
};
using GivenOptions = std::map<std::string, OptionValue>;

class OptionValues {
 public:
  /// Values that the user gave count before the defaults of the table.
  OptionValues(GivenOptions given, std::map<std::string, std::string> fallbacks)
      : given_(std::move(given)), fallbacks_(std::move(fallbacks)) {}

  /// Says whether the user gave this option, on the command line or in a configuration file.
  bool is_given(const std::string& name) const { return given_.contains(name); }
  /// Gives the value that the user gave, or the default, or nothing.
  std::optional<std::string> text(const std::string& name) const;
  /// Gives the number that was given as a number and not as a text, such as a length in metres of a program.
  std::optional<double> given_number(const std::string& name) const;
  /// Gives the default of the table; it is empty without one.
  std::string fallback(const std::string& name) const;
  /// Says whether a switch is on: given without a value, or as true, yes, on or 1.
  bool is_on(const std::string& name) const;
  std::optional<double> number(const std::string& name) const;
  std::optional<std::int64_t> integer(const std::string& name) const;
  /// Gives a number above the first bound and up to the second. The option must have a default.
  double number_within(const std::string& name, std::pair<double, double> bounds) const;
  /// Throws InputError where `number`, of this option, is not within the bounds.
  void require_within(const std::string& name, double number, std::pair<double, double> bounds) const;
  /// Reads numbers with commas between them; the message of an error shows `example`.
  std::optional<std::vector<double>> numbers(const std::string& name, const char* example = "0.5,0,-0.25") const;
  /// Reads "64", "64x32x16" or "64,32,16".
  std::optional<Extent> extent(const std::string& name) const;
  /// Gives the value that the user named in `table`. The option must have a default.
  template <typename Enum, std::size_t n>
  Enum choice(const std::string& name, const std::array<NamedValue<Enum>, n>& table) const {
    const std::string given = text(name).value_or("");
    for (const NamedValue<Enum>& named : table)
      if (given == named.name) return named.value;
    refuse_choice(name, join_names(std::span<const NamedValue<Enum>>(table), ", "));
  }
  /// Does the same for an enum that has names.
  template <Named Enum>
  Enum choice(const std::string& name) const {
    return choice(name, names_of<Enum>);
  }
  /// Does the same for an option that also takes a word of its own, `other`, such as auto; that word gives nothing.
  template <Named Enum>
  std::optional<Enum> choice_or(const std::string& name, std::string_view other) const {
    const std::string given = text(name).value_or("");
    if (given == other) return {};
    if (const std::optional<Enum> value = value_named<Enum>(given)) return value;
    refuse_choice(name, join_names<Enum>(", ").append(", ").append(other));
  }

  /// Replaces what the user gave.
  void set(const std::string& name, std::string text) { given_.insert_or_assign(name, std::move(text)); }

  /// Gives the arguments as typed, for the record.
  const std::vector<std::string>& command_line() const { return command_line_; }
  void set_command_line(std::vector<std::string> arguments) { command_line_ = std::move(arguments); }

 private:
  [[noreturn]] void refuse_choice(const std::string& name, const std::string& choices) const;

  GivenOptions given_;
  std::map<std::string, std::string> fallbacks_;
  std::vector<std::string> command_line_;
};

/// Reads a number of bytes such as "16GiB", "500 MB" or "4096". Throws InputError.
std::int64_t parse_bytes(const std::string& option, std::string_view text);

/// Reads the extent in `text`; `option` is for the message. Throws InputError.
Extent parse_extent(const std::string& option, std::string_view text);

}  // namespace perm
