// SPDX-License-Identifier: Apache-2.0
// Tells whether compressed bytes are undamaged: a zlib stream ends with a checksum of its content.
#pragma once

#include <span>

namespace perm {

/// Says whether `bytes` begin with a complete zlib stream whose checksum is right.
bool is_whole_zlib_stream(std::span<const char> bytes);

}  // namespace perm
