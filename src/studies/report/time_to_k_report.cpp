// SPDX-License-Identifier: Apache-2.0
#include "studies/report/time_to_k_report.hpp"

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
      "plain: BGK, tau 1, from rest. K stays within it from the moment given, as one sees who knows the limit; stop: "
      "the\n"
      "run knows by its own bound\n\n"
      "{:<20}{:>9}{:>8}{:>9} |{:>8}{:>9}{:>7} |{:>8}{:>9}{:>7}{:>9}{:>9}\n",
      report.tolerance, report.device, "image", "cells", "plain", "s", "steps", "s", "ratio", "stop", "s", "ratio",
      "bound", "true");
  for (const TimeToK& one : report.cases)
    text += fmt::format("{:<20}{:>9}{:>8}{:>9.4f} |{:>8}{:>9.4f}{:>7.1f} |{:>8}{:>9.4f}{:>7.1f}{:>9.1e}{:>9.1e}{}\n",
                        one.name, one.fluid_cells, one.plain.steps, one.plain.seconds, one.program.steps,
                        one.program.seconds, one.ratio(), one.program.stop_steps, one.program.stop_seconds,
                        one.ratio_to_stop(), one.program.iteration_error, one.program.true_error,
                        one.plain.converged && one.program.converged ? "" : "  (not converged)");
  return text + fmt::format("{:<46} |{:>24.1f} |{:>24.1f}\n", "geometric mean", mean_ratio(report.cases),
                            mean_ratio_to_stop(report.cases));
}

std::string format_time_to_k_json(const TimeToKReport& report) {
  nlohmann::ordered_json json = {{"tolerance", report.tolerance},
                                 {"device", report.device},
                                 {"version", report.version},
                                 {"mean_ratio", mean_ratio(report.cases)},
                                 {"mean_ratio_to_stop", mean_ratio_to_stop(report.cases)},
                                 {"cases", nlohmann::ordered_json::array()}};
  for (const TimeToK& one : report.cases) {
    json["cases"].push_back({{"name", one.name},
                             {"dims", {one.extent.nx, one.extent.ny, one.extent.nz}},
                             {"fluid_cells", one.fluid_cells},
                             {"plain", describe(one.plain)},
                             {"program", describe(one.program)},
                             {"ratio", one.ratio()},
                             {"ratio_to_stop", one.ratio_to_stop()}});
  }
  return json.dump(2) + "\n";
}

}  // namespace perm
