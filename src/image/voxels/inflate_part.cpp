// SPDX-License-Identifier: Apache-2.0
#include "image/voxels/inflate_part.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>

namespace perm {

bool inflate_part(std::span<const std::byte> compressed, std::span<std::byte> out, Deflated by) {
  constexpr std::size_t most_at_once = 1U << 30U;  // zlib counts in 32 bits
  z_stream stream{};
  constexpr int either = 32;  // added to the size of the window: zlib sees itself whether it is a stream of gzip
  if (inflateInit2(&stream, by == Deflated::by_zlib ? MAX_WBITS : MAX_WBITS + either) != Z_OK) return false;
  std::array<std::byte, 1U << 14U> dropped{};
  std::size_t read = 0;
  std::size_t written = 0;
  int status = Z_OK;
  while (status == Z_OK) {
    if (stream.avail_in == 0) {
      const std::size_t more = std::min(compressed.size() - read, most_at_once);
      // zlib only reads what next_in points to, and its type says so from version 1.3 on
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(compressed.data() + read));
      stream.avail_in = static_cast<uInt>(more);
      read += more;
    }
    const std::span<std::byte> room = written < out.size() ? out.subspan(written) : std::span<std::byte>(dropped);
    const auto count = static_cast<uInt>(std::min(room.size(), most_at_once));
    stream.next_out = reinterpret_cast<Bytef*>(room.data());
    stream.avail_out = count;
    status = inflate(&stream, Z_NO_FLUSH);  // Z_BUF_ERROR: nothing left to read
    if (written < out.size()) written += count - stream.avail_out;
  }
  const bool holds_more = stream.total_out != out.size();
  inflateEnd(&stream);
  return status == Z_STREAM_END && written == out.size() && (by == Deflated::by_zlib || !holds_more);
}

}  // namespace perm
