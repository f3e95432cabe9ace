// SPDX-License-Identifier: Apache-2.0
#include "report/batch/row_records.hpp"

#include <stdexcept>
#include <utility>
#include <vector>

#include "report/gas_report.hpp"
#include "report/kept_records.hpp"

namespace perm {
namespace {

Json describe(const BatchFlow& flow) {
  return {{"direction", to_string(flow.direction)},
          {"stop", to_string(flow.stop)},
          {"permeability_voxel2", number_or_null(flow.permeability_voxel2)},
          {"low_voxel2", number_or_null(flow.low_voxel2)},
          {"high_voxel2", number_or_null(flow.high_voxel2)},
          {"iteration_error", number_or_null(flow.iteration_error)},
          {"steps", flow.steps},
          {"voxel_estimate", number_or_null(flow.voxel_estimate)},
          {"voxel_two_sigma", number_or_null(flow.voxel_two_sigma)},
          {"voxel_part_voxel2", number_or_null(flow.voxel_part_voxel2)},
          {"boundary_part_voxel2", number_or_null(flow.boundary_part_voxel2)},
          {"conductivity", number_or_null(flow.conductivity)},
          {"least_conductivity", number_or_null(flow.least_conductivity)},
          {"most_conductivity", number_or_null(flow.most_conductivity)},
          {"porosity_of_body", number_or_null(flow.porosity_of_body)},
          {"wall_slope", describe_wall_slope(flow.wall_slope)},
          {"rough_critical_radius", flow.rough_critical_radius}};
}

BatchFlow flow_in(const Json& json) {
  BatchFlow flow;
  flow.direction = named_in<Axis>(json.at("direction"));
  flow.stop = named_in<StopReason>(json.at("stop"));
  flow.permeability_voxel2 = number_in(json.at("permeability_voxel2"));
  flow.low_voxel2 = number_in(json.at("low_voxel2"));
  flow.high_voxel2 = number_in(json.at("high_voxel2"));
  flow.iteration_error = number_in(json.at("iteration_error"));
  flow.steps = json.at("steps");
  flow.voxel_estimate = number_in(json.at("voxel_estimate"));
  flow.voxel_two_sigma = number_in(json.at("voxel_two_sigma"));
  flow.voxel_part_voxel2 = number_in(json.at("voxel_part_voxel2"));
  flow.boundary_part_voxel2 = number_in(json.at("boundary_part_voxel2"));
  flow.conductivity = number_in(json.at("conductivity"));
  flow.least_conductivity = number_in(json.at("least_conductivity"));
  flow.most_conductivity = number_in(json.at("most_conductivity"));
  flow.porosity_of_body = number_in(json.at("porosity_of_body"));
  flow.wall_slope = wall_slope_in(json.at("wall_slope"));
  flow.rough_critical_radius = json.at("rough_critical_radius");
  return flow;
}

Json describe(const BatchResult& result) {
  Json flows = Json::array();
  for (const BatchFlow& flow : result.flows) flows.push_back(describe(flow));
  return {{"size", {result.extent.nx, result.extent.ny, result.extent.nz}},
          {"voxel_size_m", number_or_null(result.voxel_size_m)},
          {"porosity", result.porosity},
          {"connected_porosity", result.connected_porosity},
          {"pore_space_hash", result.pore_space_hash},
          {"boundary", result.boundary},
          {"warnings", result.warnings},
          {"flow", std::move(flows)}};
}

BatchResult result_in(const Json& json) {
  BatchResult result;
  const Json& size = json.at("size");
  result.extent = {size.at(0), size.at(1), size.at(2)};
  result.voxel_size_m = number_in(json.at("voxel_size_m"));
  result.porosity = json.at("porosity");
  result.connected_porosity = json.at("connected_porosity");
  result.pore_space_hash = json.at("pore_space_hash");
  result.boundary = json.at("boundary");
  result.warnings = json.at("warnings").get<std::vector<std::string>>();
  for (const Json& flow : json.at("flow")) result.flows.push_back(flow_in(flow));
  return result;
}

BatchOutcome outcome_in(const Json& json) {
  BatchOutcome outcome;
  if (!json.at("result").is_null()) outcome.result = result_in(json.at("result"));
  outcome.error = json.at("error");
  outcome.content = json.at("content");
  outcome.code = static_cast<ExitCode>(json.at("exit_code").get<int>());
  outcome.times.seconds = json.at("seconds");
  outcome.times.cpu_seconds = number_in(json.at("cpu_seconds"));
  outcome.times.threads = json.at("threads");
  outcome.times.device = json.at("device");
  outcome.times.host = json.at("host");
  outcome.times.finished_utc = json.at("finished_utc");
  if (outcome.error.empty() != outcome.result.has_value()) throw std::invalid_argument("no outcome");
  if (outcome.result && outcome.result->flows.empty()) throw std::invalid_argument("no flow");
  return outcome;
}

}  // namespace

std::string format_row_record(const std::string& key, const BatchOutcome& outcome) {
  return format_kept(key, {{"result", outcome.result ? describe(*outcome.result) : Json(nullptr)},
                           {"content", outcome.content},
                           {"error", outcome.error},
                           {"exit_code", static_cast<int>(outcome.code)},
                           {"seconds", outcome.times.seconds},
                           {"cpu_seconds", number_or_null(outcome.times.cpu_seconds)},
                           {"threads", outcome.times.threads},
                           {"device", outcome.times.device},
                           {"host", outcome.times.host},
                           {"finished_utc", outcome.times.finished_utc}});
}

void read_row_records(const std::string& text, RowRecords& records) {
  read_kept(text, [&records](const std::string& key, const Json& json) {
    BatchOutcome outcome = outcome_in(json);
    const auto known = records.find(key);
    if (known == records.end() || outcome.result || !known->second.result)
      records.insert_or_assign(key, std::move(outcome));
  });
}

std::string row_record_text(const std::filesystem::path& folder) { return kept_text(folder, "rows", ".jsonl"); }

}  // namespace perm
