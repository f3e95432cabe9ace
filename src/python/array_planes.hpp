// SPDX-License-Identifier: Apache-2.0
// A voxel array in the memory of a caller, with any order and strides, as planes of an image. Nothing of it is copied
// but the plane that is read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "geometry/file_axes.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

/// Describes an array of three axes, as NumPy does.
struct VoxelArray {
  const std::byte* first{nullptr};  ///< voxel (0, 0, 0)
  VoxelType type{VoxelType::uint8};
  bool has_other_byte_order{false};  ///< than this machine
  std::array<std::int64_t, 3> lengths{};
  std::array<std::int64_t, 3> strides{};  ///< bytes from a voxel to the next along each axis; may be negative
};

/// An image, and which of its axes its planes follow.
struct OrientedPlanes {
  std::unique_ptr<PlaneSource> planes;
  FileAxes axes{FileAxes::xyz};
};

/// Gives the planes of `array`, whose axes are those of the image in the order that `axes` names. Planes follow the
/// axis along which the memory of the array goes slowest, so that memory is read in its order. Throws InputError where
/// a length is not positive.
OrientedPlanes planes_of(const VoxelArray& array, FileAxes axes);

}  // namespace perm
