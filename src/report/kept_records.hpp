// SPDX-License-Identifier: Apache-2.0
// Outcomes of work that takes long, one line of JSON each, which is written as soon as the outcome is known. Work that
// was stopped goes on from these lines, and processes tell each other in them what they have found.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/named_values.hpp"
#include "report/json_values.hpp"

namespace perm {

/// Gives one line with its end: the key, the version and commit of this program, the fields of the outcome, and a sum
/// of the bytes.
std::string format_kept(const std::string& key, const Json& outcome);

/// Calls `take` for each line of `text`. It skips lines of another version, lines that are not whole, because a run may
/// be killed while it writes, and those for which `take` throws anything but bad_alloc.
void read_kept(const std::string& text, const std::function<void(const std::string& key, const Json& outcome)>& take);

/// Gives the lines of all files in `folder` whose names begin and end so, also where the last line of one is torn; none
/// where there is no such folder.
std::string kept_text(const std::filesystem::path& folder, std::string_view begin, std::string_view end);

/// Gives the value of that name. Throws std::invalid_argument where there is none.
template <class Enum>
Enum named_in(const Json& json) {
  if (const auto value = value_named<Enum>(json.get<std::string>())) return *value;
  throw std::invalid_argument("no such name");
}

/// Gives the number, or nothing where it is null.
inline std::optional<double> number_in(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

}  // namespace perm
