// SPDX-License-Identifier: Apache-2.0
#include "report/conduct/conduct_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <limits>

#include "input/csv_table.hpp"
#include "report/conducted_numbers.hpp"
#include "report/json_values.hpp"
#include "report/result_json.hpp"

namespace perm {
namespace {

Json describe(const Conducted& conducted, const ConductReport& report, const ConductWords& words) {
  Json json = {{"direction", std::string(1, axis_letter(conducted.direction))}};
  json.update(describe_conducted(conducted,
                                 report.has_phases ? std::numeric_limits<double>::quiet_NaN() : report.porosity(),
                                 report.image.voxel_size_m));
  json["effective"] = nullptr;
  if (words.bulk) {
    json["effective"] = bounded(conducted, [&](double d) { return words.bulk->value * d; });
    json["effective"]["unit"] = text_or_null(words.bulk->unit);
  }
  return json;
}

}  // namespace

std::string format_conduction_json(const ConductReport& report, const ConductWords& words, const RunOutput& output) {
  Json json = {
      {"schema_version", conduction_schema_version},
      {"kind", "conduction"},
      {"of", to_string(words.of)},
      {"definition",
       "relative conductivity = mean flux over all voxels / (gradient times conductivity of what fills the pores); "
       "formation factor = 1 / that; tortuosity = porosity times formation factor"},
      {"walls", to_string(report.walls)},
      {"bounds",
       report.walls == Walls::voxels ? Json("proven for the body of the voxels, joined through faces") : Json(nullptr)},
      {"image", describe_image(report.image)},
      {"porosity_of_body", report.porosity_of_body ? Json(*report.porosity_of_body) : Json(nullptr)},
      {"boundary", to_string(report.boundary)},
      {"why_sealed", text_or_null(report.why_sealed)},
      {"bulk",
       words.bulk ? Json{{"value", words.bulk->value}, {"unit", text_or_null(words.bulk->unit)}} : Json(nullptr)},
      {"tolerance", report.tolerance},
      {"warnings", report.warnings},
      {"directions", Json::array()}};
  for (const Conducted& conducted : report.directions) json["directions"].push_back(describe(conducted, report, words));
  json["relative_conductivity_tensor"] = report.tensor ? Json(*report.tensor) : Json(nullptr);
  json["relative_conductivity_principal"] = report.principal ? Json(report.principal->principal) : Json(nullptr);
  json["relative_conductivity_axes"] = report.principal ? Json(report.principal->axes) : Json(nullptr);
  json["device"] = report.device;
  json["threads"] = report.threads;
  json["seconds_total"] = report.seconds;
  json["version"] = report.version;
  json["commit"] = text_or_null(report.commit);
  json["command_line"] = output.command_line;
  json["input_path"] = text_or_null(output.input_path);
  json["finished_utc"] = text_or_null(output.finished_utc);
  json["host"] = text_or_null(output.host);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string format_conduction_csv(const ConductReport& report, const RunOutput& output) {
  std::string heads, cells;
  const auto add = [&](const std::string& head, const std::string& cell) {
    heads += (heads.empty() ? "" : ",") + head;
    cells += (cells.empty() ? "" : ",") + csv_cell(cell);
  };
  const auto number = [](const std::optional<double>& value) {
    return value ? fmt::format("{}", *value) : std::string();
  };
  const ImageReport& image = report.image;
  add("input", image.source);
  for (const Axis axis : all_axes)
    add(fmt::format("n{}", axis_letter(axis)), fmt::format("{}", image.extent.along(axis)));
  add("voxel_size_m", number(image.voxel_size_m));
  add("porosity", number(report.porosity()));
  add("connected_porosity", number(image.connected_porosity()));
  const bool is_alone = report.directions.size() == 1;
  if (is_alone) add("direction", std::string(1, axis_letter(report.directions.front().direction)));
  for (const Conducted& conducted : report.directions) {
    const std::string prefix = is_alone ? std::string() : fmt::format("{}_", axis_letter(conducted.direction));
    const double porosity = report.has_phases ? std::numeric_limits<double>::quiet_NaN() : report.porosity();
    for (const auto& [name, value] : conduction_columns(conducted, porosity))
      add(prefix + name, number(value && std::isfinite(*value) ? value : std::nullopt));
  }
  for (std::size_t i = 0; i < 3 && report.tensor; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      add(fmt::format("relative_conductivity_tensor_{}{}", "xyz"[i], "xyz"[j]), number((*report.tensor)[i][j]));
  add("boundary", to_string(report.boundary));
  add("pore_space_hash", image.pore_space_hash);
  add("warnings", fmt::format("{}", fmt::join(report.warnings, "; ")));
  add("warnings_count", fmt::format("{}", report.warnings.size()));
  add("version", report.version);
  add("commit", report.commit);
  add("finished_utc", output.finished_utc);
  return heads + "\n" + cells + "\n";
}

}  // namespace perm
