// SPDX-License-Identifier: Apache-2.0
// Decompresses a piece of an image that is in memory.
#pragma once

#include <cstddef>
#include <span>

namespace perm {

/// Decompresses `compressed`, one whole stream of zlib, into `out`, and drops what does not fit. Says whether it fills
/// `out`, ends there or later, and has the right checksum.
bool inflate_part(std::span<const std::byte> compressed, std::span<std::byte> out);

}  // namespace perm
