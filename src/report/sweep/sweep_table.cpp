// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/units.hpp"
#include "geometry/shapes/kinds.hpp"
#include "report/conducted_numbers.hpp"
#include "report/gas_report.hpp"
#include "report/headline_report.hpp"
#include "report/sweep/sweep_report.hpp"
#include "run/run_report.hpp"

namespace perm {
namespace {

using validation::SweepPoint;

std::string signed_percent(const std::optional<double>& value) {
  return value ? fmt::format("{:+.2f} %", 100 * *value) : "-";
}

std::string with_digits(const std::optional<double>& value) { return value ? fmt::format("{:.5g}", *value) : "-"; }

/// Gives K in the unit of the table: mD where the voxel size is known, voxel^2 where it is not.
std::string in_unit(const std::optional<double>& voxel2, const SweepReport& report) {
  if (!voxel2 || !report.voxel_size_m) return with_digits(voxel2);
  return with_digits(convert_permeability(*voxel2, *report.voxel_size_m).millidarcy);
}

std::string show_estimate(const SweepPoint& point) { return signed_percent(relative_of(point.voxel_estimate())); }

const char* in_words(Walls walls) { return walls == Walls::sub_voxel ? "; walls between voxels" : ""; }

std::string describe_series(const SweepSeries& series) {
  const SweepPoint& first = series.points.front();
  const std::size_t images = first.records.size();
  return fmt::format("{}, {} voxels{}\n", describe_medium(first), to_string(first.recipe.extent),
                     images > 1 ? fmt::format(", {} images a point", images) : "");
}

PoresOfGas pores_in(const SweepPoint& point, const std::optional<double>& voxel_size_m) {
  return pores_of_gas(point.wall_slope(), point.permeability(), point.rough_critical_radius(), voxel_size_m);
}

std::string format_series(const SweepSeries& series, const SweepReport& report) {
  std::string text = describe_series(series);
  text += fmt::format("  {:>8}  {:>8}  {:>12}  {:>20}  {:>10}  {:>8}  {:>8}  {:>12}  {:>9}  {:>9}  {:>9}{}{}  {}\n",
                      "asked", "porosity", report.voxel_size_m ? "K, mD" : "K, voxel^2", "95 of 100", "K/d^2", "voxels",
                      "spread", "reference", "deviation", "at voxels", "series",
                      report.conducts ? conduction_heads() : "", report.gas ? gas_heads() : "", "stop");
  for (const SweepPoint& point : series.points)
    text += fmt::format(
        "  {:>8.4f}  {:>8.4f}  {:>12}  {:>20}  {:>10}  {:>8}  {:>8}  {:>12}  {:>9}  {:>9}  {:>9}{}{}  {}\n",
        point.porosity_asked, point.porosity(), in_unit(point.permeability(), report),
        interval_in_table(point.headline(), report.voxel_size_m), with_digits(point.over_diameter2()),
        show_estimate(point), point.records.size() > 1 ? fmt::format("{:.2f} %", 100 * point.spread()) : "-",
        in_unit(point.reference ? std::optional(point.reference->permeability_voxel2) : std::nullopt, report),
        signed_percent(point.deviation()), signed_percent(point.deviation_at_voxels()),
        signed_percent(point.series_difference()),
        report.conducts ? conduction_cells(point.conduction(), point.porosity()) : "",
        report.gas ? gas_cells(report.gas_of(point), point.permeability(), report.voxel_size_m) : "",
        to_string(point.stop()) + (point.holds_reference().value_or(true) ? "" : ", reference outside"));
  return text;
}

/// Names a point: "fcc at porosity 0.3100".
std::string name_of_point(const SweepPoint& point, double porosity) {
  return fmt::format("{} at porosity {:.4f}{}", to_string(point.recipe.kind), porosity, in_words(point.walls));
}

const SweepPoint* farthest_at_voxels(const SweepReport& report) {
  const SweepPoint* found = nullptr;
  for (const SweepSeries& series : report.series)
    for (const SweepPoint& point : series.points)
      if (point.deviation_at_voxels() &&
          (found == nullptr || std::abs(*point.deviation_at_voxels()) > std::abs(*found->deviation_at_voxels())))
        found = &point;
  return found;
}

/// Counts the points whose interval holds their reference, or does not.
std::size_t count_holding(const SweepReport& report, bool holding) {
  std::size_t count = 0;
  for (const SweepSeries& series : report.series)
    for (const SweepPoint& point : series.points)
      if (const std::optional<bool> holds = point.holds_reference(); holds && *holds == holding) ++count;
  return count;
}

std::string describe_deviations(const SweepReport& report) {
  std::string text;
  if (const SweepPoint* worst = report.worst())
    text += fmt::format("Largest deviation: {} ({}), from the reference at the radius asked for\n",
                        signed_percent(worst->deviation()), name_of_point(*worst, worst->porosity_asked));
  if (const SweepPoint* worst = farthest_at_voxels(report))
    text += fmt::format("                   {} ({}), from that at the porosity of the voxels\n",
                        signed_percent(worst->deviation_at_voxels()), name_of_point(*worst, worst->porosity()));
  const std::size_t held = count_holding(report, true);
  const std::size_t known = held + report.count_outside();
  if (report.worst() != nullptr && known == 0)
    text += "No point that has a reference has an interval.\n";
  else if (report.worst() != nullptr)
    text += fmt::format("{} of {} intervals hold their reference.\n", held, known);
  for (const SweepSeries& series : report.series)
    if (const std::string limit = validation::limit_of_reference(series.kind);
        !limit.empty() && !series.curves.empty() &&
        std::ranges::any_of(series.points, [](const SweepPoint& p) { return !p.reference; }))
      text += fmt::format("No reference for {}.\n", limit);
  return text;
}

std::string describe_references(const SweepReport& report) {
  std::vector<std::string> lines;
  for (const SweepSeries& series : report.series)
    for (const validation::ReferenceCurve& curve : series.curves) {
      const bool has_reference = std::ranges::any_of(series.points, [](const SweepPoint& p) { return !!p.reference; });
      std::string line = fmt::format("{}: {} ({})\n", has_reference ? "Reference" : "Curve, which is no reference",
                                     curve.name, curve.source);
      if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
    }
  std::string text;
  for (const std::string& line : lines) text += line;
  if (report.flow.boundary.boundary != Boundary::periodic)
    text += fmt::format("No reference: what is known is of media that repeat, and --boundary is {}.\n",
                        to_string(report.flow.boundary.boundary));
  return text;
}

/// Gives each warning once, with the points that have it.
std::string describe_warnings(const SweepReport& report) {
  constexpr std::size_t most_lines = 20;
  std::vector<std::pair<std::string, std::vector<std::string>>> found;
  for (const SweepSeries& series : report.series)
    for (const SweepPoint& point : series.points)
      for (const std::string& warning : report.warnings_of(point)) {
        auto known = std::ranges::find(found, warning, &std::pair<std::string, std::vector<std::string>>::first);
        if (known == found.end()) known = found.insert(found.end(), {warning, {}});
        known->second.push_back(name_of_point(point, point.porosity()));
      }
  std::string text;
  for (std::size_t i = 0; i < std::min(found.size(), most_lines); ++i) {
    const auto& [warning, points] = found[i];
    const bool is_of_all = points.size() == report.count_points();
    const std::string others = points.size() > 1 ? fmt::format(" and {} more", points.size() - 1) : "";
    text += fmt::format("warning: {} ({})\n", warning, is_of_all ? "all points" : points.front() + others);
  }
  if (found.size() > most_lines) text += fmt::format("and {} more warnings in sweep.csv\n", found.size() - most_lines);
  return text;
}

}  // namespace

std::string describe_medium(const SweepPoint& point) {
  const Recipe& recipe = point.recipe;
  const KindRow& row = row_of(recipe.kind);
  std::string text(row.name);
  const Axis axis = axis_of(recipe);
  const bool has_direction = row.takes(RecipeOption::orientation) && recipe.orientation != Orientation::isotropic;
  const bool is_planar = recipe.orientation == Orientation::planar;
  if (row.takes(RecipeOption::orientation)) text += fmt::format(", {}", name_of(recipe.orientation));
  if (has_direction) text += fmt::format(" {} {}", is_planar ? "across" : "along", axis_letter(axis));
  if (row.takes(RecipeOption::seed)) {  // of arrays the radius varies
    const auto radius = point.grains ? std::optional(point.grains->diameter / 2) : recipe.radius;
    if (radius) text += fmt::format(", radius {:.4g} voxels", *radius);
  }
  text += fmt::format("; flow along {}", axis_letter(point.direction));
  const bool is_along_axis = point.direction == axis;
  if (has_direction)
    text += is_planar ? (is_along_axis ? ", across the layers" : ", in the layers")
                      : (is_along_axis ? ", along the fibres" : ", across the fibres");
  return text + in_words(point.walls);
}

std::vector<std::string> SweepReport::warnings_of(const SweepPoint& point) const {
  std::vector<std::string> all = warnings;
  for (std::string& warning : point.warnings()) all.push_back(std::move(warning));
  if (!gas) return all;
  std::string of_gas = warning_of(gas_of(point), pores_in(point, voxel_size_m));
  if (!of_gas.empty()) all.push_back(std::move(of_gas));
  return all;
}

const SweepPoint* SweepReport::worst() const {
  const SweepPoint* found = nullptr;
  for (const SweepSeries& one : series)
    for (const SweepPoint& point : one.points)
      if (point.deviation() && (found == nullptr || std::abs(*point.deviation()) > std::abs(*found->deviation())))
        found = &point;
  return found;
}

std::optional<GasFlow> SweepReport::gas_of(const SweepPoint& point) const {
  return gas ? find_gas_flow(*gas, pores_in(point, voxel_size_m)) : std::nullopt;
}

std::size_t SweepReport::count_outside() const { return count_holding(*this, false); }

std::size_t SweepReport::count_points() const {
  std::size_t count = 0;
  for (const SweepSeries& one : series) count += one.points.size();
  return count;
}

std::string format_sweep_table(const SweepReport& report) {
  std::string text;
  for (const SweepSeries& series : report.series) text += format_series(series, report);
  text += describe_deviations(report) + describe_references(report) + describe_warnings(report);
  text +=
      "95 of 100: K of the smooth bodies, from the mean over images and how sure it is, what the voxels do to K "
      "(voxels), and the iteration's bound.\n";
  if (report.conducts) text += describe_conduction_columns();
  if (report.gas) text += describe_gas_columns(*report.gas);
  return text + fmt::format("Definition: {}.\n", permeability_definition);
}

}  // namespace perm
