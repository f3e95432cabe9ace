// SPDX-License-Identifier: Apache-2.0
// Damages files at random.
#pragma once

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>

namespace perm {

/// Changes one to six places of `bytes`, the front of them more often; the result may be shorter or longer.
inline std::string mutant_of(std::string bytes, std::mt19937& random) {
  const auto below = [&](std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random); };
  const std::size_t changes = 1 + below(6);
  for (std::size_t i = 0; i < changes; ++i) {
    // Headers matter most.
    const std::size_t at = below(2) == 0 ? below(std::min<std::size_t>(bytes.size(), 400)) : below(bytes.size());
    constexpr unsigned char extremes[] = {0, 1, 0x7f, 0x80, 0xff, 0xfe};
    switch (below(5)) {
      case 0:
        bytes[at] = static_cast<char>(extremes[below(sizeof(extremes))]);
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
      case 2:
        bytes[at] = static_cast<char>(below(256));
        break;
      case 3:
        bytes.resize(std::max<std::size_t>(bytes.size() - below(bytes.size()) / 4, 1));
        break;
      default:
        bytes.insert(at, bytes.substr(below(bytes.size()), below(16)));
        break;
    }
  }
  return bytes;
}

}  // namespace perm
