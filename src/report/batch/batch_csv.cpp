// SPDX-License-Identifier: Apache-2.0
#include "report/batch/batch_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/units.hpp"
#include "core/version.hpp"
#include "input/csv_table.hpp"
#include "report/conducted_numbers.hpp"
#include "report/gas_report.hpp"
#include "report/json_values.hpp"

namespace perm {
namespace {

using Cells = std::vector<std::pair<std::string, std::string>>;  // name of the column, text

/// Gives all digits, so that equal cells are equal bits.
std::string number(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : std::string(); }

/// Gives K in the unit that its row asks for.
std::optional<TradeValue> k_in_unit(const BatchRow& row, const BatchResult* result, const BatchFlow* flow) {
  if (flow == nullptr || !result->voxel_size_m || !flow->permeability_voxel2) return {};
  const auto units = unit_along(row.units, result->extent, flow->direction, result->flows.size());
  if (!units) return {};
  const double length_m = static_cast<double>(result->extent.along(flow->direction)) * *result->voxel_size_m;
  return express_permeability(convert_permeability(*flow->permeability_voxel2, *result->voxel_size_m).m2,
                              flow->iteration_error.value_or(0), *units, length_m);
}

std::string unit_of(const BatchRow& row, const BatchResult& result) {
  for (const BatchFlow& flow : result.flows)
    if (const auto k = k_in_unit(row, &result, &flow)) return k->unit;
  return {};
}

std::optional<Conducted> conduction_of(const BatchFlow& flow) {
  if (!flow.conductivity) return {};
  Conducted conducted;
  constexpr double none = std::numeric_limits<double>::quiet_NaN();  // of a smooth body
  conducted.lower = flow.least_conductivity.value_or(none);
  conducted.upper = flow.most_conductivity.value_or(none);
  conducted.porosity_of_body = flow.porosity_of_body;
  conducted.value = *flow.conductivity;
  return conducted;
}

PoresOfGas pores_of(const BatchFlow& flow, const BatchResult& result) {
  return pores_of_gas(flow.wall_slope, flow.permeability_voxel2, flow.rough_critical_radius, result.voxel_size_m);
}

void add_flow(Cells& cells, const std::string& prefix, const BatchRow& row, const BatchFlow* flow,
              const BatchResult* result, const BatchColumns& columns) {
  const auto add = [&](const char* name, std::string text) { cells.emplace_back(prefix + name, std::move(text)); };
  using OfFlow = std::optional<double> BatchFlow::*;
  const auto in = [&](OfFlow value, double PermeabilityUnits::*unit) {
    if (flow == nullptr || !(flow->*value) || !result->voxel_size_m) return std::string();
    return number(convert_permeability(*(flow->*value), *result->voxel_size_m).*unit);
  };
  const auto of = [&](OfFlow value) { return flow != nullptr ? number(flow->*value) : std::string(); };
  add("permeability_voxel2", of(&BatchFlow::permeability_voxel2));
  add("permeability_m2", in(&BatchFlow::permeability_voxel2, &PermeabilityUnits::m2));
  add("permeability_mD", in(&BatchFlow::permeability_voxel2, &PermeabilityUnits::millidarcy));
  add("interval_low_voxel2", of(&BatchFlow::low_voxel2));
  add("interval_high_voxel2", of(&BatchFlow::high_voxel2));
  add("interval_low_mD", in(&BatchFlow::low_voxel2, &PermeabilityUnits::millidarcy));
  add("interval_high_mD", in(&BatchFlow::high_voxel2, &PermeabilityUnits::millidarcy));
  if (columns.units) {
    const auto k = k_in_unit(row, result, flow);
    add("permeability_in_unit", number(k ? k->value : std::nullopt));
  }
  add("iteration_error", of(&BatchFlow::iteration_error));
  add("voxel_estimate", of(&BatchFlow::voxel_estimate));
  add("voxel_two_sigma", of(&BatchFlow::voxel_two_sigma));
  if (columns.error_budget) {
    add("budget_voxel_part_voxel2", of(&BatchFlow::voxel_part_voxel2));
    add("budget_boundary_part_voxel2", of(&BatchFlow::boundary_part_voxel2));
  }
  if (columns.conduction) {
    for (const auto& [name, value] : conduction_columns(flow != nullptr ? conduction_of(*flow) : std::nullopt,
                                                        flow != nullptr ? result->porosity : 0))
      add(name, number(value));
  }
  if (columns.gas) {
    const bool is_known = row.gas && flow != nullptr;
    const auto gas = is_known ? find_gas_flow(*row.gas, pores_of(*flow, *result)) : std::nullopt;
    const TableK k = is_known ? TableK{flow->permeability_voxel2, flow->low_voxel2, flow->high_voxel2} : TableK{};
    for (const auto& [name, value] : gas_columns(gas, k, is_known ? result->voxel_size_m : std::nullopt))
      add(name, number(value));
  }
  add("stop", flow != nullptr ? to_string(flow->stop) : std::string());
  add("steps", flow != nullptr ? fmt::format("{}", flow->steps) : std::string());
}

const BatchFlow* flow_along(const BatchResult* result, Axis direction) {
  if (result == nullptr) return nullptr;
  const auto found = std::ranges::find(result->flows, direction, &BatchFlow::direction);
  return found != result->flows.end() ? &*found : nullptr;
}

Cells cells_of(const BatchRow& row, const BatchOutcome& outcome, const BatchColumns& columns) {
  const BatchResult* result = outcome.result ? &*outcome.result : nullptr;
  const auto text = [&](auto give) { return result != nullptr ? give(*result) : std::string(); };
  Cells cells{{"row", fmt::format("{}", row.number)}, {"name", row.name}, {"input", row.input}, {"crop", row.crop}};
  for (const Axis axis : all_axes)
    cells.emplace_back(fmt::format("n{}", axis_letter(axis)),
                       text([&](const BatchResult& of) { return fmt::format("{}", of.extent.along(axis)); }));
  cells.emplace_back("voxel_size_m", text([](const BatchResult& of) { return number(of.voxel_size_m); }));
  cells.emplace_back("porosity", text([](const BatchResult& of) { return number(of.porosity); }));
  cells.emplace_back("connected_porosity", text([](const BatchResult& of) { return number(of.connected_porosity); }));
  if (columns.three_directions) {
    for (const Axis axis : all_axes)
      add_flow(cells, fmt::format("{}_", axis_letter(axis)), row, flow_along(result, axis), result, columns);
  } else {
    const BatchFlow* flow = result != nullptr && !result->flows.empty() ? &result->flows.front() : nullptr;
    cells.emplace_back("direction", flow != nullptr ? std::string(1, axis_letter(flow->direction)) : std::string());
    add_flow(cells, "", row, flow, result, columns);
  }
  if (columns.units) cells.emplace_back("unit", text([&](const BatchResult& of) { return unit_of(row, of); }));
  if (columns.gas) cells.emplace_back("gas", row.gas ? describe_gas_state(*row.gas) : std::string());
  cells.emplace_back("boundary", text([](const BatchResult& of) { return of.boundary; }));
  cells.emplace_back("pore_space_hash", text([](const BatchResult& of) { return of.pore_space_hash; }));
  cells.emplace_back("warnings", text([&row](const BatchResult& of) {
                       std::string all;
                       for (const std::string& warning : warnings_of(row, of))
                         all.append(all.empty() ? "" : "; ").append(warning);
                       return all;
                     }));
  cells.emplace_back("error", outcome.error);
  return cells;
}

std::string join(const Cells& cells, std::string Cells::value_type::*part) {
  std::string line;
  for (const auto& cell : cells) line.append(&cell == &cells.front() ? "" : ",").append(csv_cell(cell.*part));
  return line + "\n";
}

template <class MakeCells>
std::string format_table(std::span<const BatchEntry> entries, const MakeCells& make_cells) {
  std::string text = join(make_cells({}, {}), &Cells::value_type::first);
  for (const BatchEntry& entry : entries)
    text += join(make_cells(*entry.row, *entry.outcome), &Cells::value_type::second);
  return text;
}

/// Adds the terms of the tensor that are known; a direction that nobody solved has none.
void add_tensor(Cells& cells, const RunReport& report) {
  if (!report.tensor) return;
  const auto& voxel_size_m = report.image.voxel_size_m;
  const double factor = voxel_size_m ? convert_permeability(1, *voxel_size_m).m2 : 1;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const double term = factor * report.tensor->raw[i][j];
      const bool is_known = std::isfinite(term) && (i == j || !report.has_diagonal_only());
      cells.emplace_back(fmt::format("tensor_{}{}_{}", "xyz"[i], "xyz"[j], voxel_size_m ? "m2" : "voxel2"),
                         is_known ? number(term) : std::string());
    }
}

}  // namespace

