// SPDX-License-Identifier: Apache-2.0
// MetaImage and NRRD have a header of text, which says where the voxels lie: behind it, or in files beside it. The
// headers are parsed here, and not by MetaIO and NrrdIO, which write past their buffers where a header is not what they
// expect.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "image/headers/text_header.hpp"
#include "image/source/image_header.hpp"
#include "image/source/read_options.hpp"

namespace perm {

/// Numbers one after another, the same compressed by zlib or gzip, or decimal numbers as text.
enum class VoxelEncoding { raw, compressed, text };

/// Says where the voxels of an image lie.
struct VoxelLayout {
  ImageHeader header;
  VoxelEncoding encoding{VoxelEncoding::raw};
  bool big_endian{false};
  std::vector<std::string> files;  ///< beside the header, each with as many planes; empty where voxels are behind it
  std::int64_t header_bytes{0};
  std::int64_t skipped_lines{0};  ///< before the voxels of each file
  std::int64_t skipped_bytes{0};  ///< behind these; from_end: the voxels are the last bytes of the file
  static constexpr std::int64_t from_end = -1;
  std::int64_t compressed_bytes{0};  ///< that compressed voxels have; 0 where the header does not say
};

// These parse the first bytes of a .mha or .mhd file, and of a .nrrd or .nhdr file. They throw InputError, which names
// the field, where the header is not what its format promises or where the image is none of grey values.
VoxelLayout parse_meta_header(TextHeader& text);
VoxelLayout parse_nrrd_header(TextHeader& text);

/// Opens the voxels of the image whose header is in `path`. Throws InputError when they are fewer or more than the
/// header says, when compressed ones are damaged, and when they do not lie where `data_files` allows.
std::unique_ptr<PlaneSource> open_voxels(const VoxelLayout& layout, const std::filesystem::path& path,
                                         DataFiles data_files, std::string description);

/// Gives the spacing along x, y, z from a length for each of the `axes` of an image; 0 for an axis that it does not
/// have. Throws InputError where there are fewer or more of them, or one is no length.
std::array<double, 3> make_spacing(const TextHeader& text, const std::vector<double>& lengths, std::int64_t axes);

/// Throws the InputError for a size that is none of an image. `sizes` has a number for each axis.
ImageHeader make_header(const TextHeader& text, const std::vector<std::int64_t>& sizes, VoxelType type);

}  // namespace perm
