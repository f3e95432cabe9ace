// SPDX-License-Identifier: Apache-2.0
// Reads an image of signed distances, and says whether it is one.
#pragma once

#include "geometry/distance/distance_array.hpp"
#include "geometry/file_axes.hpp"
#include "geometry/pore_slab.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

/// Throws InputError where voxels are whole numbers, which are no distances.
void require_fractions(const PlaneSource& image);

/// Reads the distances, each process an even share of the planes; with FileAxes::zyx each process reads the whole
/// image. Collective. Throws InputError, on all processes alike, where voxels are whole numbers, where one is not a
/// finite number, where no surface is seen, or where values beside the surface change by much more or less than 1 from
/// voxel to voxel (a length in another unit, or no distance).
DistanceArray read_distances(PlaneSource& image, FileAxes axes, const Communicator& processes);

/// Gives the voxels whose distance is above 0. `distances` are the planes of an even share of the image. Collective.
PoreSlab pores_of(const DistanceArray& distances);

/// How much distances change from voxel to voxel within the image, in the voxels of pores beside solid.
struct ChangeOfDistance {
  std::int64_t voxels{0};
  double mean{0};     ///< of the length of the gradient
  double outside{0};  ///< share of these voxels where it is below 1/2 or above 3/2 of `mean`
};
/// Collective.
ChangeOfDistance measure_change(const DistanceArray& distances);

}  // namespace perm
