// SPDX-License-Identifier: Apache-2.0
// Which axis of an image runs fastest in its file: planes are read in the order of the file.
#pragma once

#include <array>

#include "core/extent.hpp"
#include "core/named_values.hpp"

namespace perm {

/// Which axis of the image runs fastest in the file.
enum class FileAxes {
  xyz,  ///< x runs fastest, and z is the number of the plane
  zyx,  ///< z runs fastest, and x is the number of the plane
};

template <>
inline constexpr std::array<NamedValue<FileAxes>, 2> names_of<FileAxes>{
    {{FileAxes::xyz, "xyz"}, {FileAxes::zyx, "zyx"}}};

/// Gives the extent of the image whose file has planes of this extent.
constexpr Extent extent_of_image(const Extent& file, FileAxes axes) {
  return axes == FileAxes::xyz ? file : Extent{file.nz, file.ny, file.nx};
}

}  // namespace perm
