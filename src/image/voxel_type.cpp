// SPDX-License-Identifier: Apache-2.0
#include "image/voxel_type.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace perm {
namespace {

struct NamedType {
  VoxelType type;
  std::string_view name;
  std::int64_t size;
};

constexpr std::array<NamedType, 11> table{{{VoxelType::uint8, "uint8", 1},
                                           {VoxelType::int8, "int8", 1},
                                           {VoxelType::uint16, "uint16", 2},
                                           {VoxelType::int16, "int16", 2},
                                           {VoxelType::uint32, "uint32", 4},
                                           {VoxelType::int32, "int32", 4},
                                           {VoxelType::uint64, "uint64", 8},
                                           {VoxelType::int64, "int64", 8},
                                           {VoxelType::float16, "float16", 2},
                                           {VoxelType::float32, "float32", 4},
                                           {VoxelType::float64, "float64", 8}}};

const NamedType& entry(VoxelType type) { return table[static_cast<std::size_t>(type)]; }

template <class T>
void convert(std::span<const std::byte> voxels, std::span<double> grey) {
  for (std::size_t i = 0; i < grey.size(); ++i) {
    T value;  // copied because nothing says that the bytes are aligned
    std::memcpy(&value, voxels.data() + i * sizeof(T), sizeof(T));
    grey[i] = static_cast<double>(value);
  }
}

/// A number of IEEE 754 binary16: a sign, 5 bits of exponent, 10 bits of fraction.
double value_of_half(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int fraction = bits & 1023;
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 31)
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

}  // namespace

std::int64_t size_of(VoxelType type) { return entry(type).size; }
std::string_view name_of(VoxelType type) { return entry(type).name; }

std::optional<VoxelType> voxel_type_named(std::string_view name) {
  for (const NamedType& named : table)
    if (named.name == name) return named.type;
  return {};
}

std::optional<VoxelType> find_voxel_type(std::span<const VoxelTypeName> names, std::string_view name) {
  const auto found = std::ranges::find(names, name, &VoxelTypeName::name);
  return found == names.end() ? std::nullopt : std::optional(found->type);
}

std::string voxel_type_names() {
  std::string names;
  for (const NamedType& named : table) names.append(names.empty() ? "" : " ").append(named.name);
  return names;
}

void convert_to_grey(VoxelType type, std::span<const std::byte> voxels, std::span<double> grey) {
  switch (type) {
    case VoxelType::uint8:
      return convert<std::uint8_t>(voxels, grey);
    case VoxelType::int8:
      return convert<std::int8_t>(voxels, grey);
    case VoxelType::uint16:
      return convert<std::uint16_t>(voxels, grey);
    case VoxelType::int16:
      return convert<std::int16_t>(voxels, grey);
    case VoxelType::uint32:
      return convert<std::uint32_t>(voxels, grey);
    case VoxelType::int32:
      return convert<std::int32_t>(voxels, grey);
    case VoxelType::uint64:
      return convert<std::uint64_t>(voxels, grey);
    case VoxelType::int64:
      return convert<std::int64_t>(voxels, grey);
    case VoxelType::float16:
      convert<std::uint16_t>(voxels, grey);
      for (double& value : grey) value = value_of_half(static_cast<std::uint16_t>(value));
      return;
    case VoxelType::float32:
      return convert<float>(voxels, grey);
    case VoxelType::float64:
      return convert<double>(voxels, grey);
  }
}

void swap_byte_order(VoxelType type, std::span<std::byte> voxels) {
  const auto size = static_cast<std::size_t>(size_of(type));
  if (size == 1) return;
  for (std::size_t i = 0; i + size <= voxels.size(); i += size)
    std::reverse(voxels.data() + i, voxels.data() + i + size);
}

}  // namespace perm
