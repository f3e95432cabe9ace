// SPDX-License-Identifier: Apache-2.0
// What ITK does not check before it gives values: it fills what a file lacks with whatever was in memory, and
// takes the numbers of a palette for grey. Each function throws Refusal.
#pragma once

#include <cstdint>
#include <string>

#include "image/foreign/program/image_file.hpp"

namespace perm::foreign {

// Before ITK opens the file.
/// Finds everything but 8 bits of grey without compression, and a file that is cut short.
void check_bmp(const std::string& path);
/// Finds a file that is cut short, and a header that is none.
void check_jpeg(const std::string& path);
/// Finds parts that do not lie one behind the other up to the end.
void check_jpeg_2000(const std::string& path);
/// Finds a file without pixels, and pixels that are cut short.
void check_dicom(const std::string& path);
/// Finds axes in another order, numbers of other kinds, and a length that is not that of the header and the voxels.
void check_mrc(const std::string& path);

// Before ITK reads the voxels.
/// Finds voxels that libjpeg would make up.
void check_jpeg_voxels(const std::string& path);

// When ITK has read the header.
/// Finds fewer bytes of pixels than the image has, which GDCM fills up with zeros.
void check_dicom_length(const std::string& path, const FileFacts& facts, std::int64_t bits_a_voxel);
/// Finds a file that is no GIPL, or of another length.
void check_gipl(const std::string& path, const FileFacts& facts);

}  // namespace perm::foreign
