// SPDX-License-Identifier: Apache-2.0
// 8-bit grey TIFF files, written by libtiff.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "core/extent.hpp"

namespace perm {

/// Writes nz pages of nx*ny labels, PackBits compressed. The resolution tags say `spacing_m`; 0 leaves them out.
/// Throws InputError when the file cannot be written.
void write_tiff(const std::filesystem::path& path, const Extent& extent, double spacing_m,
                std::span<const std::uint8_t> labels);

/// Says whether this program wrote the file, which the tag Software of its first page tells.
bool is_own_tiff(const std::filesystem::path& path);

}  // namespace perm
