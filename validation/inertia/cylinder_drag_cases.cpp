// SPDX-License-Identifier: Apache-2.0
// The cylinder of the DFG benchmark (Schaefer, Turek 1996): 2D-1 between plates and 3D-1Z in a duct, both at Re 20. In
// diameters the channel is 22 (25) long and 4.1 wide, and the cylinder stands 2 (5) behind the inlet and 2 above the
// lower wall, so slightly below the middle.
#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "validation/inertia/driven_box.hpp"
#include "validation/inertia/inertia_list.hpp"
#include "validation/references/driven_flows.hpp"

namespace perm::validation {
namespace {

constexpr double reynolds = 20;
constexpr double mean_speed = 0.05;  // at the inlet, voxels a step

struct Channel {
  double length;         ///< diameters
  double width;          ///< diameters, across the cylinder; in a duct along it, too
  double centre_x;       ///< diameters behind the inlet
  double centre_y;       ///< diameters above the lower wall
  double largest_speed;  ///< of the profile, over the mean
  bool is_duct;
};
constexpr Channel between_plates{22, 4.1, 2, 2, 1.5, false};
constexpr Channel in_duct{25, 4.1, 5, 2, 2.25, true};

DrivenBox channel_box(const Channel& channel, std::int64_t diameter) {
  const auto d = static_cast<double>(diameter);
  const auto voxels = [&](double diameters) { return static_cast<std::int64_t>(std::lround(diameters * d)); };
  DrivenBox box;
  box.name = fmt::format("cylinder {}, {} voxels across", channel.is_duct ? "in a duct" : "between plates", diameter);
  const std::int64_t width = voxels(channel.width);
  box.extent = {voxels(channel.length), width, channel.is_duct ? width : 1};
  box.rules = FaceRules({FaceRule::sealed, FaceRule::sealed, channel.is_duct ? FaceRule::sealed : FaceRule::periodic});
  PrescribedFace inlet;
  inlet.flow = FaceFlow::velocity;
  inlet.profile = FaceProfile::parabola;
  inlet.velocity = {channel.largest_speed * mean_speed, 0, 0};
  PrescribedFace outlet;
  outlet.flow = FaceFlow::density;
  box.faces[face_number(Axis::x, Side::low)] = inlet;
  box.faces[face_number(Axis::x, Side::high)] = outlet;
  box.is_solid = [x0 = channel.centre_x * d, y0 = channel.centre_y * d, d](std::int64_t x, std::int64_t y,
                                                                           std::int64_t /*z*/) {
    const double dx = static_cast<double>(x) + 0.5 - x0, dy = static_cast<double>(y) + 0.5 - y0;
    return dx * dx + dy * dy < d * d / 4;
  };
  box.viscosity = mean_speed * d / reynolds;
  box.speed = mean_speed;
  const auto h = static_cast<double>(width);
  box.slowest_decay = h * h / ((channel.is_duct ? 2 : 1) * std::numbers::pi * std::numbers::pi * box.viscosity);
  return box;
}

/// Gives the pressure on the cylinder's surface in front of it (sign -1) or behind it, by a parabola through the three
/// cells before it; `probes` are those that pressure_probes gives.
std::vector<std::array<double, 3>> pressure_probes(const DrivenBox& box, const Channel& channel, double d) {
  std::vector<std::array<double, 3>> probes;
  for (const int side : {-1, 1})
    for (int i = 0; i < 3; ++i)
      probes.push_back({channel.centre_x * d + side * (d / 2 + 0.5 + i), channel.centre_y * d,
                        static_cast<double>(box.extent.nz) / 2});
  return probes;
}
double on_surface(std::span<const ProbeValue> three) {
  return (15 * three[0].pressure - 10 * three[1].pressure + 3 * three[2].pressure) / 8;
}

InertiaCase cylinder_case(const Channel& channel, std::vector<std::int64_t> diameters, double allowed_at_40) {
  InertiaCase one;
  one.name = channel.is_duct ? "inertia-cylinder-in-duct" : "inertia-cylinder";
  one.title = fmt::format("cylinder {} at Re 20, up to {} voxels across",
                          channel.is_duct ? "in a duct" : "between plates", diameters.back());
  one.source = channel.is_duct ? "DFG benchmark 3D-1Z by FeatFlow: c_D 6.18533"
                               : "DFG benchmark 2D-1 by FeatFlow: c_D 5.57953523384, pressure difference 0.11752016697";
  one.part = Part::programs;
  one.run = [channel, diameters, allowed_at_40](const InertiaMachine& machine) {
    const reference::CylinderFlow known = channel.is_duct ? reference::dfg_3d_1z : reference::dfg_2d_1;
    InertiaOutcome outcome;
    ResultCurve curve{"drag", "voxels across the cylinder", "c_D", {}};
    for (const std::int64_t diameter : diameters) {
      const auto d = static_cast<double>(diameter);
      const Allowed allowed{0, allowed_at_40 * std::max(1.0, 40 / d),
                            fmt::format("{:g} % at 40 voxels; a stepped wall is of first order", 100 * allowed_at_40)};
      DrivenBox box = channel_box(channel, diameter);
      box.probes = pressure_probes(box, channel, d);
      if (channel.is_duct) box.tolerance = 1e-4;
      const DrivenOutcome flow = solve_driven_box(box, machine);
      const std::string what = fmt::format("error of the drag at {}", diameter);
      if (!flow.why_not().empty()) {
        outcome.figures.push_back(miss_figure(what, allowed, flow.why_not()));
        continue;
      }
      const double depth = static_cast<double>(box.extent.nz);
      const double drag = 2 * flow.force[0] / (mean_speed * mean_speed * d * depth);
      outcome.figures.push_back(hold_figure(what, std::abs(drag / known.drag - 1), allowed));
      curve.points.push_back({d, drag, known.drag});
      if (known.pressure_difference == 0) continue;
      const std::span<const ProbeValue> probes(flow.probes);
      const double difference =
          (on_surface(probes.first(3)) - on_surface(probes.subspan(3, 3))) / (mean_speed * mean_speed);
      outcome.figures.push_back(hold_figure(fmt::format("error of the pressure difference at {}", diameter),
                                            std::abs(difference / known.pressure_difference - 1), allowed));
    }
    outcome.curves = {std::move(curve)};
    return outcome;
  };
  return one;
}

}  // namespace

std::vector<InertiaCase> cylinder_drag_cases(Thoroughness thoroughness) {
  if (thoroughness == Thoroughness::quick) return {};
  if (thoroughness == Thoroughness::standard) return {cylinder_case(between_plates, {10, 20}, 0.01)};
  return {cylinder_case(between_plates, {20, 40}, 0.01), cylinder_case(in_duct, {20}, 0.01)};
}

}  // namespace perm::validation
