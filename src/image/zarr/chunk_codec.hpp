// SPDX-License-Identifier: Apache-2.0
// Decompresses chunks of Zarr by zlib, Blosc and Zstandard. A build without one of the last two says so.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace perm {

/// Says why this program cannot decompress chunks of `compressor`; empty where it can.
std::string why_no_codec(const std::string& compressor);

/// Decompresses a whole chunk into `out`. Says whether it is sound and fills `out` exactly.
bool decompress_chunk(const std::string& compressor, std::span<const std::byte> compressed, std::span<std::byte> out);

}  // namespace perm
