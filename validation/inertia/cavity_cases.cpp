// SPDX-License-Identifier: Apache-2.0
// Cavities whose lid slides: every velocity comes from the wall, and inertia shapes all of it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>
#include <utility>

#include "validation/inertia/driven_box.hpp"
#include "validation/inertia/inertia_list.hpp"
#include "validation/references/driven_flows.hpp"

namespace perm::validation {
namespace {

using reference::LinePoint;

constexpr double lid_speed = 0.1;

/// Makes a box of `side` voxels along each axis, or one thick, with its lid.
DrivenBox cavity(std::int64_t side, std::int64_t thickness, double reynolds, Axis lid_across, Side lid_side,
                 Axis lid_along) {
  DrivenBox box;
  box.name = fmt::format("lid-driven cavity of {} voxels, Re {:g}", side, reynolds);
  box.extent = {side, side, thickness};
  box.rules = FaceRules({FaceRule::sealed, FaceRule::sealed, thickness == 1 ? FaceRule::periodic : FaceRule::sealed});
  PrescribedFace lid;
  lid.flow = FaceFlow::velocity;
  lid.velocity[static_cast<std::size_t>(lid_along)] = lid_speed;
  box.faces[face_number(lid_across, lid_side)] = lid;
  box.speed = lid_speed;
  const auto length = static_cast<double>(side);
  box.viscosity = lid_speed * length / reynolds;
  const double axes = thickness == 1 ? 2 : 3;
  box.slowest_decay = length * length / (axes * std::numbers::pi * std::numbers::pi * box.viscosity);
  return box;
}

/// Gives the points of a line through the middle, along `axis`, at places from 0 to 1.
std::vector<std::array<double, 3>> line_through_middle(const DrivenBox& box, Axis axis,
                                                       const std::vector<double>& places) {
  std::vector<std::array<double, 3>> points;
  for (const double place : places) {
    std::array<double, 3> point{};
    for (const Axis other : all_axes)
      point[static_cast<std::size_t>(other)] = static_cast<double>(box.extent.along(other)) / 2;
    point[static_cast<std::size_t>(axis)] = place * static_cast<double>(box.extent.along(axis));
    points.push_back(point);
  }
  return points;
}

std::vector<double> places_of(std::span<const LinePoint> points) {
  std::vector<double> places;
  for (const LinePoint& point : points) places.push_back(point.place);
  return places;
}

/// Holds the velocity across a line over that of the lid: v over x, and u over y.
struct Lines {
  ResultCurve v{"v on the line along x", "x over the side", "v over the speed of the lid", {}};
  ResultCurve u{"u on the line along y", "y over the side", "u over the speed of the lid", {}};
};

/// Solves a cavity and gives its velocities at the points of both lines.
std::optional<Lines> solve_lines(DrivenBox box, const std::vector<double>& places_x,
                                 const std::vector<double>& places_y, const InertiaMachine& machine,
                                 std::string& why_not) {
  box.probes = line_through_middle(box, Axis::x, places_x);
  const auto on_y = line_through_middle(box, Axis::y, places_y);
  box.probes.insert(box.probes.end(), on_y.begin(), on_y.end());
  const DrivenOutcome outcome = solve_driven_box(box, machine);
  why_not = outcome.why_not();
  if (!why_not.empty()) return {};
  Lines lines;
  for (std::size_t i = 0; i < places_x.size(); ++i)
    lines.v.points.push_back({places_x[i], outcome.probes[i].velocity[1] / lid_speed});
  for (std::size_t i = 0; i < places_y.size(); ++i)
    lines.u.points.push_back({places_y[i], outcome.probes[places_x.size() + i].velocity[0] / lid_speed});
  return lines;
}

/// Notes the reference of each point, and gives the differences.
std::vector<double> differences(ResultCurve& curve, std::span<const LinePoint> known) {
  std::vector<double> all;
  for (std::size_t i = 0; i < known.size(); ++i) {
    curve.points[i].reference = known[i].velocity;
    all.push_back(std::abs(curve.points[i].y - known[i].velocity));
  }
  return all;
}

/// Does so for both lines.
std::vector<double> differences(Lines& lines, std::span<const LinePoint> known_v, std::span<const LinePoint> known_u) {
  std::vector<double> all = differences(lines.v, known_v);
  const std::vector<double> of_u = differences(lines.u, known_u);
  all.insert(all.end(), of_u.begin(), of_u.end());
  return all;
}

InertiaCase square_100(std::int64_t side) {
  InertiaCase one;
  one.name = "inertia-cavity-100";
  one.title = fmt::format("lid-driven square of {} voxels at Re 100: 30 points on its centre lines", side);
  one.source = "Marchi, Suero, Araki 2009, Tables 6 and 7, errors at most 1.1e-7";
  one.part = Part::programs;
  one.run = [side](const InertiaMachine& machine) {
    const Allowed allowed{0, 0.0005 * 128 * 128 / static_cast<double>(side * side),
                          "half-way walls lie where the cavity has them, so the error is of second order: 0.05 % of "
                          "the lid at 128 voxels"};
    const char* const what = "largest error, over the lid";
    const reference::SquareCavityLines known = reference::marchi_cavity_100();
    InertiaOutcome outcome;
    std::string why_not;
    auto lines = solve_lines(cavity(side, 1, 100, Axis::y, Side::high, Axis::x), places_of(known.v), places_of(known.u),
                             machine, why_not);
    if (!lines) return outcome.figures.push_back(miss_figure(what, allowed, why_not)), outcome;
    const std::vector<double> errors = differences(*lines, known.v, known.u);
    outcome.figures.push_back(hold_figure(what, *std::ranges::max_element(errors), allowed));
    outcome.curves = {std::move(lines->v), std::move(lines->u)};
    return outcome;
  };
  return one;
}

/// Gives the least or largest value of a curve that is smooth between its points: a parabola through the extreme point
/// and its neighbours.
double extremum(const ResultCurve& curve, bool is_least) {
  std::size_t at = 1;
  const auto value = [&](std::size_t i) { return is_least ? -curve.points[i].y : curve.points[i].y; };
  for (std::size_t i = 1; i + 1 < curve.points.size(); ++i)
    if (value(i) > value(at)) at = i;
  const double a = value(at - 1), b = value(at), c = value(at + 1);
  const double best = b + (a - c) * (a - c) / (8 * (2 * b - a - c));
  return is_least ? -best : best;
}

constexpr double allowed_extremum(std::int64_t side) {
  return side >= 256 ? 0.003 : side >= 128 ? 0.01 : 0.04;  // 0.01 by the order of 2 would be 0.04 at 64
}

InertiaCase square_1000(std::vector<std::int64_t> sides) {
  InertiaCase one;
  one.name = "inertia-cavity-1000";
  one.title = fmt::format("lid-driven square of {} to {} voxels at Re 1000: extrema on its centre lines", sides.front(),
                          sides.back());
  one.source = "Botella, Peyret 1998, spectral";
  one.part = Part::programs;
  one.run = [sides](const InertiaMachine& machine) {
    InertiaOutcome outcome;
    const Allowed order{1.8, 10, "half-way walls lie where the cavity has them: second order"};
    std::vector<double> worst;
    for (const std::int64_t side : sides) {
      const Allowed allowed{0, allowed_extremum(side), "second order, from 1 % at 128 voxels to 0.3 % at 256"};
      std::vector<double> places;  // the centres of voxels
      for (std::int64_t i = 0; i < side; ++i)
        places.push_back((static_cast<double>(i) + 0.5) / static_cast<double>(side));
      std::string why_not;
      auto lines = solve_lines(cavity(side, 1, 1000, Axis::y, Side::high, Axis::x), places, places, machine, why_not);
      const auto& known = reference::botella_cavity_1000;
      if (!lines) {
        outcome.figures.push_back(miss_figure(fmt::format("extrema at {}", side), allowed, why_not));
        continue;
      }
      const std::array<std::pair<const char*, double>, 3> errors{
          {{"u", extremum(lines->u, true) / known.least_u - 1},
           {"largest v", extremum(lines->v, false) / known.largest_v - 1},
           {"least v", extremum(lines->v, true) / known.least_v - 1}}};
      worst.push_back(0);
      for (const auto& [name, error] : errors) {
        outcome.figures.push_back(hold_figure(fmt::format("error of {} at {}", name, side), std::abs(error), allowed));
        worst.back() = std::max(worst.back(), std::abs(error));
      }
      if (side == sides.back()) outcome.curves = {std::move(lines->v), std::move(lines->u)};
    }
    if (sides.size() > 1 && worst.size() == sides.size())
      outcome.figures.push_back(
          hold_figure("order of the largest error",
                      std::log2(worst[worst.size() - 2] / worst.back()) /
                          std::log2(static_cast<double>(sides.back()) / static_cast<double>(sides[sides.size() - 2])),
                      order));
    return outcome;
  };
  return one;
}

InertiaCase cube_1000(std::int64_t side) {
  InertiaCase one;
  one.name = "inertia-cube-1000";
  one.title = fmt::format("lid-driven cube of {} voxels at Re 1000: 30 points on its centre lines", side);
  one.source = "Albensoeder, Kuhlmann 2005, Tables 5 and 6, spectral";
  one.part = Part::programs;
  one.run = [side](const InertiaMachine& machine) {
    const Allowed allowed{0, 0.01 * 128 * 128 / static_cast<double>(side * side),
                          "1 % of the lid at 128 voxels, and second order"};
    const char* const what = "root mean square of the errors, over the lid";
    const reference::CubeLines known = reference::albensoeder_cube_1000();
    DrivenBox box = cavity(side, side, 1000, Axis::x, Side::low, Axis::y);
    box.tolerance = 1e-4;
    InertiaOutcome outcome;
    std::string why_not;
    auto lines = solve_lines(std::move(box), places_of(known.v), places_of(known.u), machine, why_not);
    if (!lines) return outcome.figures.push_back(miss_figure(what, allowed, why_not)), outcome;
    double squares = 0;
    const std::vector<double> errors = differences(*lines, known.v, known.u);
    for (const double error : errors) squares += error * error;
    outcome.figures.push_back(hold_figure(what, std::sqrt(squares / static_cast<double>(errors.size())), allowed));
    outcome.curves = {std::move(lines->v), std::move(lines->u)};
    return outcome;
  };
  return one;
}

}  // namespace

std::vector<InertiaCase> cavity_cases(Thoroughness thoroughness) {
  if (thoroughness == Thoroughness::quick) return {square_100(32)};
  if (thoroughness == Thoroughness::standard) return {square_100(64), square_1000({64}), cube_1000(32)};
  return {square_100(128), square_1000({64, 128, 256}), cube_1000(128)};
}

}  // namespace perm::validation
