// SPDX-License-Identifier: Apache-2.0
#include "report/grain_forces_csv.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <iterator>

namespace perm {
namespace {

void add_flow(std::string& csv, Axis along, const GrainForces& forces, const ForcesOfFlow& flow,
              const std::vector<Sphere>& grains) {
  const auto begin_line = [&](const std::string& name) {
    fmt::format_to(std::back_inserter(csv), "{},{},{},", axis_letter(along), flow.reynolds, name);
  };
  for (std::size_t i = 0; i < grains.size(); ++i) {
    const Sphere& grain = grains[i];
    const std::array<double, 3>& force = flow.on_grains[i];
    begin_line(fmt::format("{}", i + 1));
    fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{},{},{},{},{}\n", grain.x, grain.y, grain.z, grain.radius,
                   forces.voxels[i], force[0], force[1], force[2], forces.drag(flow, i, along, 2 * grain.radius),
                   forces.total_drag(flow, i, along, 2 * grain.radius));
  }
  begin_line("rest");
  fmt::format_to(std::back_inserter(csv), ",,,,{},{},{},{},,\n", forces.rest_voxels, flow.on_rest[0], flow.on_rest[1],
                 flow.on_rest[2]);
}

}  // namespace

std::string format_grain_forces_csv(const RunReport& report) {
  std::string csv =
      "direction,reynolds,grain,x,y,z,radius,solid_voxels,force_x,force_y,force_z,drag_coefficient,"
      "drag_coefficient_with_pressure_gradient\n";
  for (const FlowReport& flow : report.flows) {
    if (!flow.grain_forces) continue;
    for (const ForcesOfFlow& forces : flow.grain_forces->flows)
      add_flow(csv, flow.result.direction, *flow.grain_forces, forces, report.grains);
  }
  return csv;
}

}  // namespace perm
