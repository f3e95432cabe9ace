// SPDX-License-Identifier: Apache-2.0
#include "studies/report/streaming_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/units.hpp"
#include "core/version.hpp"
#include "input/csv_table.hpp"

namespace perm {
namespace {

using Json = nlohmann::ordered_json;

/// Lists what is known of a row, in the order of the columns. A value that does not exist is null.
std::vector<std::pair<const char*, Json>> facts_of(const StudyRow& row, const StreamingReport& report) {
  const auto of_speed = [&row](auto member) { return row.speed ? Json((*row.speed).*member) : Json(nullptr); };
  const auto unless_zero = [](std::int64_t value) { return value != 0 ? Json(value) : Json(nullptr); };
  const auto value = [](const std::optional<std::int64_t>& of) { return of ? Json(*of) : Json(nullptr); };
  const Extent& n = row.box.extent;
  using Speed = StudyRow::Speed;
  return {{"date", report.date},
          {"commit", commit()},
          {"device", report.device},
          {"ranks", row.ranks},
          {"scheme", to_string(row.scheme)},
          {"geometry", row.box.name()},
          {"porosity", row.porosity},
          {"porosity_asked", row.box.porosity},
          {"radius_voxel", row.box.has_spheres() ? Json(row.box.radius) : Json(nullptr)},
          {"nx", n.nx},
          {"ny", n.ny},
          {"nz", n.nz},
          {"precision", to_string(report.settings.precision)},
          {"collision", to_string(report.settings.collision)},
          {"block", unless_zero(row.block)},
          {"registers", row.speed ? unless_zero(row.speed->registers) : Json(nullptr)},
          {"passes_a_step", of_speed(&Speed::passes)},
          {"steps", of_speed(&Speed::steps)},
          {"mflups", of_speed(&Speed::mflups)},
          {"mflups_deviation", of_speed(&Speed::mflups_deviation)},
          {"bandwidth_gb_s", of_speed(&Speed::bandwidth_gb_s)},
          {"bytes_per_update", of_speed(&Speed::bytes_per_update)},
          {"limit_mflups", of_speed(&Speed::limit_mflups)},
          {"fraction_of_limit", of_speed(&Speed::fraction_of_limit)},
          {"bytes_per_voxel", row.bytes_per_voxel},
          {"bytes_per_pore_voxel", row.bytes_per_pore_voxel},
          {"largest_cube", unless_zero(row.largest_cube)},
          {"allocated_cube", value(row.allocated_cube)},
          {"refused_cube", value(row.refused_cube)}};
}

std::string cell(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return csv_cell(value.get<std::string>());
  if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
  return fmt::format("{}", value.get<std::int64_t>());
}

std::string name_of_box(const StudyBox& box, double porosity) {
  std::string name = fmt::format("{} {:.3f}", box.name(), porosity);
  if (box.has_spheres()) name += fmt::format(" R {:g}", box.radius);
  return name;
}

std::string cube(std::int64_t edge) { return edge > 0 ? fmt::format("{}^3", edge) : "-"; }

/// Says what was found when the largest cube was tried.
std::string describe_trial(const StudyRow& row) {
  std::string text;
  if (row.allocated_cube) text += fmt::format("  {} made", cube(*row.allocated_cube));
  if (row.refused_cube) text += fmt::format(", {} refused", cube(*row.refused_cube));
  return text;
}

}  // namespace

std::string format_streaming_head(const StreamingReport& report) {
  return fmt::format("{}, {}, {}\n{:<12}{:<22}{:<16}{:>6}{:>5} |{:>9}{:>8}{:>7}{:>9}{:>7} |{:>9}{:>9}{:>9}\n",
                     report.device, to_string(report.settings.precision), to_string(report.settings.collision),
                     "scheme", "box", "size", "block", "reg", "MFLUPS", "+-", "B/upd", "limit", "of it", "B/voxel",
                     "B/pore", "largest");
}

std::string format_streaming_line(const StudyRow& row) {
  const Extent& n = row.box.extent;
  const std::string size = n.nx == n.ny && n.ny == n.nz ? cube(n.nx) : fmt::format("{}x{}x{}", n.nx, n.ny, n.nz);
  std::string line = fmt::format("{:<12}{:<22}{:<16}{:>6}", to_string(row.scheme), name_of_box(row.box, row.porosity),
                                 size, row.block > 0 ? fmt::format("{}", row.block) : "-");
  if (row.speed)
    line += fmt::format("{:>5} |{:>9.0f}{:>8.0f}{:>7.1f}{:>9.0f}{:>7.3f} |",
                        row.speed->registers > 0 ? fmt::format("{}", row.speed->registers) : "-", row.speed->mflups,
                        row.speed->mflups_deviation, row.speed->bytes_per_update, row.speed->limit_mflups,
                        row.speed->fraction_of_limit);
  else
    line += fmt::format("{:>5} |{:>40} |", "-",
                        fmt::format("takes {}, free {}", format_bytes(static_cast<double>(row.bytes_needed)),
                                    format_bytes(static_cast<double>(row.bytes_free))));
  return line + fmt::format("{:>9.2f}{:>9.2f}{:>9}{}\n", row.bytes_per_voxel, row.bytes_per_pore_voxel,
                            cube(row.largest_cube), describe_trial(row));
}

std::string format_streaming_foot(const StreamingReport& report) {
  std::string text =
      "MFLUPS: million pore voxels a second, the median; +-: standard deviation of batches; B/upd: bytes that an "
      "update\n"
      "cannot avoid; limit: bandwidth, measured beside, over these bytes; B/voxel, B/pore: memory over all voxels, "
      "over\n"
      "pore voxels; largest: the cube that fits this device at this porosity\n";
  if (report.settings.device == Device::cpu)
    text +=
        "On a CPU compact has vector instructions, and the schemes of papers are plain loops: their order of memory "
        "is\n"
        "compared on a GPU only\n";
  std::map<std::string, const StudyRow*> fastest;
  for (const StudyRow& row : report.rows) {
    if (!row.speed) continue;
    const StudyRow*& best =
        fastest[fmt::format("{}, {}", name_of_box(row.box, row.porosity), to_string(row.box.extent))];
    if (best == nullptr || row.speed->mflups > best->speed->mflups) best = &row;
  }
  for (const auto& [box, row] : fastest)
    text += fmt::format("Fastest in {}: {}{}\n", box, to_string(row->scheme),
                        row->block > 0 ? fmt::format(", blocks of {}", row->block) : "");
  return text;
}

std::string format_streaming_csv(const StreamingReport& report) {
  std::string text;
  for (const StudyRow& row : report.rows) {
    const auto facts = facts_of(row, report);
    const auto line = [&](const auto& give) {
      std::string cells;
      for (const auto& fact : facts) cells.append(cells.empty() ? "" : ",").append(give(fact));
      return cells + '\n';
    };
    if (text.empty()) text += line([](const auto& fact) { return std::string(fact.first); });
    text += line([](const auto& fact) { return cell(fact.second); });
  }
  return text;
}

std::string format_streaming_json(const StreamingReport& report) {
  Json json = {{"schema_version", 1},           {"kind", "streaming"},
               {"program", describe_program()}, {"command_line", report.command_line},
               {"device", report.device},       {"date", report.date},
               {"rows", Json::array()}};
  for (const StudyRow& row : report.rows) {
    Json described;
    for (const auto& [name, value] : facts_of(row, report)) described[name] = value;
    json["rows"].push_back(std::move(described));
  }
  return json.dump(2) + "\n";
}

}  // namespace perm
