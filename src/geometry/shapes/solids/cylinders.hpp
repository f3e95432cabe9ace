// SPDX-License-Identifier: Apache-2.0
// Round cylinders that go straight through the whole periodic image along one axis. Lengths are in voxels.
#pragma once

namespace perm {

/// `first` and `second` say where the centre line meets the section of the image: along the axis after the cylinder's
/// axis, and along the axis after that. Both lie within the extent of the image. The cylinder repeats
/// with the image.
struct Cylinder {
  double first{0};
  double second{0};
  double radius{0};
};

/// Whether the inside of a cylinder becomes pore or solid.
enum class Filling { pore, solid };

}  // namespace perm
