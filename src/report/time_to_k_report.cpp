// SPDX-License-Identifier: Apache-2.0
#include "report/time_to_k_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace perm {
namespace {

nlohmann::ordered_json describe(const WayToK& way) {
  return {{"limit_voxel2", way.limit_voxel2},    {"steps_to_tolerance", way.steps},
          {"seconds_to_tolerance", way.seconds}, {"steps_to_stop", way.stop_steps},
          {"seconds_to_stop", way.stop_seconds}, {"iteration_error", way.iteration_error},
          {"true_error", way.true_error},        {"converged", way.converged}};
}

}  // namespace

std::string format_time_to_k_table(const TimeToKReport& report) {
  std::string text = fmt::format(
      "Time until K is within {:g} of its limit, on {}\n"
      "plain: BGK, tau 1, from rest; the moment from which K stays within it, as one sees who knows the limit\n"
      "this program: the moment at which it stops and says so; its coarser images are in the time, not in the steps\n\n"
      "{:<24}{:>10}{:>12}{:>10}{:>8}{:>10}{:>10}{:>10}{:>8}\n",
      report.tolerance, report.device, "image", "cells", "plain steps", "s", "steps", "s", "its bound", "true",
      "ratio");
  for (const TimeToK& one : report.cases)
    text += fmt::format("{:<24}{:>10}{:>12}{:>10.3f}{:>8}{:>10.3f}{:>10.1e}{:>10.1e}{:>8.1f}{}\n", one.name,
                        one.fluid_cells, one.plain.steps, one.plain.seconds, one.accelerated.stop_steps,
                        one.accelerated.stop_seconds, one.accelerated.iteration_error, one.accelerated.true_error,
                        one.ratio(), one.plain.converged && one.accelerated.converged ? "" : "  (not converged)");
  return text + fmt::format("{:<24}{:>78.1f}\n", "geometric mean", mean_ratio(report.cases));
}

std::string format_time_to_k_json(const TimeToKReport& report) {
  nlohmann::ordered_json json = {{"tolerance", report.tolerance},
                                 {"device", report.device},
                                 {"version", report.version},
                                 {"mean_ratio", mean_ratio(report.cases)},
                                 {"cases", nlohmann::ordered_json::array()}};
  for (const TimeToK& one : report.cases) {
    nlohmann::ordered_json levels = nlohmann::ordered_json::array();
    for (const CoarseLevel& level : one.coarse_levels)
      levels.push_back({{"dims", {level.extent.nx, level.extent.ny, level.extent.nz}},
                        {"fluid_cells", level.fluid_cells},
                        {"tau", level.tau},
                        {"steps", level.steps}});
    json["cases"].push_back({{"name", one.name},
                             {"dims", {one.extent.nx, one.extent.ny, one.extent.nz}},
                             {"fluid_cells", one.fluid_cells},
                             {"plain", describe(one.plain)},
                             {"accelerated", describe(one.accelerated)},
                             {"coarse_levels", levels},
                             {"ratio", one.ratio()}});
  }
  return json.dump(2) + "\n";
}

}  // namespace perm
