// SPDX-License-Identifier: Apache-2.0
// Describes one voxel of a file: its type, its bytes, and its value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace perm {

enum class VoxelType { uint8, int8, uint16, int16, uint32, int32, uint64, int64, float16, float32, float64 };

/// A number of IEEE 754 binary16: a sign, 5 bits of exponent, 10 bits of fraction.
struct Half {
  std::uint16_t bits{0};
};
/// Gives its value, which float has exactly.
float value_of(Half half);

/// Calls `f(std::type_identity<T>{})` with the C++ type T of `type`, and gives what it gives.
template <class F>
decltype(auto) with_type(VoxelType type, F&& f) {
  switch (type) {
    case VoxelType::uint8:
      return f(std::type_identity<std::uint8_t>{});
    case VoxelType::int8:
      return f(std::type_identity<std::int8_t>{});
    case VoxelType::uint16:
      return f(std::type_identity<std::uint16_t>{});
    case VoxelType::int16:
      return f(std::type_identity<std::int16_t>{});
    case VoxelType::uint32:
      return f(std::type_identity<std::uint32_t>{});
    case VoxelType::int32:
      return f(std::type_identity<std::int32_t>{});
    case VoxelType::uint64:
      return f(std::type_identity<std::uint64_t>{});
    case VoxelType::int64:
      return f(std::type_identity<std::int64_t>{});
    case VoxelType::float16:
      return f(std::type_identity<Half>{});
    case VoxelType::float32:
      return f(std::type_identity<float>{});
    case VoxelType::float64:
      break;
  }
  return f(std::type_identity<double>{});
}

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
