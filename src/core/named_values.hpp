// SPDX-License-Identifier: Apache-2.0
// The names by which a user knows the values of an enum. They are typed once, next to the enum: to_string writes them,
// options and files are read by them, and help texts and messages list them.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace perm {

template <class Enum>
struct NamedValue {
  Enum value;
  std::string_view name;
};
template <class Enum>
NamedValue(Enum, const char*) -> NamedValue<Enum>;

/// Every value of an enum with its name, in the order in which a help text lists them. An enum that has names
/// specialises this as an array of NamedValue.
template <class Enum>
inline constexpr std::nullptr_t names_of{};

template <class Enum>
concept Named = std::is_enum_v<Enum> && !std::same_as<decltype(names_of<Enum>), const std::nullptr_t>;

/// Throws std::logic_error for a value that the table of its enum leaves out.
template <Named Enum>
constexpr std::string_view name_of(Enum value) {
  for (const NamedValue<Enum>& named : names_of<Enum>)
    if (named.value == value) return named.name;
  throw std::logic_error("an enumerator has no name in the table of its enum");
}

template <Named Enum>
std::string to_string(Enum value) {
  return std::string(name_of(value));
}

/// Gives the value of that name, or nothing when there is none.
template <Named Enum>
constexpr std::optional<Enum> value_named(std::string_view name) {
  for (const NamedValue<Enum>& named : names_of<Enum>)
    if (named.name == name) return named.value;
  return {};
}

/// Lists the names of a table with `separator` between them: "trt|bgk".
template <class Enum>
std::string join_names(std::span<const NamedValue<Enum>> table, std::string_view separator) {
  std::string names;
  for (const NamedValue<Enum>& named : table) names.append(names.empty() ? "" : separator).append(named.name);
  return names;
}

template <Named Enum>
std::string join_names(std::string_view separator) {
  return join_names(std::span<const NamedValue<Enum>>(names_of<Enum>), separator);
}

}  // namespace perm
