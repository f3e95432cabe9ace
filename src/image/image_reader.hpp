// SPDX-License-Identifier: Apache-2.0
// Opens image files: a folder of numbered slices, a multi-page TIFF, .mha .mhd .nrrd .nhdr, or .raw with its layout.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/extent.hpp"
#include "image/plane_source.hpp"

namespace perm {

/// The facts that a file without a header does not give.
struct RawLayout {
  Extent extent;
  std::string type{"uint8"};     ///< uint8 int8 uint16 int16 uint32 int32 uint64 int64 float32 float64
  std::string endian{"little"};  ///< little or big
  std::int64_t offset_bytes{0};  ///< bytes before the first voxel
};

/// Where the voxels may lie of an image whose header names other files. A header from somewhere else could name any
/// file that the user can read, and a picture would show it.
enum class DataFiles { in_folder_of_header, anywhere };

/// Opens the image at `path`. `raw` is required for .raw files and refused for others. All are read plane by plane,
/// except NRRD whose voxels are neither raw nor gzip, are spread over files or lie behind a skip: these are held in
/// memory, in their own type, until the source is destroyed.
/// Throws InputError when the image is missing, incomplete or inconsistent; a header that promises more than the
/// file holds is found here, not at the last plane. Damaged voxels of slices and of .tif are found at their plane.
std::unique_ptr<PlaneSource> open_image(const std::filesystem::path& path, const std::optional<RawLayout>& raw = {},
                                        DataFiles data_files = DataFiles::in_folder_of_header);

}  // namespace perm
