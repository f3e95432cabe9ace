// SPDX-License-Identifier: Apache-2.0
// There is one reader for each format. Each gets a path that exists, can be read and is not empty, and throws
// InputError when the file is not what its format promises. image_reader.cpp chooses among them.
#pragma once

#include <filesystem>
#include <memory>

#include "image/image_reader.hpp"
#include "image/plane_source.hpp"

namespace perm {

/// Opens a headerless file, or one that gzip has compressed; both are read plane by plane.
std::unique_ptr<PlaneSource> open_raw(const std::filesystem::path& path, const RawLayout& layout);
/// Opens .mha and .mhd files, which are read plane by plane even when they are compressed.
std::unique_ptr<PlaneSource> open_meta(const std::filesystem::path& path, DataFiles data_files);
/// Opens .nrrd and .nhdr files. They are read plane by plane, except voxels that are written as text: these are held in
/// memory, in their own type.
std::unique_ptr<PlaneSource> open_nrrd(const std::filesystem::path& path, DataFiles data_files);
/// Opens a NumPy array, which is read plane by plane.
std::unique_ptr<PlaneSource> open_npy(const std::filesystem::path& path);
/// Opens a TIFF file of one or more pages, which is read page by page.
std::unique_ptr<PlaneSource> open_tiff(const std::filesystem::path& path);
/// Opens a folder of numbered TIFF slices, which are read one at a time.
std::unique_ptr<PlaneSource> open_slices(const std::filesystem::path& folder);

/// Gives the ending of a path in lower case: ".tif".
std::string ending_of(const std::filesystem::path& path);
/// Throws InputError when `path` is missing, a folder, unreadable or empty.
void require_readable_file(const std::filesystem::path& path);

}  // namespace perm
