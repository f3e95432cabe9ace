// SPDX-License-Identifier: Apache-2.0
// The names that NumPy has for types of voxels, in files and in memory.
#pragma once

#include <array>

#include "image/source/voxel_type.hpp"

namespace perm {

/// These come behind the byte order: "u2" in "<u2". A bool is a byte of 0 or 1.
inline constexpr std::array<VoxelTypeName, 12> numpy_type_codes{{{"b1", VoxelType::uint8},
                                                                 {"u1", VoxelType::uint8},
                                                                 {"i1", VoxelType::int8},
                                                                 {"u2", VoxelType::uint16},
                                                                 {"i2", VoxelType::int16},
                                                                 {"u4", VoxelType::uint32},
                                                                 {"i4", VoxelType::int32},
                                                                 {"u8", VoxelType::uint64},
                                                                 {"i8", VoxelType::int64},
                                                                 {"f2", VoxelType::float16},
                                                                 {"f4", VoxelType::float32},
                                                                 {"f8", VoxelType::float64}}};

}  // namespace perm
