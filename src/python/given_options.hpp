// SPDX-License-Identifier: Apache-2.0
// The options of a call from Python: numbers and truth values as they are, and texts.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>

#include <cstdint>
#include <map>
#include <string>
#include <variant>

#include "input/options/option_values.hpp"

namespace perm {

/// Options as Python gives them. Texts are bytes, because those of a path need not be UTF-8.
using OptionsOfPython = std::map<std::string, std::variant<bool, std::int64_t, double, nanobind::bytes>>;

inline OptionValue value_of(const nanobind::bytes& text) { return std::string(text.c_str(), text.size()); }
template <class Value>
OptionValue value_of(Value value) {
  return value;
}

inline GivenOptions given_by(const OptionsOfPython& options) {
  GivenOptions given;
  for (const auto& [name, value] : options)
    given[name] = std::visit([](const auto& of) { return value_of(of); }, value);
  return given;
}

}  // namespace perm
