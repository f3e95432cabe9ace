// SPDX-License-Identifier: Apache-2.0
// Values as JSON has them: what does not exist is null, and JSON has no NaN and no infinity.
#pragma once

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace perm {

using Json = nlohmann::ordered_json;

/// Gives the number, or null where it is NaN or infinite.
inline Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
/// Gives the number, or null where it is absent, NaN or infinite.
inline Json number_or_null(const std::optional<double>& value) {
  return value ? number_or_null(*value) : Json(nullptr);
}
/// Gives the text, or null where it is empty.
inline Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }
/// Gives the number of bytes, or null where it was not measured, which is 0.
inline Json bytes_or_null(std::int64_t bytes) { return bytes > 0 ? Json(bytes) : Json(nullptr); }

}  // namespace perm
