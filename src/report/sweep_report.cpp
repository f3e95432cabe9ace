// SPDX-License-Identifier: Apache-2.0
#include "report/sweep_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/units.hpp"
#include "core/version.hpp"
#include "report/json_values.hpp"
#include "run/run_report.hpp"

namespace perm {
namespace {

std::string csv_number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? fmt::format("{:.8g}", *value) : "";
}

std::optional<double> in_m2(const std::optional<double>& voxel2, const std::optional<double>& voxel_size_m) {
  if (!voxel2 || !voxel_size_m) return {};
  return convert_permeability(*voxel2, *voxel_size_m).m2;
}

std::int64_t total_steps(const SweepPoint& point) {
  std::int64_t steps = 0;
  for (const FlowRecord& record : point.records) steps += record.steps;
  return steps;
}

double total_seconds(const SweepPoint& point) {
  double seconds = 0;
  for (const FlowRecord& record : point.records) seconds += record.seconds;
  return seconds;
}

Json describe_point(const SweepPoint& point, const SweepReport& report) {
  return {{"porosity", point.porosity()},
          {"porosity_asked", point.porosity_asked},
          {"radius", number_or_null(point.recipe.radius)},
          {"realisations", point.records.size()},
          {"permeability_voxel2", number_or_null(point.permeability())},
          {"permeability_m2", number_or_null(in_m2(point.permeability(), report.voxel_size_m))},
          {"spread", number_or_null(point.spread())},
          {"iteration_error", number_or_null(point.iteration_error())},
          {"stop", to_string(point.stop())},
          {"steps", total_steps(point)},
          {"seconds", total_seconds(point)},
          {"reference_permeability_voxel2", number_or_null(point.reference_voxel2)},
          {"deviation", number_or_null(point.deviation())},
          {"reference_at_voxels_permeability_voxel2", number_or_null(point.reference_at_voxels_voxel2)},
          {"deviation_at_voxels", number_or_null(point.deviation_at_voxels())}};
}

std::string format_deviation(const std::optional<double>& deviation) {
  return deviation ? fmt::format("{:+.2f} %", 100 * *deviation) : "-";
}

/// Says which points are farthest from their references, and where there are none.
std::string describe_deviations(const SweepReport& report) {
  const auto largest = [&](std::optional<double> (SweepPoint::*deviation)() const) {
    const SweepPoint* found = nullptr;
    for (const SweepPoint& point : report.points)
      if ((point.*deviation)() &&
          (found == nullptr || std::abs(*(point.*deviation)()) > std::abs(*(found->*deviation)())))
        found = &point;
    return found;
  };
  std::string text;
  if (const SweepPoint* point = largest(&SweepPoint::deviation))
    text += fmt::format("  largest deviation: {} at porosity {:.4f}, from the reference at the radius asked for\n",
                        format_deviation(point->deviation()), point->porosity_asked);
  if (const SweepPoint* point = largest(&SweepPoint::deviation_at_voxels))
    text += fmt::format("                     {} at porosity {:.4f}, from that at the porosity of the voxels\n",
                        format_deviation(point->deviation_at_voxels()), point->porosity());
  const auto has_none = [](const SweepPoint& point) { return !point.reference_voxel2; };
  if (const std::string limit = validation::limit_of_reference(report.recipe);
      !limit.empty() && std::ranges::any_of(report.points, has_none))
    text += fmt::format("  no reference: {}\n", limit);
  return text;
}

}  // namespace

double SweepPoint::porosity() const {
  double sum = 0;
  for (const FlowRecord& record : records) sum += record.porosity();
  return sum / static_cast<double>(records.size());
}

std::optional<double> SweepPoint::permeability() const {
  double sum = 0;
  for (const FlowRecord& record : records) {
    if (!record.permeability_voxel2) return {};
    sum += *record.permeability_voxel2;
  }
  return sum / static_cast<double>(records.size());
}

double SweepPoint::spread() const {
  const std::optional<double> mean = permeability();
  if (!mean || *mean == 0 || records.size() < 2) return 0;
  double square = 0;
  for (const FlowRecord& record : records) square += std::pow(*record.permeability_voxel2 - *mean, 2);
  return std::sqrt(square / static_cast<double>(records.size() - 1)) / *mean;
}

double SweepPoint::iteration_error() const {
  double largest = 0;
  for (const FlowRecord& record : records) largest = std::max(largest, record.iteration_error);
  return largest;
}

StopReason SweepPoint::stop() const {
  for (const StopReason worst : {StopReason::diverged, StopReason::step_limit, StopReason::not_percolating})
    for (const FlowRecord& record : records)
      if (record.stop == worst) return worst;
  return StopReason::converged;
}

