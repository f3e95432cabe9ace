// SPDX-License-Identifier: Apache-2.0
#include "image/zlib_check.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>

namespace perm {

bool is_whole_zlib_stream(std::span<const char> bytes) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return false;
  std::array<Bytef, 1U << 16U> ignored{};
  int status = Z_OK;
  for (std::size_t read = 0; status == Z_OK;) {
    if (stream.avail_in == 0) {
      const std::size_t more = std::min<std::size_t>(bytes.size() - read, 1U << 30U);
      if (more == 0 && stream.avail_out != 0) break;  // nothing left to read, and nothing left to hand out
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + read));
      stream.avail_in = static_cast<uInt>(more);
      read += more;
    }
    stream.next_out = ignored.data();
    stream.avail_out = static_cast<uInt>(ignored.size());
    status = inflate(&stream, Z_NO_FLUSH);
  }
  inflateEnd(&stream);
  return status == Z_STREAM_END;
}

}  // namespace perm
