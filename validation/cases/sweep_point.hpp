// SPDX-License-Identifier: Apache-2.0
// One porosity of a sweep: K averaged over its images, what is known of it, and how far the two may differ.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "darcy/evaluation/headline.hpp"
#include "darcy/flow_options.hpp"
#include "run/flow_record.hpp"
#include "validation/cases/kind_references.hpp"
#include "validation/cases/reference_curves.hpp"

namespace perm::validation {

/// The mean over its realisations: placements of an array, or seeds of spheres at random. Errors are relative to K.
struct SweepPoint {
  double porosity_asked{0};
  Recipe recipe;  ///< recipe of the first realisation
  Axis direction{Axis::x};
  Walls walls{Walls::voxels};
  std::vector<FlowRecord> records;
  std::optional<ReferenceValue> reference;            ///< at the radius asked for
  std::optional<ReferenceValue> reference_at_voxels;  ///< at the porosity of the voxels, where these are the walls
  std::optional<double> series_voxel2;                ///< of Sangani and Acrivos, at the radius asked for
  std::optional<GrainSize> grains;                    ///< of the exact geometry

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
  /// Gives the mean of what the pores conduct, between the means of its bounds; absent where a record does not say it.
  std::optional<Conducted> conduction() const;
  /// Gives the mean of what slip along walls does to K; absent where a record does not say it.
  std::optional<WallSlope> wall_slope() const;
  double rough_critical_radius()
      const;  ///< mean of the narrowest throats' on the widest ways; 0 where one is not known
  /// Gives the half-width of the 95 % interval of the mean over realisations (Student 1908); 0 for one, and nothing
  /// for so few that they have none.
  std::optional<double> error_of_mean() const;
  /// Gives the mean K with the interval in which K of the smooth bodies lies. Absent where K is not above 0.
  std::optional<Headline> headline() const;

  /// Gives the warnings of all realisations, each sentence once, and one where they are few.
  std::vector<std::string> warnings() const;

  std::optional<double> deviation() const;            ///< relative deviation from the reference
  std::optional<double> deviation_at_voxels() const;  ///< from that at the porosity of the voxels
  std::optional<double> series_difference() const;    ///< the series over the reference, less 1
  /// Says whether the interval holds the reference at the radius asked for, or a value within its error. Absent without
  /// an interval, a reference, or its error.
  std::optional<bool> holds_reference() const;
};

/// Makes the point of realisations that were solved as `records`; all but what is known of its geometry.
SweepPoint make_point(const std::vector<Recipe>& realisations, Axis direction, std::vector<FlowRecord> records,
                      Walls walls = Walls::voxels);

/// Gives the point what is known of its geometry, which repeats at its faces as under --boundary periodic.
void compare_with_references(SweepPoint& point);

}  // namespace perm::validation
