// SPDX-License-Identifier: Apache-2.0
// What a user may say of an image file that the file does not say itself, or does not decide.
#pragma once

#include <cstdint>
#include <string>

#include "core/extent.hpp"

namespace perm {

/// The facts that a file without a header does not give.
struct RawLayout {
  Extent extent;
  std::string type{"uint8"};     ///< uint8 int8 uint16 int16 uint32 int32 uint64 int64 float16 float32 float64
  std::string endian{"little"};  ///< little or big
  std::int64_t offset_bytes{0};  ///< bytes before the first voxel
};

/// Where the voxels may lie of an image whose header names other files. A header from somewhere else could name any
/// file that the user can read, and a picture would show it.
enum class DataFiles { in_folder_of_header, anywhere };

}  // namespace perm
