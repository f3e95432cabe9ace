// SPDX-License-Identifier: Apache-2.0
// There is one reader for each format. Each gets a path that exists, can be read and is not empty, and throws
// InputError when the file is not what its format promises. image_reader.cpp chooses among them.
#pragma once

#include <filesystem>
#include <memory>

#include "image/source/plane_source.hpp"
#include "image/source/read_options.hpp"

namespace perm {

/// Opens a file without a header, or one that gzip has compressed; both are read plane by plane.
std::unique_ptr<PlaneSource> open_raw(const std::filesystem::path& path, const RawLayout& layout);
/// Opens a file of numbers that are written as text, x fastest, which is held in memory in its own type.
std::unique_ptr<PlaneSource> open_text(const std::filesystem::path& path, const RawLayout& layout);
/// Opens .mha and .mhd files, which are read plane by plane even when they are compressed.
std::unique_ptr<PlaneSource> open_meta(const std::filesystem::path& path, DataFiles data_files);
/// Opens .nrrd and .nhdr files. They are read plane by plane, except voxels that are written as text: these are held in
/// memory, in their own type.
std::unique_ptr<PlaneSource> open_nrrd(const std::filesystem::path& path, DataFiles data_files);
/// Opens a legacy VTK file of structured points, which is read plane by plane, except voxels that are written as text.
std::unique_ptr<PlaneSource> open_vtk(const std::filesystem::path& path);
/// Opens a NIfTI file, which is read plane by plane even when gzip has compressed it.
std::unique_ptr<PlaneSource> open_nifti(const std::filesystem::path& path);
/// Opens a NumPy array, which is read plane by plane.
std::unique_ptr<PlaneSource> open_npy(const std::filesystem::path& path);

}  // namespace perm
