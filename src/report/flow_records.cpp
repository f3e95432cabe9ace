// SPDX-License-Identifier: Apache-2.0
#include "report/flow_records.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <system_error>
#include <utility>

#include "core/errors.hpp"
#include "core/text_file.hpp"
#include "core/version.hpp"
#include "report/error_budget_report.hpp"
#include "report/json_values.hpp"

namespace perm {
namespace {

constexpr const char* file_prefix = "solved-";
constexpr const char* file_suffix = ".jsonl";

StopReason parse_stop(const std::string& name) {
  if (const auto stop = value_named<StopReason>(name)) return *stop;
  throw std::invalid_argument("no such stop");
}

std::string this_program() { return fmt::format("{} {}", version(), commit()); }

std::pair<std::string, FlowRecord> parse(const std::string& line) {
  if (!is_sealed(line)) throw std::invalid_argument("not as it was written");
  const Json json = Json::parse(line);
  if (json.at("program") != this_program()) throw std::invalid_argument("a line of another version");
  FlowRecord record;
  record.pore_voxels = json.at("pore_voxels");
  record.voxels = json.at("voxels");
  record.stop = parse_stop(json.at("stop"));
  if (!json.at("permeability_voxel2").is_null()) record.permeability_voxel2 = json.at("permeability_voxel2");
  if (!json.at("iteration_error").is_null()) record.iteration_error = json.at("iteration_error");
  record.flux_spread = json.at("flux_spread");
  record.mean_velocity = json.at("mean_velocity");
  record.force = json.at("force");
  record.tau = json.at("tau");
  record.steps = json.at("steps");
  record.fluid_cells = json.at("fluid_cells");
  record.seconds = json.at("seconds");
  record.device = json.at("device");
  if (const Json& estimate = json.at("voxel_estimate"); !estimate.is_null()) {
    record.voxel_estimate.emplace();
    record.voxel_estimate->relative = estimate.at("relative");
    record.voxel_estimate->two_sigma = estimate.at("two_sigma");
    record.voxel_estimate->resolved = estimate.at("resolved");
    if (!estimate.at("corrected_voxel2").is_null())
      record.voxel_estimate->corrected_voxel2 = estimate.at("corrected_voxel2").get<double>();
  }
  return {json.at("task"), record};
}

}  // namespace

std::string format_flow_record(const std::string& task, const FlowRecord& record) {
  const auto finite = [](double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); };
  const Json json = {
      {"task", task},
      {"program", this_program()},
      {"pore_voxels", record.pore_voxels},
      {"voxels", record.voxels},
      {"stop", to_string(record.stop)},
      {"permeability_voxel2", record.permeability_voxel2 ? Json(*record.permeability_voxel2) : Json(nullptr)},
      {"iteration_error", finite(record.iteration_error)},
      {"flux_spread", finite(record.flux_spread)},
      {"mean_velocity", record.mean_velocity},
      {"force", record.force},
      {"tau", record.tau},
      {"steps", record.steps},
      {"fluid_cells", record.fluid_cells},
      {"seconds", record.seconds},
      {"device", record.device},
      {"voxel_estimate", record.voxel_estimate ? describe_voxel_estimate(*record.voxel_estimate, {}) : Json(nullptr)}};
  return seal_record(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void read_flow_records(const std::string& text, FlowRecords& records) {
  TextStream lines(text);
  for (std::string line; std::getline(lines, line);) {
    try {
      auto [task, record] = parse(line);
      records.insert_or_assign(std::move(task), std::move(record));
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception&) {  // half a line, or a line of another version: that flow is solved again
      continue;
    }
  }
}

FlowRecords read_flow_records(const std::filesystem::path& folder) {
  FlowRecords records;
  for (const std::filesystem::path& path : own_files_in(folder, file_prefix, file_suffix))
    read_flow_records(read_own_file(path), records);
  return records;
}

FlowRecordFile::FlowRecordFile(const std::filesystem::path& folder, int rank)
    : RecordFile(folder / fmt::format("{}{}{}", file_prefix, rank, file_suffix)) {}

}  // namespace perm
