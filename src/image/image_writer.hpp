// SPDX-License-Identifier: Apache-2.0
// Writes voxels to files, plane by plane: label images (0 or 1 a voxel) and signed distances, with their
// physical spacing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>

#include "core/extent.hpp"
#include "core/file_replacement.hpp"

namespace perm {

/// Fills one plane: nx*ny*components values, components fastest, then x.
using LabelPlane = std::function<void(std::int64_t z, std::span<std::uint8_t> labels)>;
using FieldPlane = std::function<void(std::int64_t z, std::span<float> values)>;

/// Writes an 8-bit label image. By the ending of `path`: .tif/.tiff (one multi-page file), .mha .mhd .nrrd .nhdr .raw,
/// or without an ending a folder of slices slice_0000.tif, slice_0001.tif, ... (created where absent).
/// `spacing_m` (metres a voxel) goes into the header of .mha .mhd .nrrd .nhdr as it is, in metres, and into the
/// resolution tags of TIFF; 0 leaves it at one unit. A folder of slices is replaced as a whole and so may hold nothing
/// else. A .tif is held in memory, a byte a voxel, the others one plane at a time.
/// An image that is there already is replaced when it says that this program made it from the same `made_from` (a
/// comment in its header, the tag Software of TIFF), when it is an empty file, or when `overwrite` says so; a .raw file
/// never says who wrote it.
/// Throws InputError when the ending is unknown, the image is somebody else's or the file cannot be written; then
/// nothing has changed.
void write_labels(const std::filesystem::path& path, const Extent& extent, double spacing_m, const LabelPlane& plane,
                  Overwrite overwrite = Overwrite::own_files, const std::string& made_from = {});

/// Writes signed distances in voxels, float32, by the ending of `path`: .npy, which NumPy reads as [z][y][x], or .mha.
/// A .mha that is there already is replaced as write_labels does it; a .npy never says who wrote it. Throws InputError
/// as write_labels does.
void write_distances(const std::filesystem::path& path, const Extent& extent, double spacing_m, const FieldPlane& plane,
                     Overwrite overwrite = Overwrite::own_files, const std::string& made_from = {});

}  // namespace perm
