// SPDX-License-Identifier: Apache-2.0
#include "image/source/voxel_type.hpp"

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

}  // namespace

float value_of(Half half) {
  const int exponent = half.bits >> 10 & 31;
  const auto fraction = static_cast<float>(half.bits & 1023);
  const float sign = (half.bits & 0x8000) != 0 ? -1.0F : 1.0F;
  if (exponent == 31)
    return fraction == 0 ? sign * std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

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
  with_type(type, [&]<class T>(std::type_identity<T>) {
    for (std::size_t i = 0; i < grey.size(); ++i) {
      T value{};  // copied because nothing says that the bytes are aligned
      std::memcpy(&value, voxels.data() + i * sizeof(T), sizeof(T));
      if constexpr (std::is_same_v<T, Half>)
        grey[i] = value_of(value);
      else
        grey[i] = static_cast<double>(value);
    }
  });
}

void swap_byte_order(VoxelType type, std::span<std::byte> voxels) {
  const auto swap_each = [&]<class Word>(Word) {
    for (std::size_t i = 0; i + sizeof(Word) <= voxels.size(); i += sizeof(Word)) {
      Word word{};
      std::memcpy(&word, voxels.data() + i, sizeof(Word));
      if constexpr (sizeof(Word) == 2) word = __builtin_bswap16(word);
      if constexpr (sizeof(Word) == 4) word = __builtin_bswap32(word);
      if constexpr (sizeof(Word) == 8) word = __builtin_bswap64(word);
      std::memcpy(voxels.data() + i, &word, sizeof(Word));
    }
  };
  if (size_of(type) == 2) swap_each(std::uint16_t{});
  if (size_of(type) == 4) swap_each(std::uint32_t{});
  if (size_of(type) == 8) swap_each(std::uint64_t{});
}

}  // namespace perm
