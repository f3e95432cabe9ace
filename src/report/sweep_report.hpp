// SPDX-License-Identifier: Apache-2.0
// The results of a porosity sweep: a table, sweep.csv and sweep.json.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "darcy/flow_task.hpp"
#include "validation/cases/reference_curves.hpp"

namespace perm {

/// One porosity: the mean over its realisations (placements of an array, seeds of a packing).
struct SweepPoint {
  double porosity_asked{0};
  Recipe recipe;  ///< recipe of the first realisation
  std::vector<FlowRecord> records;
  std::optional<double> reference_voxel2;              ///< at the radius asked for
  std::optional<double> reference_at_voxels_voxel2{};  ///< at the porosity of the voxels

  double porosity() const;                     ///< mean porosity of the voxels
  std::optional<double> permeability() const;  ///< mean, in voxel^2; absent when a flow diverged
  double spread() const;                       ///< standard deviation between realisations, over the mean; 0 for one
  double iteration_error() const;              ///< the largest of all
  StopReason stop() const;                     ///< the worst of all
  std::optional<double> deviation() const;     ///< relative deviation from the reference
  std::optional<double> deviation_at_voxels() const;  ///< from that at the porosity of the voxels
};

struct SweepReport {
  Recipe recipe;  ///< the part that all points have in common
  FlowOptions flow;
  std::optional<double> voxel_size_m;
  std::string device;
  int ranks{1};
  std::vector<std::string> command_line;
  double seconds{0};
  std::vector<SweepPoint> points;
  std::vector<validation::ReferenceCurve> curves;
};

std::string format_sweep_table(const SweepReport& report);
std::string format_sweep_csv(const SweepReport& report);
std::string format_sweep_json(const SweepReport& report);

}  // namespace perm
