// SPDX-License-Identifier: Apache-2.0
// The pore network of an image with the places and sizes of its pores and throats, for programs that go on with it. It
// ends at the six faces of the image, where pores that touch a face are joined to a point in that face: no throat leads
// round the image. Pores and conductances are those of PoreNetwork between faces that are closed.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/pore_slab.hpp"

namespace perm {

/// Lengths are in voxels; places count from the low corner of the first voxel.
struct SizedPore {
  std::array<double, 3> centre{};  ///< of the voxel farthest from solid
  double radius{0};                ///< of the largest ball about the centre that lies in the pore
  std::int64_t voxels{0};          ///< 0: a point in a face of the image
};

struct SizedThroat {
  std::uint32_t first{0};
  std::uint32_t second{0};  ///< greater than first
  double radius{0};         ///< of the largest ball that passes from one to the other, within half a voxel
  double area{0};           ///< of the faces between the voxels of one and of the other
  double length{0};         ///< from centre to centre
  double conductance{0};    ///< voxel^3, from centre to centre: the flux is this over the viscosity, times the fall
};

struct SizedNetwork {
  std::vector<SizedPore> pores;  ///< bodies first, then points in the faces
  /// The numbers of the pores in each face: low x, high x, low y, ...
  std::array<std::vector<std::uint32_t>, 6> in_face;
  std::vector<SizedThroat> throats;  ///< in order of their ends
};

/// Finds the network of all pores of an image. Collective; the first process alone gets it, and it is the same for
/// every number of processes. Takes what PoreNetwork takes, and about 60 bytes a throat.
SizedNetwork measure_network(const PoreSlab& pores);

}  // namespace perm