BatchResult result_of(const RunReport& report) {
  BatchResult result;
  const ImageReport& image = report.image;
  result.extent = image.extent;
  result.voxel_size_m = image.voxel_size_m;
  result.porosity = image.porosity();
  result.connected_porosity = image.connected_porosity();
  result.pore_space_hash = image.pore_space_hash;
  result.boundary = to_string(report.solver.boundary.boundary);
  result.warnings = report.warnings;
  for (const FlowReport& of : report.flows) {
    const FlowResult& solved = of.result;
    BatchFlow& flow = result.flows.emplace_back();
    flow.direction = solved.direction;
    flow.stop = solved.stop;
    flow.permeability_voxel2 = solved.permeability_voxel2;
    if (solved.stop != StopReason::diverged && std::isfinite(solved.iteration_error))
      flow.iteration_error = solved.iteration_error;
    if (of.headline) {
      flow.low_voxel2 = of.headline->low_voxel2;
      flow.high_voxel2 = of.headline->high_voxel2;
    }
    flow.steps = solved.steps;
    flow.voxel_estimate = relative_of(of.voxel_estimate);
    flow.voxel_two_sigma = two_sigma_of(of.voxel_estimate);
    if (of.conduction) {
      flow.conductivity = of.conduction->value;
      flow.porosity_of_body = of.conduction->porosity_of_body;
      if (of.conduction->has_bounds()) {
        flow.least_conductivity = of.conduction->lower;
        flow.most_conductivity = of.conduction->upper;
      }
    }
    flow.wall_slope = of.wall_slope;
    flow.rough_critical_radius = solved.pores.rough_critical_radius;
    if (of.error_budget) {
      flow.voxel_part_voxel2 = of.error_budget->voxel.error_voxel2;
      flow.boundary_part_voxel2 = of.error_budget->boundary.error_voxel2;
    }
  }
  return result;
}

