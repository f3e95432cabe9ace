// SPDX-License-Identifier: Apache-2.0
// Numbers and words at places of a file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "image/source/readable_file.hpp"

namespace perm::foreign {

/// Some bytes of a file, and numbers in them. What lies behind the end of the file is 0.
class Bytes {
 public:
  Bytes(const ReadableFile& file, std::int64_t offset, std::size_t count) : bytes_(count) {
    file.read_some_at(offset, bytes_);
  }
  std::uint64_t little(std::size_t at, std::size_t count) const {
    std::uint64_t number = 0;
    for (std::size_t i = count; i-- > 0;) number = number << 8U | std::to_integer<std::uint64_t>(bytes_[at + i]);
    return number;
  }
  std::uint64_t big(std::size_t at, std::size_t count) const {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < count; ++i) number = number << 8U | std::to_integer<std::uint64_t>(bytes_[at + i]);
    return number;
  }
  std::string_view text(std::size_t at, std::size_t count) const {
    return {reinterpret_cast<const char*>(bytes_.data()) + at, count};
  }

 private:
  std::vector<std::byte> bytes_;
};

/// Gives the place of `word` from `start` on, or -1.
inline std::int64_t find(const ReadableFile& file, std::int64_t start, std::string_view word) {
  constexpr std::size_t block = 1 << 20;
  std::string bytes(block, '\0');
  for (std::int64_t at = start; at < file.bytes(); at += static_cast<std::int64_t>(block - word.size() + 1)) {
    bytes.resize(file.read_some_at(at, std::as_writable_bytes(std::span(bytes))));
    if (const auto found = bytes.find(word); found != std::string::npos) return at + static_cast<std::int64_t>(found);
    bytes.resize(block);
  }
  return -1;
}

}  // namespace perm::foreign
