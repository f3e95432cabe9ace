// SPDX-License-Identifier: Apache-2.0
// Whether compressed bytes are what was written: zlib streams end in a checksum of what they hold.
#pragma once

#include <span>

namespace perm {

/// Whether `bytes` begin with a complete zlib stream whose checksum is right.
bool is_whole_zlib_stream(std::span<const char> bytes);

}  // namespace perm
