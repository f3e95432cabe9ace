// SPDX-License-Identifier: Apache-2.0
// Writes tiny image files byte by byte, so that the tests of reading do not depend on the program's own writing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/extent.hpp"

namespace perm::cli {

enum class Depth : std::uint16_t { bits8 = 8, bits16 = 16 };

/// Writes one uncompressed grey slice.
void write_tiff_slice(const std::filesystem::path& path, const Extent& extent, Depth depth,
                      const std::vector<std::uint16_t>& grey);

/// Writes an uncompressed 8-bit MetaImage.
void write_mha(const std::filesystem::path& path, const Extent& extent, const std::vector<std::uint8_t>& grey);

/// Writes only the voxels, 8 bits each.
void write_raw(const std::filesystem::path& path, const std::vector<std::uint8_t>& grey);

/// Gives a slit along x and y: pore (0) in the lower half of z, solid (255) above.
std::vector<std::uint8_t> slit(const Extent& extent);

}  // namespace perm::cli
