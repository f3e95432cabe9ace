// SPDX-License-Identifier: Apache-2.0
#include "report/sweep/image_sweep_report.hpp"
#include "report/headline_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/units.hpp"
#include "core/version.hpp"
#include "input/csv_table.hpp"
#include "report/conducted_numbers.hpp"
#include "report/gas_report.hpp"
#include "report/json_values.hpp"
#include "run/run_report.hpp"

namespace perm {
namespace {

constexpr const char* kozeny_carman_source =
    "K = porosity^3 / (5 S^2), S = surface of the grains / total volume (Carman 1937), 2/3 of the voxel faces";

std::string csv_number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? fmt::format("{:.8g}", *value) : "";
}

std::optional<double> in_unit(const std::optional<double>& voxel2, const std::optional<double>& voxel_size_m,
                              double PermeabilityUnits::*unit) {
  if (!voxel2 || !voxel_size_m) return {};
  return convert_permeability(*voxel2, *voxel_size_m).*unit;
}

/// Gives the points for which Kozeny and Carman say a K above 0, by rising porosity.
std::vector<ImageSweepPoint> points_of_curve(const ImageSweepReport& report) {
  std::vector<ImageSweepPoint> points;
  for (const ImageSweepPoint& point : report.points)
    if (point.kozeny_carman_voxel2().value_or(0) > 0) points.push_back(point);
  std::ranges::stable_sort(points, {}, [](const ImageSweepPoint& point) { return point.record.porosity(); });
  return points;
}

Json describe_point(const ImageSweepPoint& point, const ImageSweepReport& report) {
  const FlowRecord& record = point.record;
  const std::optional<VoxelEstimate>& estimate = record.voxel_estimate;
  const std::optional<Headline> headline = point.headline();
  const auto in = [&](double PermeabilityUnits::*unit) {
    return number_or_null(in_unit(record.permeability_voxel2, report.voxel_size_m, unit));
  };
  return {
      {"porosity", record.porosity()},
      {"porosity_asked", nullptr},
      {report.varied, point.asked},
      {"percolating_porosity", point.percolating_porosity()},
      {"pore_space_hash", point.pore_space_hash},
      {"permeability_voxel2", number_or_null(record.permeability_voxel2)},
      {"permeability_m2", in(&PermeabilityUnits::m2)},
      {"permeability_mD", in(&PermeabilityUnits::millidarcy)},
      {"interval_low_voxel2", number_or_null(headline ? headline->low_voxel2 : std::nullopt)},
      {"interval_high_voxel2", number_or_null(headline ? headline->high_voxel2 : std::nullopt)},
      {"iteration_error", number_or_null(record.iteration_error)},
      {"voxel_estimate", number_or_null(relative_of(estimate))},
      {"voxel_two_sigma", number_or_null(two_sigma_of(estimate))},
      {"stop", point.stop()},
      {"tau", record.steps > 0 ? Json(record.tau) : Json(nullptr)},
      {"steps", record.steps},
      {"seconds", record.seconds},
      {"reference_permeability_voxel2", nullptr},
      {"deviation", nullptr},
      {"specific_surface", point.specific_surface},
      {"kozeny_carman_voxel2", number_or_null(point.kozeny_carman_voxel2())},
      {"conduction", describe_conduction_of_many(record.conduction, record.porosity())},
      {"gas", describe_gas_of_many(report.gas_of(point), record.permeability_voxel2)},
      {"warnings", report.warnings_of(point)},
      {"slice", {{"z", point.slice.z}, {"voxels_a_pixel", point.slice.voxels_a_pixel}, {"rows", point.slice.rows}}}};
}

PoresOfGas pores_of(const ImageSweepPoint& point, const std::optional<double>& voxel_size_m) {
  const FlowRecord& record = point.record;
  return pores_of_gas(record.wall_slope, record.permeability_voxel2, record.rough_critical_radius, voxel_size_m);
}

/// Says in one line which exponent the points have, or why they have none.
std::string describe_exponent(const ImageSweepReport& report) {
  if (const std::optional<validation::PowerLawFit> fit = report.exponent())
    return fmt::format("  K ~ porosity^{:.3g} +- {:.2g} (95 %, {} points)\n", fit->exponent, fit->confidence_95,
                       fit->points);
  return fmt::format(
      "  K ~ porosity^m: no exponent, because fewer than {} different points converged with a K above 0\n",
      validation::fewest_power_law_points);
}

}  // namespace

