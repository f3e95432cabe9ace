// SPDX-License-Identifier: Apache-2.0
#include "report/flow_records.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>
#include <vector>

#include "report/error_budget_report.hpp"
#include "report/gas_report.hpp"
#include "report/kept_records.hpp"

namespace perm {
namespace {

constexpr const char* file_prefix = "solved-";
constexpr const char* file_suffix = ".jsonl";

VoxelEstimate voxel_estimate_in(const Json& json) {
  return {json.at("relative"), json.at("two_sigma"), json.at("resolved"), number_in(json.at("corrected_voxel2"))};
}

Json cross_flow_json(const CrossFlow& cross) {
  return {{"mean_velocity", cross.mean_velocity},
          {"velocity_voxel2", cross.velocity_voxel2},
          {"pressure_steps", cross.pressure_steps},
          {"velocity_change", cross.velocity_change},
          {"pressure_change", cross.pressure_change}};
}

Json conduction_json(const FlowRecord& record) {
  if (!record.conduction) return nullptr;
  return {{"relative_conductivity", record.conduction->value},
          {"lower", number_or_null(record.conduction->lower)},
          {"upper", number_or_null(record.conduction->upper)},
          {"walls", to_string(record.conduction->walls)},
          {"standard_deviation", record.conduction->smooth_deviation},
          {"porosity_of_body", number_or_null(record.conduction->porosity_of_body)},
          {"cells", record.conduction->cells},
          {"warnings", record.conduction_warnings}};
}

void add_conduction_in(const Json& json, FlowRecord& record) {
  if (json.is_null()) return;
  Conducted& conduction = record.conduction.emplace();
  conduction.value = json.at("relative_conductivity");
  const auto number = [&json](const char* key) {
    const Json& value = json.at(key);
    return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
  };
  conduction.lower = number("lower");
  conduction.upper = number("upper");
  conduction.walls = json.at("walls") == to_string(Walls::sub_voxel) ? Walls::sub_voxel : Walls::voxels;
  conduction.smooth_deviation = number("standard_deviation");
  if (!json.at("porosity_of_body").is_null()) conduction.porosity_of_body = number("porosity_of_body");
  conduction.cells = json.at("cells");
  record.conduction_warnings = json.at("warnings").get<std::vector<std::string>>();
}

FlowRecord record_in(const Json& json) {
  FlowRecord record;
  record.pore_voxels = json.at("pore_voxels");
  record.voxels = json.at("voxels");
  record.stop = named_in<StopReason>(json.at("stop"));
  record.permeability_voxel2 = number_in(json.at("permeability_voxel2"));
  if (const auto error = number_in(json.at("iteration_error"))) record.iteration_error = *error;
  record.flux_spread = json.at("flux_spread");
  record.mean_velocity = json.at("mean_velocity");
  if (const Json& cross = json.at("cross_flow"); !cross.is_null())
    record.cross_flow = {cross.at("mean_velocity"), cross.at("velocity_voxel2"), cross.at("pressure_steps"),
                         cross.at("velocity_change"), cross.at("pressure_change")};
  record.force = json.at("force");
  record.tau = json.at("tau");
  record.steps = json.at("steps");
  record.fluid_cells = json.at("fluid_cells");
  record.seconds = json.at("seconds");
  record.device = json.at("device");
  if (const Json& estimate = json.at("voxel_estimate"); !estimate.is_null())
    record.voxel_estimate = voxel_estimate_in(estimate);
  record.face_spread = number_in(json.at("face_spread"));
  record.wall_slope = wall_slope_in(json.at("wall_slope"));
  record.rough_critical_radius = json.at("rough_critical_radius");
  record.warnings = json.at("warnings").get<std::vector<std::string>>();
  add_conduction_in(json.at("conduction"), record);
  return record;
}

}  // namespace

std::string format_flow_record(const std::string& key, const FlowRecord& record) {
  return format_kept(key,
                     {{"pore_voxels", record.pore_voxels},
                      {"voxels", record.voxels},
                      {"stop", to_string(record.stop)},
                      {"permeability_voxel2", number_or_null(record.permeability_voxel2)},
                      {"iteration_error", number_or_null(record.iteration_error)},
                      {"flux_spread", record.flux_spread},
                      {"mean_velocity", record.mean_velocity},
                      {"cross_flow", record.cross_flow ? cross_flow_json(*record.cross_flow) : Json(nullptr)},
                      {"force", record.force},
                      {"tau", record.tau},
                      {"steps", record.steps},
                      {"fluid_cells", record.fluid_cells},
                      {"seconds", record.seconds},
                      {"device", record.device},
                      {"face_spread", number_or_null(record.face_spread)},
                      {"wall_slope", describe_wall_slope(record.wall_slope)},
                      {"rough_critical_radius", record.rough_critical_radius},
                      {"warnings", record.warnings},
                      {"conduction", conduction_json(record)},
                      {"voxel_estimate",
                       record.voxel_estimate ? describe_voxel_estimate(*record.voxel_estimate, {}) : Json(nullptr)}});
}

void read_flow_records(const std::string& text, FlowRecords& records) {
  read_kept(text, [&records](const std::string& key, const Json& json) {
    FlowRecord record = record_in(json);
    const auto known = records.find(key);
    const bool knows_less = known != records.end() && known->second.conduction && !record.conduction;
    if (!knows_less) records.insert_or_assign(key, std::move(record));
  });
}

std::string flow_record_text(const std::filesystem::path& folder) {
  return kept_text(folder, file_prefix, file_suffix);
}

std::filesystem::path flow_record_file(const std::filesystem::path& folder, int rank) {
  return folder / fmt::format("{}{}{}", file_prefix, rank, file_suffix);
}

}  // namespace perm
