// SPDX-License-Identifier: Apache-2.0
// Values as JSON has them: what does not exist is null, JSON has no NaN and no infinity, and arrays of bytes are text.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
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

/// Encodes bytes as text (RFC 4648, section 4).
inline std::string base64(std::span<const std::byte> bytes) {
  constexpr const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t n = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < n ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0);
    for (std::size_t k = 0; k < 4; ++k) text += k <= n ? letters[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

}  // namespace perm
