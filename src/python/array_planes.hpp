// SPDX-License-Identifier: Apache-2.0
// A voxel array in the memory of a caller, with any order and strides, as planes of an image. Nothing of it is copied
// but the plane that is read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "geometry/file_axes.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

/// Describes an array of three axes, x, y and z, as NumPy does.
struct VoxelArray {
  const std::byte* first{nullptr};  ///< voxel (0, 0, 0)
  VoxelType type{VoxelType::uint8};
  bool has_other_byte_order{false};  ///< than this machine
  std::array<std::int64_t, 3> lengths{};
  std::array<std::int64_t, 3> strides{};  ///< bytes from a voxel to the next along each axis; may be negative
  std::string words;                      ///< on type and axes, for reports: "bool, 64 x 64 x 64, x = axis 0"
};

/// Gives the order in which a file would have the axes, so that its planes follow the axis along which the memory of
/// the array goes slowest, and memory is read in its order. An image of one plane across z is that plane.
FileAxes axes_in_memory(const VoxelArray& array);

/// Gives the planes of `array` as those of a file with the axes in this order. Throws InputError where a length is not
/// positive.
std::unique_ptr<PlaneSource> planes_of(const VoxelArray& array, FileAxes axes);

}  // namespace perm
