// SPDX-License-Identifier: Apache-2.0
// What drives a flux through a face: times a conductance it is the flux; for CPU and GPU alike.
#pragma once

#include <cstddef>

#include "core/host_device.hpp"

namespace perm {

/// Gives how far the potential falls from a cell to its neighbour, where it falls by `along_step` but for what the
/// cells have; or to a face of the image, half a step away and at 0, where both are the same cell.
PERM_HOST_DEVICE inline double fall_of_potential(const float* potential, std::size_t cell, std::size_t neighbour,
                                                 double along_step) {
  if (cell == neighbour) return along_step / 2 + double{potential[cell]};
  return along_step + double{potential[cell]} - double{potential[neighbour]};
}

}  // namespace perm
