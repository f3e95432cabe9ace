// SPDX-License-Identifier: Apache-2.0
// TIFF files of grey values, checked with tiff_pages.hpp and then read by ITK.
#pragma once

#include <filesystem>
#include <vector>

#include "image/itk_bridge.hpp"

namespace perm {

struct TiffImage {
  ImageHeader header;  ///< nz is the number of pages
  std::vector<std::byte> voxels;
};

/// What the file holds, without reading its voxels. Throws InputError as read_tiff_pages does.
ImageHeader read_tiff_header(const std::filesystem::path& path);
/// The file with its voxels. Palette files give their indices, which are labels.
TiffImage read_tiff(const std::filesystem::path& path);

}  // namespace perm
