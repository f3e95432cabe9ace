// SPDX-License-Identifier: Apache-2.0
#include "image/zarr/chunk_codec.hpp"

#if PERM_HAS_BLOSC
#include <blosc.h>
#endif
#if PERM_HAS_ZSTD
#include <zstd.h>
#endif

#include <algorithm>

#include "image/voxels/inflate_part.hpp"

namespace perm {

std::string why_no_codec(const std::string& compressor) {
  if (compressor == "blosc" && !PERM_HAS_BLOSC) return "this program was built without Blosc";
  if (compressor == "zstd" && !PERM_HAS_ZSTD) return "this program was built without Zstandard";
  return {};
}

bool decompress_chunk([[maybe_unused]] const std::string& compressor, std::span<const std::byte> compressed,
                      std::span<std::byte> out) {
  if (compressor.empty()) {
    if (compressed.size() == out.size()) std::ranges::copy(compressed, out.begin());
    return compressed.size() == out.size();
  }
#if PERM_HAS_BLOSC
  if (compressor == "blosc") {
    std::size_t bytes = 0;
    if (blosc_cbuffer_validate(compressed.data(), compressed.size(), &bytes) < 0 || bytes != out.size()) return false;
    return blosc_decompress_ctx(compressed.data(), out.data(), out.size(), 1) == static_cast<int>(out.size());
  }
#endif
#if PERM_HAS_ZSTD
  if (compressor == "zstd") {
    const std::size_t bytes = ZSTD_decompress(out.data(), out.size(), compressed.data(), compressed.size());
    return ZSTD_isError(bytes) == 0 && bytes == out.size();
  }
#endif
  return inflate_part(compressed, out, Deflated::by_zlib_or_gzip);
}

}  // namespace perm