SmallSlice take_small_slice(const PoreSlab& pores) {
  constexpr std::int64_t most_pixels = 96;  // along each side: a row of pictures shows no more
  const Extent& n = pores.image();
  SmallSlice slice;
  slice.z = n.nz / 2;
  slice.voxels_a_pixel = (std::max(n.nx, n.ny) + most_pixels - 1) / most_pixels;
  const std::vector<std::uint32_t> plane = pores.fetch_planes({slice.z, slice.z + 1});
  constexpr std::int64_t bits = PoreSpace::word_bits;
  const std::int64_t words = (n.nx + bits - 1) / bits;
  for (std::int64_t y = 0; y < n.ny; y += slice.voxels_a_pixel) {
    std::string& row = slice.rows.emplace_back();
    for (std::int64_t x = 0; x < n.nx; x += slice.voxels_a_pixel)
      row += (plane[static_cast<std::size_t>(y * words + x / bits)] >> (x % bits) & 1U) != 0 ? '1' : '0';
  }
  return slice;
}

std::optional<double> ImageSweepPoint::kozeny_carman_voxel2() const {
  if (record.pore_voxels == 0) return 0.0;
  if (!(specific_surface > 0)) return {};
  return std::pow(record.porosity(), 3) / (5 * specific_surface * specific_surface);
}

std::optional<double> ImageSweepPoint::over_kozeny_carman() const {
  const std::optional<double> known = kozeny_carman_voxel2();
  if (!record.permeability_voxel2 || !known || *known == 0) return {};
  return *record.permeability_voxel2 / *known;
}

std::optional<Headline> ImageSweepPoint::headline() const {
  return make_headline(record.permeability_voxel2.value_or(0), record.iteration_error,
                       {record.voxel_estimate, record.face_spread, {}});
}

std::string ImageSweepPoint::stop() const { return is_unresisted ? "unresisted" : to_string(record.stop); }

std::optional<GasFlow> ImageSweepReport::gas_of(const ImageSweepPoint& point) const {
  return gas ? find_gas_flow(*gas, pores_of(point, voxel_size_m)) : std::nullopt;
}

std::vector<std::string> ImageSweepReport::warnings_of(const ImageSweepPoint& point) const {
  std::vector<std::string> all = warnings;
  all.insert(all.end(), point.record.warnings.begin(), point.record.warnings.end());
  if (!gas) return all;
  std::string of_gas = warning_of(gas_of(point), pores_of(point, voxel_size_m));
  if (!of_gas.empty()) all.push_back(std::move(of_gas));
  return all;
}

std::optional<validation::PowerLawFit> ImageSweepReport::exponent() const {
  std::vector<validation::PowerLawPoint> used;
  std::set<std::string> hashes;
  for (const ImageSweepPoint& point : points)
    if (!point.is_unresisted && point.record.stop == StopReason::converged &&
        point.record.permeability_voxel2.value_or(0) > 0 && hashes.insert(point.pore_space_hash).second)
      used.push_back({point.record.porosity(), *point.record.permeability_voxel2});
  return validation::fit_power_law(used);
}

std::string name_of_point(const std::string& varied, double asked) {
  return varied == "grow" && asked > 0 ? fmt::format("grow +{:.8g}", asked)
                                       : fmt::format("{} {:.8g}", varied, asked == 0 ? 0.0 : asked);
}

std::string format_image_sweep_table(const ImageSweepReport& report) {
  const bool in_metres = report.voxel_size_m.has_value();
  std::string text =
      fmt::format("  {:>9}  {:>8}  {:>11}  {:>12}  {:>20}  {:>13}  {:>7}{}{}  {}\n", report.varied, "porosity",
                  "percolating", in_metres ? "K, mD" : "K, voxel^2", "95 of 100", "Kozeny-Carman", "K / K-C",
                  report.conducts ? conduction_heads() : "", report.gas ? gas_heads() : "", "stop");
  const auto show = [&](const std::optional<double>& voxel2) -> std::string {
    const auto value = in_metres ? in_unit(voxel2, report.voxel_size_m, &PermeabilityUnits::millidarcy) : voxel2;
    return value ? fmt::format("{:.5g}", *value) : "-";
  };
  for (const ImageSweepPoint& point : report.points) {
    const FlowRecord& record = point.record;
    const std::optional<double> ratio = point.over_kozeny_carman();
    text +=
        fmt::format("  {:>9.8g}  {:>8.4f}  {:>11.4f}  {:>12}  {:>20}  {:>13}  {:>7}{}{}  {}\n", point.asked,
                    record.porosity(), point.percolating_porosity(), show(record.permeability_voxel2),
                    interval_in_table(point.headline(), report.voxel_size_m), show(point.kozeny_carman_voxel2()),
                    ratio ? fmt::format("{:.3g}", *ratio) : "-",
                    report.conducts ? conduction_cells(record.conduction, record.porosity()) : "",
                    report.gas ? gas_cells(report.gas_of(point), record.permeability_voxel2, report.voxel_size_m) : "",
                    point.stop());
  }
  text += describe_exponent(report);
  text += fmt::format("  Kozeny-Carman: {}\n", kozeny_carman_source);
  if (std::ranges::any_of(report.points, &ImageSweepPoint::is_unresisted))
    text += "  unresisted: every voxel is pore and no face is a wall, so there is no K\n";
  if (report.conducts) text += "  " + describe_conduction_columns();
  if (report.gas) text += "  " + describe_gas_columns(*report.gas);
  return text + fmt::format("Definition: {}.\n", permeability_definition);
}

