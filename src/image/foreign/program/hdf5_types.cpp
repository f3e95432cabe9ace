// SPDX-License-Identifier: Apache-2.0
#include "image/foreign/program/hdf5_types.hpp"

#include <array>
#include <bit>
#include <cstddef>

namespace perm::foreign {
namespace {

constexpr H5T_order_t order_here = std::endian::native == std::endian::little ? H5T_ORDER_LE : H5T_ORDER_BE;

std::optional<VoxelType> integer_type_of(hid_t type) {
  const bool has_sign = H5Tget_sign(type) == H5T_SGN_2;
  const std::size_t size = H5Tget_size(type);
  if (H5Tget_precision(type) != 8 * size || H5Tget_offset(type) != 0) return {};  // some bits do not count
  switch (size) {
    case 1:
      return has_sign ? VoxelType::int8 : VoxelType::uint8;
    case 2:
      return has_sign ? VoxelType::int16 : VoxelType::uint16;
    case 4:
      return has_sign ? VoxelType::int32 : VoxelType::uint32;
    case 8:
      return has_sign ? VoxelType::int64 : VoxelType::uint64;
    default:
      return {};
  }
}

/// Where the parts of an IEEE 754 number lie, in bits.
struct IeeeFloat {
  VoxelType type;
  std::size_t bits;
  std::size_t exponent_bits;
  std::size_t bias;
};
constexpr std::array<IeeeFloat, 3> ieee{
    {{VoxelType::float16, 16, 5, 15}, {VoxelType::float32, 32, 8, 127}, {VoxelType::float64, 64, 11, 1023}}};

std::optional<VoxelType> float_type_of(hid_t type) {
  std::size_t sign = 0;
  std::size_t exponent = 0;
  std::size_t exponent_bits = 0;
  std::size_t fraction = 0;
  std::size_t fraction_bits = 0;
  if (H5Tget_fields(type, &sign, &exponent, &exponent_bits, &fraction, &fraction_bits) < 0) return {};
  for (const IeeeFloat& one : ieee) {
    const bool is_this = 8 * H5Tget_size(type) == one.bits && H5Tget_precision(type) == one.bits &&
                         sign == one.bits - 1 && exponent_bits == one.exponent_bits &&
                         exponent == one.bits - 1 - one.exponent_bits && fraction == 0 && fraction_bits == exponent &&
                         H5Tget_ebias(type) == one.bias && H5Tget_norm(type) == H5T_NORM_IMPLIED;
    if (is_this) return one.type;
  }
  return {};
}

}  // namespace

std::optional<VoxelType> voxel_type_of(hid_t type) {
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
      return H5Tget_order(type) == H5T_ORDER_LE || H5Tget_order(type) == H5T_ORDER_BE ? integer_type_of(type)
                                                                                      : std::nullopt;
    case H5T_FLOAT:
      return H5Tget_order(type) == H5T_ORDER_LE || H5Tget_order(type) == H5T_ORDER_BE ? float_type_of(type)
                                                                                      : std::nullopt;
    case H5T_ENUM: {
      const TypeHandle base(H5Tget_super(type));
      const bool may_swap =
          H5Tget_size(type) > 1 && H5Tget_order(base) != order_here;  // HDF5 cannot turn an enum around
      constexpr int truth_values = 2;
      const bool is_truth = H5Tget_size(type) == 1 && H5Tget_nmembers(type) == truth_values;
      if (may_swap) return {};
      return is_truth ? VoxelType::uint8 : voxel_type_of(base);
    }
    default:
      return {};
  }
}

TypeHandle in_memory(hid_t type) {
  TypeHandle copy(H5Tcopy(type));
  if (H5Tget_class(type) != H5T_ENUM) checked(H5Tset_order(copy, order_here));
  return copy;
}

}  // namespace perm::foreign
