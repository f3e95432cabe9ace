// SPDX-License-Identifier: Apache-2.0
// Tells from a solved flow, face by face, how its permeability changes where a wall moves. It needs no second flow: K
// is its own adjoint, so where a face moves by delta into the solid, K grows by delta nu^2/(g^2 V) times the squared
// shear on it (Hadamard's derivative).
//
// Faces are those of a cell that meet solid, in the order -x +x -y +y -z +z. A value is d ln K for each voxel by which
// the wall that it shows moves into the solid, along the wall's own normal: faces of steps stand for their share of an
// oblique wall. So the sum is that of all walls together, of a sphere that of its radius. Faces of the image that are
// closed do not move. It is a slope: a voxel that becomes pore or solid as a whole moves several faces by a whole
// voxel, and does something else to K.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/large_array.hpp"
#include "darcy/solved_flow.hpp"
#include "geometry/pore_slab.hpp"
#include "geometry/pore_space.hpp"

namespace perm {

inline constexpr int faces_of_voxel = 6;

/// Values of the faces of a voxel, -x +x -y +y -z +z.
using FaceValues = std::array<float, faces_of_voxel>;

/// Gives what K, in voxel^2, gains where all walls that may move do so by a voxel: the sum of K times the sensitivities
/// of a flow whose fields are captured, in voxels. Collective; the same bits on every device and for every cut.
double sum_wall_sensitivity(const SolvedFlow& flow, const PoreSlab& pores);

/// Holds d ln K of the walls of a flow: 24 bytes for each own cell.
class WallSensitivity {
 public:
  /// Measures a flow whose fields are captured, through `pores`, all of which conduct. All values are 0 where the flow
  /// has no K above 0. Collective.
  WallSensitivity(const SolvedFlow& flow, const PoreSlab& pores);

  /// Gives plane z of the image to the first process: six values a voxel beside each other, x fastest, then y; 0 where
  /// no wall is. The spans of the other processes are left as they are and may be empty. Collective.
  void read_plane(std::int64_t z, std::span<float> of_faces) const;

 private:
  std::shared_ptr<const FlowLattice> lattice_;
  PoreSpace pores_;  ///< of the domain
  LargeArray<FaceValues> values_;
  std::vector<std::size_t> first_of_plane_;  ///< own cells before each own plane
};

}  // namespace perm
