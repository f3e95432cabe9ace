// SPDX-License-Identifier: Apache-2.0
// Prints text for a reader. A reader who has gone away (a closed pipe) is no reason to fail.
#pragma once

#include <cstdio>
#include <string_view>

namespace perm {

/// Writes `text` to `stream` at once.
inline void print(std::FILE* stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

}  // namespace perm
