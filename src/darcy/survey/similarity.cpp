// SPDX-License-Identifier: Apache-2.0
// The limits below were chosen on 60 images. In rock, packings and overlapping spheres (critical radius of half a voxel
// and more) the half image has 0.69 to 0.99 of the surface, 0.93 to 1.15 of the porosity, the largest radius within a
// voxel, and a critical radius that is at most 2.1 times as large. Images whose walls, fibres or membranes are one
// voxel thick keep 0 to 0.34 of their surface, random voxels 0.15 to 0.5.
#include "darcy/survey/similarity.hpp"

#include <cmath>

namespace perm {
namespace {

constexpr double least_surface = 0.6;    // share of the surface that must be left
constexpr double porosity_factor = 1.5;  // between the porosities
constexpr double radius_factor = 1.25;   // between the largest radii,
constexpr double radius_error = 2;       // which differ by so many voxels of the whole image besides
constexpr double throat_factor = 2.5;    // between the critical radii,
constexpr double throat_error = 0.5;     // and the same: the smallest critical radius of any image is half a voxel
constexpr double fewest_solid = 64;      // solid voxels of the half image: fewer have no shape

/// Tells whether two lengths are the same but for a factor and an error.
bool are_near(double a, double b, double factor, double error) {
  return a <= factor * b + error && b <= factor * a + error;
}

}  // namespace

bool keeps_solid(const PoreStructure& half, const Extent& half_extent, const PoreStructure& whole) {
  const double solid = (1 - half.porosity) * static_cast<double>(half_extent.voxels());
  if (!(std::round(solid) >= fewest_solid)) return false;
  // The surface over the volume doubles where voxels become twice as long.
  if (!(half.specific_surface >= least_surface * 2 * whole.specific_surface)) return false;
  return are_near(half.porosity, whole.porosity, porosity_factor, 0);
}

bool is_like_whole(const PoreStructure& half, const Extent& half_extent, const PoreStructure& whole) {
  if (!keeps_solid(half, half_extent, whole)) return false;
  if (!are_near(2 * half.largest_radius, whole.largest_radius, radius_factor, radius_error)) return false;
  if (half.critical_radius == 0 || whole.critical_radius == 0) return true;
  return are_near(2 * half.critical_radius, whole.critical_radius, throat_factor, throat_error);
}

}  // namespace perm
