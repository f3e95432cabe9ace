// SPDX-License-Identifier: Apache-2.0
// The drag of a sphere in a wide stream, which is beyond every face.
#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "validation/inertia/driven_box.hpp"
#include "validation/inertia/inertia_list.hpp"
#include "validation/references/sphere_drag.hpp"

namespace perm::validation {
namespace {

constexpr double stream_speed = 0.1;  // voxels a step
constexpr double box_width = 12;      // diameters
constexpr double box_length = 15;
constexpr double before_sphere = 5;

DrivenBox stream_box(std::int64_t diameter, double reynolds) {
  const auto d = static_cast<double>(diameter);
  const auto width = static_cast<std::int64_t>(box_width) * diameter;
  DrivenBox box;
  box.name = fmt::format("sphere {} voxels across, Re {:g}", diameter, reynolds);
  box.extent = {static_cast<std::int64_t>(box_length) * diameter, width, width};
  box.rules = FaceRules({FaceRule::sealed, FaceRule::sealed, FaceRule::sealed});
  PrescribedFace stream;
  stream.flow = FaceFlow::stream;
  stream.velocity = {stream_speed, 0, 0};
  box.faces.fill(stream);
  box.is_solid = [d](std::int64_t x, std::int64_t y, std::int64_t z) {
    const double dx = static_cast<double>(x) + 0.5 - before_sphere * d;
    const double dy = static_cast<double>(y) + 0.5 - box_width / 2 * d;
    const double dz = static_cast<double>(z) + 0.5 - box_width / 2 * d;
    return dx * dx + dy * dy + dz * dz < d * d / 4;
  };
  box.viscosity = stream_speed * d / reynolds;
  // At Re 200 a voxel is ten times nu/U. With magic 3/16 waves of one voxel then grow where the stream comes in, at any
  // speed; with this they do not. It moves a flat wall by 0.02 voxel where the flow is a parabola over 20 voxels.
  box.magic = 0.05;
  box.speed = stream_speed;
  box.start_velocity = stream.velocity;
  // What the stream does not carry out decays at the sides; it carries all of the box out in so many steps.
  box.slowest_decay = box_length * d / stream_speed / std::numbers::pi;
  box.precision = Precision::float32;
  box.tolerance = 1e-3;
  return box;
}

}  // namespace

std::vector<InertiaCase> sphere_drag_cases(Thoroughness thoroughness) {
  if (thoroughness == Thoroughness::quick) return {};
  const std::int64_t diameter = thoroughness == Thoroughness::full ? 20 : 8;
  const double allowed_error = thoroughness == Thoroughness::full ? 0.05 : 0.15;
  InertiaCase one;
  one.name = "inertia-sphere";
  one.title = fmt::format("sphere {} voxels across in a stream 12 diameters wide, Re 20 to 200", diameter);
  one.source = "Schiller, Naumann 1933: c_D = 24/Re (1 + 0.15 Re^0.687); Roos, Willmarth 1971";
  one.part = Part::measured;
  one.run = [diameter, allowed_error](const InertiaMachine& machine) {
    InertiaOutcome outcome;
    ResultCurve curve{"drag", "Re by the diameter", "c_D", {}};
    for (const double reynolds : {20.0, 100.0, 200.0}) {
      const DrivenBox box = stream_box(diameter, reynolds);
      const DrivenOutcome flow = solve_driven_box(box, machine);
      const std::string what = fmt::format("drag coefficient at Re {:g}", reynolds);
      const reference::Band known = reference::sphere_drag_band(reynolds);
      const Allowed allowed{
          known.low * (1 - allowed_error), known.high * (1 + allowed_error),
          fmt::format("the fit and the measurement, which differ by up to 9 %, and {:g} % on either side for the steps "
                      "of the sphere and the sides of the stream",
                      100 * allowed_error)};
      if (!flow.why_not().empty()) {
        outcome.figures.push_back(miss_figure(what, allowed, flow.why_not()));
        continue;
      }
      const auto d = static_cast<double>(diameter);
      const double drag = 8 * flow.force[0] / (stream_speed * stream_speed * std::numbers::pi * d * d);
      outcome.figures.push_back(hold_figure(what, drag, allowed));
      curve.points.push_back({reynolds, drag, {}, known.low, known.high});
    }
    outcome.curves = {std::move(curve)};
    return outcome;
  };
  return {std::move(one)};
}

}  // namespace perm::validation
