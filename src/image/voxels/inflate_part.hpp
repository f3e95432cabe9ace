// SPDX-License-Identifier: Apache-2.0
// Decompresses a piece of an image that is in memory.
#pragma once

#include <cstddef>
#include <span>

namespace perm {

/// Says what a stream is: one of zlib that may hold more than is wanted, or one of zlib or gzip that holds just that.
enum class Deflated { by_zlib, by_zlib_or_gzip };

/// Decompresses `compressed`, one whole stream, into `out`, and drops what does not fit. Says whether it fills `out`,
/// ends there or, where it may, later, and has the right checksum.
bool inflate_part(std::span<const std::byte> compressed, std::span<std::byte> out, Deflated by = Deflated::by_zlib);

}  // namespace perm
