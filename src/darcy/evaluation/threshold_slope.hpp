// SPDX-License-Identifier: Apache-2.0
// Tells from a solved flow how much of its permeability hangs on where the walls are, and on the threshold that parts
// pores from solid in a grey image. It needs no second flow.
//
// Where a wall moves by delta into the solid, K grows by delta nu^2/(g^2 V) times the integral of the squared shear
// over the wall (Hadamard's derivative). Half a voxel from a flat wall the velocity is half of the shear, so a cell
// with one solid face stands for 4 u^2. In corners the flow is slower: a cell with f solid faces stands for
//     q = f (f + 1)/2 times 4 u^2.
// With W0 the sum of nu^2 q/g^2 over all cells, over V K,
//     d ln K / d delta = W0 (1 + W0/6),
// which is right for a slit to second order in a voxel: the last factor is what the shear falls in half a voxel.
// Where the threshold moves by d grey values, the voxels that become solid stand for q of their own, and those that
// become pore for the mean of 4 u^2 over the cells at their faces. Single voxels that close or open do more to K than a
// wall that moves as a whole, the more so in narrow pores. With Q the sum of both, for d up and down,
//     d ln K / d grey = 1.2 Q (1 + 0.23 W0)/(2 d).
// 1.2 and 0.23 were fitted to 79 grey images, and held against others (validation/ERROR_BUDGET.md).
#pragma once

#include <cstdint>
#include <optional>

#include "core/boundary.hpp"
#include "core/large_array.hpp"
#include "darcy/evaluation/headline.hpp"
#include "darcy/evaluation/voxel_estimate.hpp"
#include "darcy/solved_flow.hpp"
#include "geometry/pore_slab.hpp"
#include "geometry/segmentation/moving_voxels.hpp"

namespace perm {

struct ThresholdSlope {
  /// d ln K where every wall moves into the solid, for each voxel of it. Closed faces of the image do not move.
  double per_voxel_of_wall{0};
  double per_grey_value{0};       ///< d ln K for each grey value by which all bounds of the pores move outwards
  double grey_values{0};          ///< the move, up and down, that it was found with
  double grey_values_a_voxel{0};  ///< that move walls by a voxel
  double blur{0};                 ///< MovingVoxels::blur

  /// Gives d ln K for a voxel of wall, by the threshold.
  double of_voxel() const { return per_grey_value * grey_values_a_voxel; }
  double of_tenth_voxel() const { return 0.1 * of_voxel(); }
};

/// Gives what blur does to ln K. Halfway between pore and solid, a wall of curvature 1/R lies blur^2/R further inside
/// what is round: half of the Laplacian of the blurred edge over its slope, for the two curvatures of a sphere. A
/// sphere with the mean chord c has R = 3 c/4. 1.4 was fitted to 180 grey images of 45 bodies.
BlurBias find_blur_bias(const ThresholdSlope& slope, const EstimateBasis& chords);

/// The weights of the cells beside walls as they come in numbers of parts (lattice/cell_parts.hpp): part 0 is all
/// others.
struct WallParts {
  static constexpr std::uint32_t faces = 7;   ///< 0 to 6 solid faces
  static constexpr std::uint32_t whole = 60;  ///< weights of moving voxels are multiples of 1/60
  static constexpr std::uint32_t most_weight = whole * (6 * 7 / 2) + 6 * whole;
  static constexpr std::int64_t parts = std::int64_t{faces} * (most_weight + 1);

  /// Gives the part of a cell with so many solid faces and that weight in 1/60.
  static constexpr std::uint32_t part(std::uint32_t solid_faces, std::uint32_t weight) {
    return solid_faces + faces * weight;
  }
};

/// Gives the part of each pore of the own planes among `planes`, x fastest: faces that are solid, and how much of Q, in
/// u^2, the cell stands for. Solid are voxels of the image; what lies beyond closed faces moves no wall. Collective.
LargeArray<std::uint32_t> find_wall_parts(const PoreSlab& pores, const PoreSlab& moving, const AxisSet& closed,
                                          const Range& planes);

/// Measures the slopes of a flow through `pores`, all of which conduct. Gives nothing where the flow has no K above 0,
/// or a speed is not finite. Collective.
std::optional<ThresholdSlope> measure_threshold_slope(const SolvedFlow& flow, const PoreSlab& pores,
                                                      const MovingVoxels& moving);

}  // namespace perm
