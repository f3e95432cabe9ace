// SPDX-License-Identifier: Apache-2.0
#include "studies/report/scaling_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace perm {
namespace {

nlohmann::ordered_json lines(const std::vector<PredictedSpeed>& speeds) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const PredictedSpeed& speed : speeds)
    all.push_back({{"ranks", speed.ranks},
                   {"dims", {speed.extent.nx, speed.extent.ny, speed.extent.nz}},
                   {"parts", {1, speed.parts_y, speed.parts_z}},
                   {"mflups", speed.mflups},
                   {"efficiency", speed.efficiency},
                   {"between_nodes", speed.between_nodes}});
  return all;
}

std::string table(const std::vector<PredictedSpeed>& speeds, const std::string& title) {
  std::string text =
      title + "\n" +
      fmt::format("  {:>6}  {:>20}  {:>8}  {:>12}  {:>10}\n", "ranks", "image", "blocks", "MFLUPS", "efficiency");
  for (const PredictedSpeed& speed : speeds)
    text += fmt::format("  {:>6}  {:>20}  {:>8}  {:>12.0f}  {:>10.3f}{}\n", speed.ranks, to_string(speed.extent),
                        fmt::format("{} x {}", speed.parts_y, speed.parts_z), speed.mflups, speed.efficiency,
                        speed.between_nodes ? "  over a network" : "");
  return text;
}

}  // namespace

std::string format_scaling_json(const ScalingReport& report) {
  const nlohmann::ordered_json json = {{"predicted", true},
                                       {"rank_mflups", 1e-6 / report.request.rank.seconds_a_cell},
                                       {"porosity", report.request.porosity},
                                       {"precision", to_string(report.request.precision)},
                                       {"ranks_a_node", report.request.ranks_a_node},
                                       {"weak", lines(report.weak)},
                                       {"strong", lines(report.strong)},
                                       {"version", report.version}};
  return json.dump(2) + "\n";
}

std::string format_scaling_tables(const ScalingReport& report) {
  const RankModel& rank = report.request.rank;
  return fmt::format(
             "Predicted by the performance model, not measured: porosity {:.3g}, {}, one rank at {:.0f} MFLUPS; a "
             "phase "
             "of messages takes {:.0f} us and {:.0f} GB/s.\nBeyond {} ranks neighbours are taken to be on other nodes, "
             "at {:.0f} GB/s.\n\n",
             report.request.porosity, to_string(report.request.precision), 1e-6 / rank.seconds_a_cell,
             1e6 * rank.seconds_a_phase, rank.bytes_a_second / 1e9, report.request.ranks_a_node,
             on_another_node(rank).bytes_a_second / 1e9) +
         table(report.weak, "Weak scaling (this size a rank)") + "\n" +
         table(report.strong, "Strong scaling (this size in all)");
}

}  // namespace perm
