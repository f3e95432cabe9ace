// SPDX-License-Identifier: Apache-2.0
// There is one reader for each format. Each gets a path that exists, can be read and is not empty, and throws
// InputError when the file is not what its format promises. image_reader.cpp chooses among them.
#pragma once

#include <filesystem>
#include <memory>

#include "image/image_reader.hpp"
#include "image/plane_source.hpp"

namespace perm {

/// A headerless file, read plane by plane.
std::unique_ptr<PlaneSource> open_raw(const std::filesystem::path& path, const RawLayout& layout);
/// .mha and .mhd, read plane by plane, compressed ones too.
std::unique_ptr<PlaneSource> open_meta(const std::filesystem::path& path);
/// .nrrd and .nhdr. Read plane by plane where the voxels are raw or gzip in one file; else all voxels are held in
/// memory, in their own type.
std::unique_ptr<PlaneSource> open_nrrd(const std::filesystem::path& path);
/// A TIFF file of one or more pages, read page by page.
std::unique_ptr<PlaneSource> open_tiff(const std::filesystem::path& path);
/// A folder of numbered TIFF slices, read one at a time.
std::unique_ptr<PlaneSource> open_slices(const std::filesystem::path& folder);

/// The ending of a path in lower case: ".tif".
std::string ending_of(const std::filesystem::path& path);
/// Throws InputError when `path` is missing, a folder, unreadable or empty.
void require_readable_file(const std::filesystem::path& path);

}  // namespace perm
