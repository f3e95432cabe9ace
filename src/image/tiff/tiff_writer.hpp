// SPDX-License-Identifier: Apache-2.0
// 8-bit grey TIFF files, written by libtiff.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "core/extent.hpp"

namespace perm {

/// Writes nz pages of nx*ny labels, PackBits compressed. The resolution tags say `spacing_m`; 0 leaves them out.
/// The tag Software of each page is `sign`. Throws InputError when the file cannot be written.
void write_tiff(const std::filesystem::path& path, const Extent& extent, double spacing_m,
                std::span<const std::uint8_t> labels, const std::string& sign);

/// Gives the tag Software of the first page; no text where the file is no TIFF or has no such tag.
std::string software_of_tiff(const std::filesystem::path& path);

}  // namespace perm
