// SPDX-License-Identifier: Apache-2.0
#include "report/result_json.hpp"

#include <algorithm>
#include <cmath>

#include "core/trade_units.hpp"
#include "core/units.hpp"
#include "report/check_report.hpp"
#include "report/conducted_numbers.hpp"
#include "report/error_budget_report.hpp"
#include "report/gas_report.hpp"
#include "report/headline_report.hpp"
#include "report/inertia_report.hpp"
#include "report/json_values.hpp"
#include "report/run_cost.hpp"
#include "report/run_files.hpp"
#include "report/tensor_report.hpp"
#include "report/timing_report.hpp"

namespace perm {
namespace {

/// Gives the coarser images that a flow began from, finest first; none for a flow that began otherwise.
Json describe_resampling(const ImageReport& image) {
  if (!image.resampling) return nullptr;
  const ResamplingReport& given = *image.resampling;
  return {{"method", given.method_name()},
          {"factor", given.method == ResamplingReport::Method::cubic ? Json(nullptr) : Json(given.factor)},
          {"voxel_edge_given_voxels", number_or_null(given.voxel_edge())},
          {"given_dims", {given.extent.nx, given.extent.ny, given.extent.nz}},
          {"given_voxel_size_m", number_or_null(given.voxel_size_m)},
          {"given_voxel_edges_m", given.voxel_edges_m ? Json(*given.voxel_edges_m) : Json(nullptr)},
          {"given_pore_voxels", given.pore_voxels},
          {"given_pore_space_hash", given.pore_space_hash}};
}

/// Gives the relaxation time that all flows share, or null; besides this, each flow has its own in the file.
Json shared_tau(const std::vector<FlowReport>& flows) {
  Json tau = nullptr;
  for (const FlowReport& flow : flows) {
    if (flow.result.steps == 0) continue;
    if (tau.is_null())
      tau = number_or_null(flow.result.tau);
    else if (tau != number_or_null(flow.result.tau))
      return nullptr;
  }
  return tau;
}

Json describe_solver(const RunReport& report) {
  const SolverReport& solver = report.solver;
  const SolverSettings& settings = solver.settings;
  return {{"device", solver.device},
          {"ranks", solver.ranks},
          {"threads", settings.threads},
          {"instructions", to_string(settings.instructions)},
          {"precision", to_string(settings.precision)},
          {"lattice", "D3Q19"},
          {"collision", to_string(settings.collision)},
          {"equilibrium", to_string(settings.equilibrium)},
          {"tau", shared_tau(report.flows)},
          {"magic", settings.collision == Collision::trt ? Json(settings.magic) : Json(nullptr)},
          {"walls", to_string(solver.walls)},
          {"slip_voxels", settings.slip.length},
          {"boundary", to_string(solver.boundary.boundary)},
          {"why_sealed", solver.why_sealed.empty() ? Json(nullptr) : Json(solver.why_sealed)},
          {"sides",
           solver.boundary.boundary == Boundary::pressure ? Json(to_string(solver.boundary.sides)) : Json(nullptr)},
          {"tolerance", solver.tolerance},
          {"max_steps", solver.max_steps},
          {"version", solver.version},
          {"commit", solver.commit.empty() ? Json(nullptr) : Json(solver.commit)}};
}

Json describe_permeability(const FlowResult& result, const std::optional<double>& voxel_size_m) {
  Json permeability = {{"permeability_voxel2", number_or_null(result.permeability_voxel2)},
                       {"permeability_m2", nullptr},
                       {"permeability_darcy", nullptr},
                       {"permeability_mD", nullptr}};
  if (!result.permeability_voxel2 || !voxel_size_m) return permeability;
  const PermeabilityUnits units = convert_permeability(*result.permeability_voxel2, *voxel_size_m);
  permeability["permeability_m2"] = number_or_null(units.m2);
  permeability["permeability_darcy"] = number_or_null(units.darcy);
  permeability["permeability_mD"] = number_or_null(units.millidarcy);
  return permeability;
}

/// Describes K in the unit that the user chose; null where none was chosen, or K is not known.
Json describe_in_unit(const FlowResult& result, const ImageReport& image, const std::optional<TradeUnitChoice>& units) {
  if (!units || !image.voxel_size_m || !result.permeability_voxel2) return nullptr;
  const TradeValue k = express_permeability(convert_permeability(*result.permeability_voxel2, *image.voxel_size_m).m2,
                                            result.iteration_error, *units, image.length_m(result.direction));
  return {{"value", number_or_null(k.value)},
          {"unit", k.unit},
          {"iteration_error", number_or_null(k.relative_error)},
          {"units_option", to_string(units->unit)},
          {"quantity", k.quantity},
          {"formula", k.formula},
          {"fluid", text_or_null(k.fluid)},
          {"thickness_m", number_or_null(k.thickness_m)}};
}

/// Describes how the ranks shared the image: the number of parts along y and z.
Json describe_sharing(const Sharing& sharing) {
  return {{"parts_y", sharing.parts_y}, {"parts_z", sharing.parts_z}, {"imbalance", number_or_null(sharing.imbalance)}};
}

Json describe_flow(const FlowReport& flow, const std::optional<double>& voxel_size_m) {
  const FlowResult& result = flow.result;
  const bool stepped = result.steps > 0;
  Json json = {{"direction", std::string(1, axis_letter(result.direction))}};
  json.update(describe_permeability(result, voxel_size_m));
  json["mean_velocity"] = Json::array();
  for (const double component : result.mean_velocity) json["mean_velocity"].push_back(number_or_null(component));
  json["steps"] = result.steps;
  json["stop"] = to_string(result.stop);
  json["diverged_because"] = result.stop == StopReason::diverged ? Json(result.diverged_because) : Json(nullptr);
  json["iteration_error"] =
      result.stop == StopReason::diverged ? Json(nullptr) : number_or_null(result.iteration_error);
  json["float16_steps"] = result.float16_steps;
  json["float16_difference"] = number_or_null(result.float16_difference);
  json["flux_spread"] = stepped ? number_or_null(result.flux_spread) : Json(nullptr);
  json["tau"] = stepped ? number_or_null(result.tau) : Json(nullptr);
  json["tau_was_chosen"] = result.tau_was_chosen;
  json["force"] = number_or_null(result.force);
  json["connected_porosity"] = result.connected_porosity;
  json["isolated_voxels"] = flow.isolated_voxels;
  json["fluid_cells"] = result.fluid_cells;
  json["partition"] = stepped ? describe_sharing(result.sharing) : Json(nullptr);
  json["device"] = stepped ? Json(result.device) : Json(nullptr);
  json["bytes_per_fluid_cell"] = stepped ? number_or_null(result.bytes_per_fluid_cell) : Json(nullptr);
  json["seconds"] = number_or_null(result.seconds);
  json["preparation_seconds"] = number_or_null(flow.preparation_seconds);
  json["mflups"] = stepped ? number_or_null(result.mflups) : Json(nullptr);
  json["resident_bytes_stepping"] = bytes_or_null(flow.resident_bytes_stepping);
  json["voxel_estimate"] =
      flow.voxel_estimate ? describe_voxel_estimate(*flow.voxel_estimate, voxel_size_m) : Json(nullptr);
  json["threshold_slope"] = flow.threshold_slope ? describe_threshold_slope(*flow.threshold_slope) : Json(nullptr);
  json["face_spread"] = number_or_null(flow.face_spread);
  json["as_cubes"] = flow.as_cubes ? describe_as_cubes(*flow.as_cubes, voxel_size_m) : Json(nullptr);
  json["inertia"] = flow.inertia ? describe_inertia(*flow.inertia, voxel_size_m) : Json(nullptr);
  json["error_budget"] = flow.error_budget ? describe_error_budget(*flow.error_budget, voxel_size_m) : Json(nullptr);
  return json;
}

/// Adds what K and the formation factor F of the same pores say together: c in K = l^2/(c F), l the diameter of the
/// largest ball that gets through (Katz and Thompson 1986 have 226), c in K = phi^3/(c S^2) (Kozeny and Carman: 5), and
/// M in K = M Lambda^2/(8 F) (Johnson, Koplik and Schwartz 1986: about 1).
Json describe_conduction(const FlowReport& flow, const ImageReport& image) {
  Json json = describe_conducted(*flow.conduction, image.porosity(), image.voxel_size_m);
  json["katz_thompson_constant"] = nullptr;
  json["kozeny_carman_constant"] = nullptr;
  json["johnson_constant"] = nullptr;
  if (!flow.result.permeability_voxel2 || !(*flow.result.permeability_voxel2 > 0)) return json;
  const double k = *flow.result.permeability_voxel2;
  if (const auto of_lambda = johnson_constant(*flow.conduction, k))
    json["johnson_constant"] = number_or_null(*of_lambda);
  if (!flow.checks) return json;
  if (const auto& diameter = flow.checks->throat_diameter)
    json["katz_thompson_constant"] = number_or_null(*diameter * *diameter * flow.conduction->value / k);
  if (const auto& of_surface = flow.checks->kozeny_carman_voxel2)
    json["kozeny_carman_constant"] = number_or_null(5 * *of_surface / k);
  return json;
}

Json describe_performance(const RunReport& report, const RunOutput& output) {
  const RunCost cost = sum_cost(report.flows);
  return {{"fluid_cells", cost.fluid_cells},
          {"bytes_per_fluid_cell", number_or_null(cost.bytes_per_fluid_cell)},
          {"mflups", number_or_null(cost.mflups)},
          {"seconds_stepping", cost.seconds},
          {"seconds_reading", output.reading_seconds},
          {"seconds_total", report.seconds},
          {"resident_bytes_before", bytes_or_null(output.resident_bytes_before)},
          {"resident_bytes_stepping", bytes_or_null(cost.resident_bytes_stepping)}};
}

Json describe_files(const RunReport& report, const RunOutput& output) {
  return {{"table", result_table_file},
          {"convergence", convergence_file},
          {"plane_flux", plane_flux_file},
          {"reynolds", has_inertia(report) ? Json(reynolds_file) : Json(nullptr)},
          {"grain_forces", report.grains.empty() ? Json(nullptr) : Json(grain_forces_file)},
          {"fields", output.field_files}};
}

}  // namespace

Json describe_image(const ImageReport& image) {
  return {{"source", image.source},
          {"format", image.format},
          {"dims", {image.extent.nx, image.extent.ny, image.extent.nz}},
          {"sample", text_or_null(image.sample)},
          {"sample_voxels", image.sample_voxels()},
          {"voxel_size_m", number_or_null(image.voxel_size_m)},
          {"segmentation", image.segmentation},
          {"resampling", describe_resampling(image)},
          {"porosity", image.porosity()},
          {"connected_porosity", image.connected_porosity()},
          {"pore_voxels", image.pore_voxels},
          {"pore_space_hash", image.pore_space_hash}};
}

std::string format_result_json(const RunReport& report, const RunOutput& output) {
  Json json = {{"schema_version", result_schema_version},
               {"definition", permeability_definition},
               {"image", describe_image(report.image)},
               {"solver", describe_solver(report)},
               {"warnings", report.warnings},
               {"flow", Json::array()}};
  for (const FlowReport& flow : report.flows) {
    json["flow"].push_back(describe_flow(flow, report.image.voxel_size_m));
    const auto units = unit_along(output.units, report.image.extent, flow.result.direction, report.flows.size());
    json["flow"].back()["permeability_in_unit"] = describe_in_unit(flow.result, report.image, units);
    json["flow"].back()["headline"] =
        flow.headline ? describe_headline(*flow.headline, report.image,
                                          headline_in_words(*flow.headline, report.image, flow.result.direction, units))
                      : Json(nullptr);
    json["flow"].back()["gas"] = describe_gas(flow, report.image, units);
    json["flow"].back()["conduction"] = flow.conduction ? describe_conduction(flow, report.image) : Json(nullptr);
    json["flow"].back()["checks"] = describe_checks(flow, report);
  }
  add_tensor(json, report);
  json["performance"] = describe_performance(report, output);
  json["timings"] = output.phases.empty() ? Json(nullptr) : describe_timings(output.phases);
  json["units"] = {{"mean_velocity", report.solver.settings.equilibrium != Equilibrium::quadratic
                                         ? "voxels per step, over all voxels"
                                         : "voxels per step, over all voxels, of rho u; the mean of rho is 1"},
                   {"permeability_tensor", "[component of the flow][direction of the force]"},
                   {"largest_speed", "voxels per step"},
                   {"velocity_fields", "voxels per step"},
                   {"density_fields", "mean density of the fluid = 1, solid = 0"},
                   {"force", "voxels per step^2"},
                   {"seconds", "s"}};
  json["files"] = describe_files(report, output);
  json["command_line"] = output.command_line;
  json["input_path"] = text_or_null(output.input_path);
  json["finished_utc"] = text_or_null(output.finished_utc);
  json["host"] = text_or_null(output.host);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace perm
