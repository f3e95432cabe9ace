// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <utility>
#include <vector>

#include "core/units.hpp"
#include "core/version.hpp"
#include "input/csv_table.hpp"
#include "report/conducted_numbers.hpp"
#include "report/gas_report.hpp"
#include "report/sweep/sweep_report.hpp"

namespace perm {
namespace {

using validation::ReferenceValue;
using validation::SweepPoint;

std::string cell(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? fmt::format("{:.8g}", *value) : "";
}

std::string cell(const std::string& text) { return csv_cell(text); }

std::optional<double> value_of(const std::optional<ReferenceValue>& reference) {
  return reference ? std::optional(reference->permeability_voxel2) : std::nullopt;
}

/// Lists the columns of a point in their order.
std::vector<std::pair<const char*, std::string>> columns(const SweepPoint& point, const SweepReport& report) {
  const std::optional<double> k = point.permeability();
  const std::optional<VoxelEstimate> estimate = point.voxel_estimate();
  const std::optional<Headline> headline = point.headline();
  std::optional<PermeabilityUnits> units;
  if (k && report.voxel_size_m) units = convert_permeability(*k, *report.voxel_size_m);
  const auto in = [&units](double PermeabilityUnits::*unit) {
    return cell(units ? std::optional((*units).*unit) : std::nullopt);
  };
  std::vector<std::pair<const char*, std::string>> all{
      {"kind", to_string(point.recipe.kind)},
      {"direction", std::string(1, axis_letter(point.direction))},
      {"porosity_asked", cell(point.porosity_asked)},
      {"porosity", cell(point.porosity())},
      {"size_voxel", to_string(point.recipe.extent)},
      {"radius_voxel", cell(point.grains ? std::optional(point.grains->diameter / 2) : point.recipe.radius)},
      {"seed", fmt::format("{}", point.recipe.seed)},
      {"realisations", fmt::format("{}", point.records.size())},
      {"voxel_size_m", cell(report.voxel_size_m)},
      {"permeability_voxel2", cell(k)},
      {"permeability_m2", in(&PermeabilityUnits::m2)},
      {"permeability_mD", in(&PermeabilityUnits::millidarcy)},
      {"permeability_over_d2", cell(point.over_diameter2())},
      {"spread", cell(point.spread())},
      {"iteration_error", cell(point.iteration_error())},
      {"voxel_estimate", cell(relative_of(estimate))},
      {"voxel_two_sigma", cell(two_sigma_of(estimate))},
      {"interval_low_voxel2", cell(headline ? headline->low_voxel2 : std::nullopt)},
      {"interval_high_voxel2", cell(headline ? headline->high_voxel2 : std::nullopt)},
      {"reference", cell(point.reference ? point.reference->name : std::string())},
      {"reference_permeability_voxel2", cell(value_of(point.reference))},
      {"reference_error", cell(point.reference ? point.reference->relative_error : std::nullopt)},
      {"deviation", cell(point.deviation())},
      {"reference_at_voxels_permeability_voxel2", cell(value_of(point.reference_at_voxels))},
      {"deviation_at_voxels", cell(point.deviation_at_voxels())},
      {"series_permeability_voxel2", cell(point.series_voxel2)},
      {"series_difference", cell(point.series_difference())},
      {"walls", to_string(point.walls)},
      {"stop", to_string(point.stop())},
      {"steps", fmt::format("{}", point.steps())},
      {"seconds", fmt::format("{:.4g}", point.seconds())},
      {"medium", cell(describe_medium(point))},
      {"boundary", to_string(report.flow.boundary.boundary)},
      {"warnings", cell(fmt::format("{}", fmt::join(report.warnings_of(point), "; ")))},
      {"commit", cell(commit())},
      {"date", cell(report.date)},
      {"device", cell(report.device)}};
  if (report.conducts)
    for (const auto& [name, value] : conduction_columns(point.conduction(), point.porosity()))
      all.emplace_back(name, cell(value));
  if (report.gas) {
    const TableK of_table{k, headline ? headline->low_voxel2 : std::nullopt,
                          headline ? headline->high_voxel2 : std::nullopt};
    for (const auto& [name, value] : gas_columns(report.gas_of(point), of_table, report.voxel_size_m))
      all.emplace_back(name, cell(value));
    all.emplace_back("gas", cell(describe_gas_state(*report.gas)));
  }
  return all;
}

}  // namespace

std::string format_sweep_csv(const SweepReport& report) {
  std::string head;
  std::string lines;
  for (const SweepSeries& series : report.series)
    for (const SweepPoint& point : series.points) {
      const auto all = columns(point, report);
      if (head.empty())
        for (const auto& [name, value] : all) head.append(head.empty() ? "" : ",").append(name);
      std::string line;
      for (const auto& [name, value] : all) line.append(&name == &all.front().first ? "" : ",").append(value);
      lines += line + '\n';
    }
  return head + '\n' + lines;
}

}  // namespace perm
