// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/units.hpp"
#include "core/version.hpp"
#include "report/conducted_numbers.hpp"
#include "report/gas_report.hpp"
#include "report/json_values.hpp"
#include "report/sweep/sweep_report.hpp"
#include "run/run_report.hpp"

namespace perm {
namespace {

using validation::ReferenceValue;
using validation::SweepPoint;

Json value_or_null(const std::optional<ReferenceValue>& reference) {
  return reference ? number_or_null(reference->permeability_voxel2) : Json(nullptr);
}

Json describe_point(const SweepPoint& point, const SweepReport& report) {
  const std::optional<double> k = point.permeability();
  const std::optional<VoxelEstimate> estimate = point.voxel_estimate();
  const std::optional<Headline> headline = point.headline();
  const std::optional<bool> holds = point.holds_reference();
  std::optional<PermeabilityUnits> units;
  if (k && report.voxel_size_m) units = convert_permeability(*k, *report.voxel_size_m);
  const Extent& extent = point.recipe.extent;
  return {{"geometry", to_string(point.recipe.kind)},
          {"direction", std::string(1, axis_letter(point.direction))},
          {"porosity", point.porosity()},
          {"porosity_asked", point.porosity_asked},
          {"size", {extent.nx, extent.ny, extent.nz}},
          {"radius", point.grains ? Json(point.grains->diameter / 2) : number_or_null(point.recipe.radius)},
          {"seed", point.recipe.seed},
          {"realisations", point.records.size()},
          {"permeability_voxel2", number_or_null(k)},
          {"permeability_m2", units ? number_or_null(units->m2) : Json(nullptr)},
          {"permeability_mD", units ? number_or_null(units->millidarcy) : Json(nullptr)},
          {"permeability_over_d2", number_or_null(point.over_diameter2())},
          {"spread", number_or_null(point.spread())},
          {"iteration_error", number_or_null(point.iteration_error())},
          {"voxel_estimate", number_or_null(relative_of(estimate))},
          {"voxel_two_sigma", number_or_null(two_sigma_of(estimate))},
          {"interval_low_voxel2", number_or_null(headline ? headline->low_voxel2 : std::nullopt)},
          {"interval_high_voxel2", number_or_null(headline ? headline->high_voxel2 : std::nullopt)},
          {"interval_holds_reference", holds ? Json(*holds) : Json(nullptr)},
          {"walls", to_string(point.walls)},
          {"stop", to_string(point.stop())},
          {"steps", point.steps()},
          {"seconds", point.seconds()},
          {"reference", point.reference ? Json(point.reference->name) : Json(nullptr)},
          {"reference_permeability_voxel2", value_or_null(point.reference)},
          {"reference_error", point.reference ? number_or_null(point.reference->relative_error) : Json(nullptr)},
          {"deviation", number_or_null(point.deviation())},
          {"reference_at_voxels_permeability_voxel2", value_or_null(point.reference_at_voxels)},
          {"deviation_at_voxels", number_or_null(point.deviation_at_voxels())},
          {"series_permeability_voxel2", number_or_null(point.series_voxel2)},
          {"series_difference", number_or_null(point.series_difference())},
          {"conduction", describe_conduction_of_many(point.conduction(), point.porosity())},
          {"gas", describe_gas_of_many(report.gas_of(point), point.permeability())},
          {"medium", describe_medium(point)},
          {"warnings", report.warnings_of(point)}};
}

Json describe_curve(const validation::ReferenceCurve& curve, const SweepSeries& series) {
  Json json = {{"geometry", to_string(series.kind)},
               {"direction", std::string(1, axis_letter(series.direction))},
               {"name", curve.name},
               {"source", curve.source},
               {"porosity", curve.porosity},
               {"permeability_voxel2", curve.permeability_voxel2},
               {"permeability_over_d2", Json::array()}};
  for (std::size_t i = 0; i < curve.porosity.size(); ++i) {
    const auto grains = validation::grain_size(series.points.front().recipe, curve.porosity[i]);
    json["permeability_over_d2"].push_back(
        grains ? Json(curve.permeability_voxel2[i] / (grains->diameter * grains->diameter)) : Json(nullptr));
  }
  return json;
}

/// Gives the size that all points share, or null.
Json common_size(const SweepReport& report) {
  std::optional<Extent> common;
  for (const SweepSeries& series : report.series)
    for (const SweepPoint& point : series.points) {
      if (common && point.recipe.extent != *common) return nullptr;
      common = point.recipe.extent;
    }
  if (!common) return nullptr;
  return {common->nx, common->ny, common->nz};
}

}  // namespace

std::string format_sweep_json(const SweepReport& report) {
  const SolverSettings& settings = report.flow.solver;
  const SweepPoint* worst = report.worst();
  Json json = {{"schema_version", 1},
               {"kind", "sweep"},
               {"definition", permeability_definition},
               {"geometry", report.geometry},
               {"size", common_size(report)},
               {"voxel_size_m", number_or_null(report.voxel_size_m)},
               {"boundary", to_string(report.flow.boundary.boundary)},
               {"largest_deviation", worst != nullptr ? number_or_null(worst->deviation()) : Json(nullptr)},
               {"references_outside_interval", report.count_outside()},
               {"version", version()},
               {"commit", text_or_null(commit())},
               {"warnings", report.warnings},
               {"date", text_or_null(report.date)},
               {"command_line", report.command_line},
               {"device", report.device},
               {"ranks", report.ranks},
               {"precision", to_string(settings.precision)},
               {"collision", to_string(settings.collision)},
               {"magic", settings.collision == Collision::trt ? Json(settings.magic) : Json(nullptr)},
               {"tau", number_or_null(report.flow.tau)},
               {"tolerance", report.flow.tolerance},
               {"gas", report.gas ? Json(describe_gas_state(*report.gas)) : Json(nullptr)},
               {"seconds", report.seconds},
               {"points", Json::array()},
               {"curves", Json::array()},
               {"overlay", Json::array()},
               {"no_reference", Json::array()}};
  for (const SweepSeries& series : report.series) {
    for (const SweepPoint& point : series.points) json["points"].push_back(describe_point(point, report));
    const auto is_same = [&](const SweepSeries& other) {
      return other.kind == series.kind && other.direction == series.direction;
    };
    if (&*std::ranges::find_if(report.series, is_same) != &series) continue;  // its curves are there, for other walls
    for (const validation::ReferenceCurve& curve : series.curves)
      json["curves"].push_back(describe_curve(curve, series));
    const auto has_none = [](const SweepPoint& point) { return !point.reference; };
    if (const std::string limit = validation::limit_of_reference(series.kind);
        !limit.empty() && !series.curves.empty() && std::ranges::any_of(series.points, has_none))
      json["no_reference"].push_back(limit);
  }
  for (const validation::PublishedPoints& published : report.overlay)
    json["overlay"].push_back({{"name", published.name},
                               {"porosity", published.porosity},
                               {"permeability_over_d2", published.over_diameter2}});
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace perm
