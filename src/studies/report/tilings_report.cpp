// SPDX-License-Identifier: Apache-2.0
#include "studies/report/tilings_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/version.hpp"

namespace perm {

std::string format_tilings_table(const TilingsReport& report) {
  std::string text =
      fmt::format("{}, {}, {} voxels, porosity {:.4f}\n{:>5}{:>9}{:>11}{:>10}{:>12}{:>12}{:>12}{:>9}\n", report.device,
                  to_string(report.precision), to_string(report.extent), report.porosity, "ranks", "y x z", "largest",
                  "MFLUPS", "T(n), us", "n T(n), us", "model, us", "T/model");
  for (const Tiling& tiling : report.tilings)
    text += fmt::format("{:>5}{:>9}{:>10.2f}%{:>10.0f}{:>12.1f}{:>12.1f}{:>12.1f}{:>9.3f}\n", tiling.ranks,
                        fmt::format("{} x {}", tiling.parts_y, tiling.parts_z), 100 * tiling.imbalance, tiling.mflups,
                        1e6 * tiling.step_seconds, 1e6 * tiling.work_seconds(),
                        1e6 * tiling.ranks * tiling.predicted_seconds, tiling.step_seconds / tiling.predicted_seconds);
  return text +
         "T(n): a step of n ranks; n T(n) stays the same where nothing is lost; model: n T(n) by the performance "
         "model,\n"
         "from the speed of one rank measured here; largest: cells of the largest block over the mean\n";
}

std::string format_tilings_json(const TilingsReport& report) {
  nlohmann::ordered_json json = {{"date", report.date},
                                 {"commit", commit()},
                                 {"device", report.device},
                                 {"precision", to_string(report.precision)},
                                 {"dims", {report.extent.nx, report.extent.ny, report.extent.nz}},
                                 {"porosity", report.porosity},
                                 {"tilings", nlohmann::ordered_json::array()}};
  for (const Tiling& tiling : report.tilings)
    json["tilings"].push_back({{"ranks", tiling.ranks},
                               {"parts", {1, tiling.parts_y, tiling.parts_z}},
                               {"imbalance", tiling.imbalance},
                               {"mflups", tiling.mflups},
                               {"step_seconds", tiling.step_seconds},
                               {"work_seconds", tiling.work_seconds()},
                               {"predicted_step_seconds", tiling.predicted_seconds}});
  return json.dump(2) + "\n";
}

}  // namespace perm
