// SPDX-License-Identifier: Apache-2.0
// What ITK does not check before it gives values: it fills what a file lacks with whatever was in memory, shifts values
// of PNG, and takes the numbers of a palette for grey. Each function throws Refusal.
#pragma once

#include <string>

#include "image/foreign/program/image_file.hpp"

namespace perm::foreign {

// Before ITK opens the file.
/// Finds chunks that change values, more than one frame, and a file that is cut short.
void check_png(const std::string& path);
/// Finds everything but 8 bits of grey without compression, and a file that is cut short.
void check_bmp(const std::string& path);
/// Finds a file that is cut short.
void check_jpeg(const std::string& path);

/// Finds pixels that are cut short.
void check_dicom(const std::string& path);

// When ITK has read the header.
/// Finds axes in another order, and a length that is not that of the header and the voxels.
void check_mrc(const std::string& path, const FileFacts& facts);
/// Finds a file that is no GIPL, or of another length.
void check_gipl(const std::string& path, const FileFacts& facts);

}  // namespace perm::foreign
