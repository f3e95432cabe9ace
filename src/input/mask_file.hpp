// SPDX-License-Identifier: Apache-2.0
// The image that a user gives as a mask.
#pragma once

#include <array>
#include <memory>

#include "core/extent.hpp"
#include "geometry/segmentation/marked_planes.hpp"
#include "image/source/plane_source.hpp"
#include "input/input_request.hpp"

namespace perm {

/// Gives a value for each axis of the file from one for each axis of the image.
template <class Value>
std::array<Value, 3> along_axes_of_file(const std::array<Value, 3>& of_image, FileAxes axes) {
  return axes == FileAxes::xyz ? of_image : std::array<Value, 3>{of_image[2], of_image[1], of_image[0]};
}

/// Opens the image of a mask, cut as the image is where it has not the extent of the region that is solved. A .raw file
/// has the dims of the image, and a byte a voxel. Of one in memory it gives a second source. Null where the request
/// names none. Throws what open_image throws.
std::unique_ptr<PlaneSource> open_mask(const InputRequest& request, const Extent& region);

}  // namespace perm
