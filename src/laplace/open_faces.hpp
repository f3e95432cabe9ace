// SPDX-License-Identifier: Apache-2.0
// Says what conducts between two voxels whose conductivity is 1, by the faces of each that are open. A flux through a
// voxel that falls linearly to 0 at a closed face meets a third of the voxel as resistance, one that goes on meets a
// half (the energies of a lowest-order Raviart-Thomas flux, with l = 0 and with l = r). With these conductances, fluxes
// lose less power than with 1 for each face.
#pragma once

#include <cstdint>

#include "core/host_device.hpp"
#include "geometry/velocity_set.hpp"

namespace perm {

/// The open faces of a voxel, a bit for each: those along -x, +x, -y, +y, -z, +z.
struct OpenFaces {
  static constexpr std::int32_t quanta_of_one = 10;  ///< of conductance

  /// Gives the bit of the face that a step leads through.
  PERM_HOST_DEVICE static constexpr std::uint8_t bit(const d3q19::Velocity& step) {
    const int axis = step.x != 0 ? 0 : step.y != 0 ? 1 : 2;
    return static_cast<std::uint8_t>(1U << (2 * axis + (step.x + step.y + step.z > 0 ? 1 : 0)));
  }
  /// Gives the bit of the face behind, from which the step leads away.
  PERM_HOST_DEVICE static constexpr std::uint8_t behind(const d3q19::Velocity& step) {
    return bit({-step.x, -step.y, -step.z});
  }
  /// Gives what conducts between the centres of two voxels with these open faces; `bit_of_a` and `bit_of_b` are those
  /// of the faces behind, away from the one between the two.
  PERM_HOST_DEVICE static constexpr std::int32_t quanta(std::uint8_t a, std::uint8_t bit_of_a, std::uint8_t b,
                                                        std::uint8_t bit_of_b) {
    const std::int32_t closed = ((a & bit_of_a) == 0 ? 1 : 0) + ((b & bit_of_b) == 0 ? 1 : 0);
    return quanta_of_one + 2 * closed + closed / 2;  // 1, 6/5 and 3/2: resistances of 1/2 or 1/3 a voxel
  }
  /// Gives the resistance of the half of a voxel before a face, by the face behind.
  PERM_HOST_DEVICE static constexpr double resistance(std::uint8_t faces, std::uint8_t bit_behind) {
    return (faces & bit_behind) == 0 ? 1.0 / 3 : 1.0 / 2;
  }
  /// Gives what conducts between the centre of a voxel and its face at the end of the image.
  PERM_HOST_DEVICE static constexpr std::int32_t quanta_to_outside(std::uint8_t faces, const d3q19::Velocity& step) {
    return (faces & behind(step)) == 0 ? 3 * quanta_of_one : 2 * quanta_of_one;
  }
};

}  // namespace perm