std::vector<std::string> warnings_of(const BatchRow& row, const BatchResult& result) {
  std::vector<std::string> all = result.warnings;
  if (!row.gas) return all;
  for (const BatchFlow& flow : result.flows) {
    const PoresOfGas pores = pores_of(flow, result);
    const std::string warning = warning_of(find_gas_flow(*row.gas, pores), pores);
    std::string line = fmt::format("along {}: {}", axis_letter(flow.direction), warning);
    const bool is_told = std::ranges::find(all, line) != all.end();  // by a run that knew the gas
    if (!warning.empty() && !is_told) all.push_back(std::move(line));
  }
  return all;
}

std::string format_batch_csv(std::span<const BatchEntry> entries, const BatchColumns& columns) {
  return format_table(entries, [&columns](const BatchRow& row, const BatchOutcome& outcome) {
    return cells_of(row, outcome, columns);
  });
}

std::string format_result_csv(const RunReport& report, const RunOutput& output) {
  BatchRow row;
  row.input = report.image.source;
  row.units = output.units;
  row.gas = report.gas;
  BatchOutcome outcome;
  outcome.result = result_of(report);
  const auto any = [&report](const auto& has) { return std::ranges::any_of(report.flows, has); };
  const BatchColumns columns{report.flows.size() > 1, output.units.has_value(),
                             any([](const FlowReport& flow) { return flow.error_budget.has_value(); }),
                             any([](const FlowReport& flow) { return flow.conduction.has_value(); }),
                             report.gas.has_value()};
  Cells cells = cells_of(row, outcome, columns);
  std::erase_if(cells, [](const auto& cell) {
    return cell.first == "row" || cell.first == "name" || cell.first == "crop" || cell.first == "error";
  });
  add_tensor(cells, report);
  cells.emplace_back("warnings_count", fmt::format("{}", report.warnings.size()));
  cells.emplace_back("version", report.solver.version);
  cells.emplace_back("commit", report.solver.commit);
  cells.emplace_back("finished_utc", output.finished_utc);
  return join(cells, &Cells::value_type::first) + join(cells, &Cells::value_type::second);
}

std::string format_batch_times_csv(std::span<const BatchEntry> entries) {
  return format_table(entries, [](const BatchRow& row, const BatchOutcome& outcome) {
    const BatchTimes& times = outcome.times;
    const auto seconds = [](const std::optional<double>& value) {
      return value ? fmt::format("{:.4g}", *value) : std::string();
    };
    return Cells{{"row", fmt::format("{}", row.number)},
                 {"name", row.name},
                 {"input", row.input},
                 {"crop", row.crop},
                 {"seconds", seconds(times.seconds)},
                 {"cpu_seconds", seconds(times.cpu_seconds)},
                 {"threads", fmt::format("{}", times.threads)},
                 {"device", times.device},
                 {"host", times.host},
                 {"finished_utc", times.finished_utc}};
  });
}

std::string format_batch_json(const BatchOrigin& origin) {
  const Json json = {{"schema_version", 1},
                     {"kind", "batch"},
                     {"list_path", origin.list_path},
                     {"tile_edges", origin.tile_edges},
                     {"version", version()},
                     {"commit", text_or_null(commit())},
                     {"command_line", origin.command_line}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace perm
