// SPDX-License-Identifier: Apache-2.0
// Opens image files: a folder of numbered slices or of DICOM, a multi-page TIFF, text headers with voxels, raw voxels
// with their layout, and through a child process what libpng, ITK and HDF5 read.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "image/source/plane_source.hpp"
#include "image/source/read_options.hpp"

namespace perm {

/// Opens the image at `path`. `raw` is required for .raw files and refused for others. All are read plane by plane,
/// except NRRD whose voxels are text: these are held in memory, in their own type, until the source is destroyed.
/// Throws InputError when the image is missing, incomplete or inconsistent; a header that promises more than the
/// file holds is found here, not at the last plane. Damaged voxels of slices, of .tif and of compressed files are found
/// at their plane.
std::unique_ptr<PlaneSource> open_image(const std::filesystem::path& path, const std::optional<RawLayout>& raw = {},
                                        DataFiles data_files = DataFiles::in_folder_of_header);

}  // namespace perm
