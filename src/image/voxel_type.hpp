// SPDX-License-Identifier: Apache-2.0
// Describes one voxel of a file: its type, its bytes, and its value as a double.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace perm {

enum class VoxelType { uint8, int8, uint16, int16, uint32, int32, uint64, int64, float16, float32, float64 };

/// Gives the bytes of one voxel.
std::int64_t size_of(VoxelType type);
/// Gives "uint8", ..., "float64".
std::string_view name_of(VoxelType type);
/// Gives the type of that name, if there is one.
std::optional<VoxelType> voxel_type_named(std::string_view name);
/// A name of a type in the headers of one format.
struct VoxelTypeName {
  std::string_view name;
  VoxelType type;
};
/// Gives the type that `names` has for `name`, if there is one.
std::optional<VoxelType> find_voxel_type(std::span<const VoxelTypeName> names, std::string_view name);
/// Gives "uint8 int8 ...": every name, for messages.
std::string voxel_type_names();

/// Writes the values of `voxels` (in this machine's byte order, grey.size() voxels of `type`) as doubles.
void convert_to_grey(VoxelType type, std::span<const std::byte> voxels, std::span<double> grey);
/// Turns the bytes of every voxel around: big endian to little and back.
void swap_byte_order(VoxelType type, std::span<std::byte> voxels);

}  // namespace perm
