// SPDX-License-Identifier: Apache-2.0
#include "report/conduct/conduct_json.hpp"

#include <limits>

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

}  // namespace perm