std::optional<double> SweepPoint::deviation() const {
  if (!reference_voxel2 || !permeability()) return {};
  return *permeability() / *reference_voxel2 - 1;
}

std::optional<double> SweepPoint::deviation_at_voxels() const {
  if (!reference_at_voxels_voxel2 || !permeability()) return {};
  return *permeability() / *reference_at_voxels_voxel2 - 1;
}

std::string format_sweep_table(const SweepReport& report) {
  std::string text = fmt::format("  {:>8}  {:>8}  {:>12}  {:>10}  {:>8}  {:>12}  {:>9}  {:>9}  {}\n", "asked",
                                 "porosity", report.voxel_size_m ? "K, m^2" : "K, voxel^2", "iteration", "spread",
                                 "reference", "deviation", "at voxels", "stop");
  for (const SweepPoint& point : report.points) {
    const auto show = [&](const std::optional<double>& voxel2) -> std::string {
      const std::optional<double> value = report.voxel_size_m ? in_m2(voxel2, report.voxel_size_m) : voxel2;
      return value ? fmt::format("{:.5g}", *value) : "-";
    };
    text += fmt::format(
        "  {:>8.4f}  {:>8.4f}  {:>12}  {:>8.3f} %  {:>8}  {:>12}  {:>9}  {:>9}  {}\n", point.porosity_asked,
        point.porosity(), show(point.permeability()), 100 * point.iteration_error(),
        point.records.size() > 1 ? fmt::format("{:.2f} %", 100 * point.spread()) : "-", show(point.reference_voxel2),
        format_deviation(point.deviation()), format_deviation(point.deviation_at_voxels()), to_string(point.stop()));
  }
  text += describe_deviations(report);
  for (const validation::ReferenceCurve& curve : report.curves)
    text += fmt::format("  reference: {} ({})\n", curve.name, curve.source);
  return text + fmt::format("Definition: {}.\n", permeability_definition);
}

std::string format_sweep_csv(const SweepReport& report) {
  std::string text =
      "kind,porosity_asked,porosity,radius,realisations,permeability_voxel2,permeability_m2,spread,iteration_error,"
      "reference_permeability_voxel2,deviation,stop,steps,seconds,reference_at_voxels_permeability_voxel2,"
      "deviation_at_voxels\n";
  for (const SweepPoint& point : report.points)
    text +=
        fmt::format("{},{:.8g},{:.8g},{},{},{},{},{:.3g},{},{},{},{},{},{:.4g},{},{}\n", to_string(report.recipe.kind),
                    point.porosity_asked, point.porosity(), csv_number(point.recipe.radius), point.records.size(),
                    csv_number(point.permeability()), csv_number(in_m2(point.permeability(), report.voxel_size_m)),
                    point.spread(), csv_number(point.iteration_error()), csv_number(point.reference_voxel2),
                    csv_number(point.deviation()), to_string(point.stop()), total_steps(point), total_seconds(point),
                    csv_number(point.reference_at_voxels_voxel2), csv_number(point.deviation_at_voxels()));
  return text;
}

std::string format_sweep_json(const SweepReport& report) {
  const SolverSettings& settings = report.flow.solver;
  const Extent& extent = report.recipe.extent;
  Json json = {{"schema_version", 1},
               {"kind", "sweep"},
               {"definition", permeability_definition},
               {"geometry", to_string(report.recipe.kind)},
               {"size", {extent.nx, extent.ny, extent.nz}},
               {"radius", number_or_null(report.recipe.radius)},
               {"voxel_size_m", number_or_null(report.voxel_size_m)},
               {"direction", std::string(1, axis_letter(report.flow.direction))},
               {"version", version()},
               {"commit", commit().empty() ? Json(nullptr) : Json(commit())},
               {"command_line", report.command_line},
               {"device", report.device},
               {"ranks", report.ranks},
               {"precision", to_string(settings.precision)},
               {"collision", to_string(settings.collision)},
               {"magic", settings.collision == Collision::trt ? Json(settings.magic) : Json(nullptr)},
               {"tau", number_or_null(report.flow.tau)},
               {"tolerance", report.flow.tolerance},
               {"seconds", report.seconds},
               {"points", Json::array()},
               {"curves", Json::array()}};
  for (const SweepPoint& point : report.points) json["points"].push_back(describe_point(point, report));
  for (const validation::ReferenceCurve& curve : report.curves)
    json["curves"].push_back({{"name", curve.name},
                              {"source", curve.source},
                              {"porosity", curve.porosity},
                              {"permeability_voxel2", curve.permeability_voxel2}});
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace perm