std::string format_image_sweep_csv(const ImageSweepReport& report) {
  std::string text = report.varied +
                     ",porosity,percolating_porosity,permeability_voxel2,permeability_m2,permeability_mD,"
                     "interval_low_voxel2,interval_high_voxel2,iteration_error,voxel_estimate,voxel_two_sigma,stop,"
                     "steps,seconds,tau,specific_surface,kozeny_"
                     "carman_voxel2,pore_space_hash,input,crop,boundary,warnings,commit,date,device";
  if (report.conducts)
    for (const auto& [name, value] : conduction_columns({}, 0)) text.append(",").append(name);
  if (report.gas) {
    for (const auto& [name, value] : gas_columns({}, {}, {})) text.append(",").append(name);
    text += ",gas";
  }
  text += '\n';
  for (const ImageSweepPoint& point : report.points) {
    const FlowRecord& record = point.record;
    const std::optional<Headline> headline = point.headline();
    const auto in = [&](double PermeabilityUnits::*unit) {
      return csv_number(in_unit(record.permeability_voxel2, report.voxel_size_m, unit));
    };
    text += fmt::format(
        "{:.8g},{:.8g},{:.8g},{},{},{},{},{},{},{},{},{},{},{:.4g},{},{:.8g},{},{},{},{},{},{},{},{},{}", point.asked,
        record.porosity(), point.percolating_porosity(), csv_number(record.permeability_voxel2),
        in(&PermeabilityUnits::m2), in(&PermeabilityUnits::millidarcy),
        csv_number(headline ? headline->low_voxel2 : std::nullopt),
        csv_number(headline ? headline->high_voxel2 : std::nullopt), csv_number(record.iteration_error),
        csv_number(relative_of(record.voxel_estimate)), csv_number(two_sigma_of(record.voxel_estimate)), point.stop(),
        record.steps, record.seconds, record.steps > 0 ? fmt::format("{:.8g}", record.tau) : "", point.specific_surface,
        csv_number(point.kozeny_carman_voxel2()), point.pore_space_hash, csv_cell(report.input), csv_cell(report.crop),
        to_string(report.flow.boundary.boundary),
        csv_cell(fmt::format("{}", fmt::join(report.warnings_of(point), "; "))), csv_cell(commit()),
        csv_cell(report.date), csv_cell(report.device));
    if (report.conducts)
      for (const auto& [name, value] : conduction_columns(record.conduction, record.porosity()))
        text.append(",").append(csv_number(value));
    if (report.gas) {
      const TableK k{record.permeability_voxel2, headline ? headline->low_voxel2 : std::nullopt,
                     headline ? headline->high_voxel2 : std::nullopt};
      for (const auto& [name, value] : gas_columns(report.gas_of(point), k, report.voxel_size_m))
        text.append(",").append(csv_number(value));
      text.append(",").append(csv_cell(describe_gas_state(*report.gas)));
    }
    text += '\n';
  }
  return text;
}

std::string format_image_sweep_json(const ImageSweepReport& report) {
  const SolverSettings& settings = report.flow.solver;
  const std::optional<validation::PowerLawFit> fit = report.exponent();
  Json json = {{"schema_version", 1},
               {"kind", "sweep"},
               {"definition", permeability_definition},
               {"geometry", "image"},
               {"input", report.input},
               {"input_path", report.input_path},
               {"crop", text_or_null(report.crop)},
               {"varied", report.varied},
               {"segmentation", report.segmentation},
               {"size", {report.extent.nx, report.extent.ny, report.extent.nz}},
               {"voxel_size_m", number_or_null(report.voxel_size_m)},
               {"direction", std::string(1, axis_letter(report.flow.direction))},
               {"boundary", to_string(report.flow.boundary.boundary)},
               {"why_sealed", text_or_null(report.why_sealed)},
               {"warnings", report.warnings},
               {"version", version()},
               {"commit", text_or_null(commit())},
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
               {"exponent", nullptr},
               {"points", Json::array()},
               {"curves", Json::array()}};
  if (fit)
    json["exponent"] = {{"value", number_or_null(fit->exponent)},
                        {"confidence_95", number_or_null(fit->confidence_95)},
                        {"points", fit->points}};
  for (const ImageSweepPoint& point : report.points) json["points"].push_back(describe_point(point, report));
  const std::vector<ImageSweepPoint> known = points_of_curve(report);
  if (!known.empty()) {
    Json curve = {{"name", "Kozeny-Carman"},
                  {"source", kozeny_carman_source},
                  {"porosity", Json::array()},
                  {"permeability_voxel2", Json::array()}};
    for (const ImageSweepPoint& point : known) {
      curve["porosity"].push_back(point.record.porosity());
      curve["permeability_voxel2"].push_back(*point.kozeny_carman_voxel2());
    }
    json["curves"].push_back(std::move(curve));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace perm
