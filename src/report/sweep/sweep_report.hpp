// SPDX-License-Identifier: Apache-2.0
// The results of a porosity sweep of one kind of geometry or of several: a table, sweep.csv and sweep.json.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "darcy/flow_options.hpp"
#include "validation/cases/published_points.hpp"
#include "validation/cases/sweep_point.hpp"

namespace perm {

/// The points of one kind, walls and direction, and the curves that are known of it.
struct SweepSeries {
  GeometryKind kind{GeometryKind::sc};
  Walls walls{Walls::voxels};
  Axis direction{Axis::x};
  std::vector<validation::SweepPoint> points;
  std::vector<validation::ReferenceCurve> curves;
};

struct SweepReport {
  std::string geometry;  ///< the kinds as they were asked for: "sc" or "sc,bcc,fcc"
  FlowOptions flow;
  std::optional<double> voxel_size_m;
  std::string device;
  int ranks{1};
  std::string date;  ///< UTC, ISO 8601
  std::vector<std::string> command_line;
  double seconds{0};
  std::vector<SweepSeries> series;
  std::vector<validation::PublishedPoints> overlay;
  std::vector<std::string> warnings;  ///< of all points
  bool conducts{false};               ///< points have conduction
  std::optional<GasState> gas{};      ///< whose K points have too

  /// Gives what the gas does in the pores of a point; absent where nobody asked, or there is no K of it.
  std::optional<GasFlow> gas_of(const validation::SweepPoint& point) const;

  /// Gives every warning of a point, those of all points first.
  std::vector<std::string> warnings_of(const validation::SweepPoint& point) const;
  /// Gives the point with the largest deviation from its reference; null without a reference.
  const validation::SweepPoint* worst() const;
  /// Counts the points whose interval does not hold their reference.
  std::size_t count_outside() const;
  std::size_t count_points() const;
};

/// Says what a point is of, how the flow lies in it, and where walls are if not at voxels: "fibres, planar across z,
/// radius 4 voxels; flow along x, in the layers".
std::string describe_medium(const validation::SweepPoint& point);

/// Gives the table for the terminal: a part for each series, then the largest deviation and what the intervals are.
std::string format_sweep_table(const SweepReport& report);

/// Gives a line for each point, with everything that a plot or a referee needs: kind, direction, size, radius, seed, K
/// in every unit, errors, reference by name, commit, date and device.
std::string format_sweep_csv(const SweepReport& report);

std::string format_sweep_json(const SweepReport& report);

}  // namespace perm
