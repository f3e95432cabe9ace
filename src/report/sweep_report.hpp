// SPDX-License-Identifier: Apache-2.0
// What a porosity sweep tells: a table, sweep.csv and sweep.json.
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
  Recipe recipe;  ///< of the first realisation
  std::vector<FlowRecord> records;
  std::optional<double> reference_voxel2;

  double porosity() const;                     ///< of the voxels, mean
  std::optional<double> permeability() const;  ///< voxel^2, mean; absent when a flow diverged
  double spread() const;                       ///< standard deviation between realisations, over the mean; 0 for one
  double iteration_error() const;              ///< largest of any
  StopReason stop() const;                     ///< the worst of any
  std::optional<double> deviation() const;     ///< from the reference, relative
};

struct SweepReport {
  Recipe recipe;  ///< what the points have in common
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
