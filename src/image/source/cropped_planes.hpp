// SPDX-License-Identifier: Apache-2.0
// A box of an image, as an image of its own.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "core/range.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

/// Gives the box with its ends in place of `to_end`. Throws InputError when a range is empty or goes beyond the image.
std::array<Range, 3> box_within(const PlaneSource& image, const std::array<Range, 3>& box);
/// Describes the image that is cropped to a box within it.
std::string describe_cropped(const PlaneSource& image, const std::array<Range, 3>& box);

/// Gives the voxels of `image` whose x, y and z lie in `box`. A range whose last is `to_end` goes to the end of its
/// axis. Throws InputError when a range is empty or goes beyond the image.
std::unique_ptr<PlaneSource> crop_planes(std::unique_ptr<PlaneSource> image, const std::array<Range, 3>& box);

/// Marks a range that goes to the end.
inline constexpr std::int64_t to_end = INT64_MAX;

}  // namespace perm
