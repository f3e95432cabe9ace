// SPDX-License-Identifier: Apache-2.0
// Sizes of the pores, from the Euclidean distance map, and the surface between pore and solid.
#pragma once

#include <cstdint>
#include <span>

#include "core/boundary.hpp"
#include "geometry/measures/distance_map.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// The largest radius that can be measured, in voxels. A larger radius counts as this one.
inline constexpr double largest_measured_radius = 255.5;

/// Sizes in voxels. The radius at a pore voxel is the distance between its centre and that of the nearest solid voxel
/// minus one half, which is about the distance to the nearest solid face.
struct PoreSize {
  double largest_radius{0};
  double mean_square_radius{0};  ///< mean of the squared radius over the pore voxels; 0 without pores
  double specific_surface{0};    ///< surface over total volume, 1/voxel
  bool radii_are_bounds{false};  ///< from some pore voxel no solid was seen: the radii may be larger than stated
};

/// Measures the pore space, which goes on beyond its faces as the rules say. The time is linear in the number of
/// voxels. The result has the same bits for every number of threads and processes, and all processes get it.
/// Collective. Takes at most 2 bytes of memory for each voxel of the slab besides the slab itself, and the memory that
/// map_squared_distances takes.
///
/// Extents do not limit radii: between plates in an image one voxel thick, the radius depends on the gap between the
/// plates alone. Only an image without solid, which has no radius, gets half its largest extent, because along any axis
/// no point is farther than that from the nearest periodic image of another point. `largest_measured_radius` limits
/// both.
///
/// The surface is 2/3 of the faces between pore and solid voxels: a staircase has 3/2 of the area of the surface it
/// stands for, in the mean over all orientations (mean of |n_x| + |n_y| + |n_z| over the unit sphere).
PoreSize measure_pore_size(const PoreSlab& slab, const FaceRules& rules = {});
/// Gives the surface alone, which takes no distance map.
double measure_specific_surface(const PoreSlab& slab, const FaceRules& rules = {});
/// Does the same with a distance map of the slab that was made under the same rules for the faces.
PoreSize measure_pore_size(const PoreSlab& slab, std::span<const SquaredDistance> distances,
                           const FaceRules& rules = {});

}  // namespace perm
