// SPDX-License-Identifier: Apache-2.0
// Images in folders of Zarr.
#pragma once

#include <filesystem>
#include <memory>

#include "image/source/plane_source.hpp"

namespace perm {

/// Says whether a folder is one of Zarr, of whatever version.
bool is_zarr_folder(const std::filesystem::path& folder);

/// Opens a folder of Zarr of version 2, or level 0 of an OME-Zarr image. A row of chunks is decompressed when the first
/// of its planes is asked for, and kept for the others; several threads that ask for its planes share the work. Throws
/// InputError when the folder is not what its metadata promise; a chunk that is damaged is found at its planes.
std::unique_ptr<PlaneSource> open_zarr(const std::filesystem::path& folder);

}  // namespace perm
