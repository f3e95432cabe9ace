// SPDX-License-Identifier: Apache-2.0
// One porosity of a sweep: K averaged over its images, what is known of it, and how far the two may differ.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "run/flow_record.hpp"
#include "validation/cases/kind_references.hpp"
#include "validation/cases/reference_curves.hpp"

namespace perm::validation {

/// Half-way bounce-back puts a curved wall up to this many voxels into the fluid. K of arrays of spheres is that of
/// walls 0.00 to 0.06 voxel inside the fluid at 32 voxels along the unit cell, and 0.04 to 0.08 at 64: a tenth of
/// deviation_at_voxels over voxel_error in validation/results/sphere_arrays.csv. Single placements reach 0.10.
inline constexpr double wall_shift = 0.1;

/// The mean over its realisations: placements of an array, or seeds of spheres at random. Errors are relative to K.
struct SweepPoint {
  double porosity_asked{0};
  Recipe recipe;  ///< recipe of the first realisation
  Axis direction{Axis::x};
  std::vector<FlowRecord> records;
  std::optional<ReferenceValue> reference;            ///< at the radius asked for
  std::optional<ReferenceValue> reference_at_voxels;  ///< at the porosity of the voxels
  std::optional<double> series_voxel2;                ///< of Sangani and Acrivos, at the radius asked for
  std::optional<GrainSize> grains;                    ///< of the exact geometry
  std::optional<double> slope;                        ///< d ln(K/diameter^2) / d porosity

  double porosity() const;                     ///< mean porosity of the voxels
  std::optional<double> permeability() const;  ///< mean, in voxel^2; absent when a flow diverged
  std::optional<double> over_diameter2() const;
  StopReason stop() const;  ///< the worst of all
  double spread() const;    ///< standard deviation between realisations, over the mean; 0 for one

  std::int64_t steps() const;  ///< of all realisations
  double seconds() const;      ///< of stepping, all realisations

  double iteration_error() const;  ///< the largest of all
  /// Gives the means of the estimates of all realisations, without a corrected K; absent where one has none.
  std::optional<VoxelEstimate> voxel_estimate() const;
  /// Gives the half-width of the 95 % interval of the mean over realisations (Student 1908); 0 for one, and infinite
  /// for so few that they have none.
  double placement_error() const;
  /// Gives what the voxels may do to K: the estimate and two sigma of it; where there is none, the change of K when
  /// every wall moves by wall_shift. Absent without a slope, and where K is 0.
  std::optional<double> voxel_error() const;
  /// Gives the three together: placement and voxels are independent, and the iteration's bound is added to them.
  /// Infinite where one of them is.
  double bar() const;

  /// Gives the warnings of all realisations, each sentence once, and one where they are few.
  std::vector<std::string> warnings() const;

  std::optional<double> deviation() const;            ///< relative deviation from the reference
  std::optional<double> deviation_at_voxels() const;  ///< from that at the porosity of the voxels
  std::optional<double> series_difference() const;    ///< the series over the reference, less 1
  /// Says whether the deviation is larger than the bar and the error of the reference together. No point is beyond its
  /// bar where the error of the reference is not known.
  bool is_beyond_bar() const;
};

/// Makes the point of realisations that were solved as `records`; all but the slope and what is known of it.
SweepPoint make_point(const std::vector<Recipe>& realisations, Axis direction, std::vector<FlowRecord> records);

/// Gives the point what is known of its geometry, which repeats at its faces as under --boundary periodic.
void compare_with_references(SweepPoint& point);

/// Gives each point of one kind and direction its slope: from the reference where it holds on both sides of the point,
/// else from the neighbouring points.
void find_slopes(std::vector<SweepPoint>& points);

}  // namespace perm::validation
