// SPDX-License-Identifier: Apache-2.0
#include "report/convergence_csv.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace perm {
namespace {

/// Gives the shortest text that reads back as the same number, or an empty text for NaN and infinity.
std::string cell(double value) { return std::isfinite(value) ? fmt::format("{}", value) : std::string(); }

}  // namespace

std::string format_convergence_csv(const std::vector<FlowReport>& flows) {
  std::string csv = "direction,step,seconds,permeability_voxel2,extrapolated_voxel2,error\n";
  for (const FlowReport& flow : flows)
    for (const ConvergenceSample& sample : flow.result.history)
      fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{}\n", axis_letter(flow.result.direction), sample.step,
                     cell(sample.seconds), cell(sample.permeability_voxel2),
                     std::isfinite(sample.error) ? cell(sample.extrapolated_voxel2) : std::string(),
                     cell(sample.error));
  return csv;
}

std::string format_plane_flux_csv(const std::vector<FlowReport>& flows) {
  std::string csv = "direction,plane,mean_velocity\n";
  for (const FlowReport& flow : flows) {
    std::size_t plane = 0;
    for (const double velocity : flow.result.plane_flux)
      fmt::format_to(std::back_inserter(csv), "{},{},{}\n", axis_letter(flow.result.direction), plane++,
                     cell(velocity));
  }
  return csv;
}

}  // namespace perm
