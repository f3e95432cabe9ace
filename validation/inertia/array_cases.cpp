// SPDX-License-Identifier: Apache-2.0
// Arrays of spheres and cylinders: the power of weak inertia, and what a list of Reynolds numbers costs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "validation/inertia/inertia_list.hpp"
#include "validation/inertia/inertial_task.hpp"

namespace perm::validation {
namespace {

Recipe array_of(GeometryKind kind, std::int64_t size, double porosity) {
  Recipe recipe;
  recipe.kind = kind;
  recipe.extent = unit_cell_of(recipe, size);
  recipe.porosity = porosity;
  return recipe;
}

/// Solves the flow through a symmetric cell where inertia is weak. Turning the flow round must not change K, so the
/// first power of Re is missing.
InertiaCase weak_case(GeometryKind kind, std::int64_t size, double tolerance) {
  InertiaCase one;
  one.name = "inertia-weak-" + to_string(kind);
  one.title =
      fmt::format("{} of porosity 0.8, {} voxels a cell: K0/K - 1 where inertia is weak", to_string(kind), size);
  one.source = "Mei, Auriault 1991: K0/K - 1 grows with the square of the Reynolds number";
  one.run = [kind, size, tolerance](const InertiaMachine& machine) {
    const Allowed allowed{1.95, 2.05,
                          "2 in theory; 0.05 for the next power at the largest Re, and for the errors of K"};
    const char* const what = "exponent of weak inertia";
    InertialTask task;
    task.name = fmt::format("weak inertia in {}", to_string(kind));
    task.recipe = array_of(kind, size, 0.8);
    task.request.reynolds = {0.02, 0.04, 0.08, 0.16};
    task.request.largest_mach = 0.05;
    task.tolerance = tolerance;
    task.precision = Precision::float64;
    const InertialRecord record = solve_inertial_task(task, machine);
    InertiaOutcome outcome;
    const std::string why = record.why_incomplete();
    if (!record.result.weak || !why.empty()) {
      outcome.figures.push_back(miss_figure(what, allowed, why.empty() ? "too few flows show weak inertia" : why));
      return outcome;
    }
    outcome.figures.push_back(hold_figure(what, record.result.weak->exponent, allowed));
    ResultCurve curve{"weak inertia", "Re by the root of K", "K0/K - 1", {}};
    for (const InertialPoint& point : record.result.flows.points)
      curve.points.push_back({point.reynolds, record.result.apparent(point).resistance - 1,
                              record.result.weak->coefficient * point.reynolds * point.reynolds});
    outcome.curves.push_back(std::move(curve));
    return outcome;
  };
  return one;
}

/// Compares the steps of a list of six Reynolds numbers with those of its last flow from rest.
InertiaCase cost_case(std::int64_t size) {
  InertiaCase one;
  one.name = "inertia-cost";
  one.title =
      fmt::format("steps of six Reynolds numbers, 0.01 to 3, over those of the largest from rest, in {}^3", size);
  one.source = "each flow goes on from the one before";
  one.run = [size](const InertiaMachine& machine) {
    const Allowed allowed{0, 5, "six flows cost at most five times the largest from rest"};
    InertiaOutcome outcome;
    for (const GeometryKind kind : {GeometryKind::sc, GeometryKind::fcc, GeometryKind::packing}) {
      InertialTask task;
      task.name = fmt::format("six Reynolds numbers in {}", to_string(kind));
      task.recipe = array_of(kind, size, 0.7);
      if (kind == GeometryKind::packing) task.recipe.radius = static_cast<double>(size) / 8;
      task.request.reynolds = {0.01, 0.03, 0.1, 0.3, 1, 3};
      task.tolerance = 1e-3;
      const std::string what = fmt::format("steps in {}, over those of one flow", to_string(kind));
      const InertialRecord record = solve_inertial_task(task, machine);
      if (record.result.flows.end != InertiaEnd::complete) {
        outcome.figures.push_back(miss_figure(what, allowed, record.why_incomplete()));
        continue;
      }
      std::int64_t steps = record.creeping_steps;
      for (const InertialPoint& point : record.result.flows.points) steps += point.steps;
      const FlowFromRest alone = solve_from_rest(task, record.result.flows.points.back(), machine);
      if (alone.stop != StopReason::converged)
        outcome.figures.push_back(miss_figure(what, allowed, "the flow from rest ended with " + to_string(alone.stop)));
      else
        outcome.figures.push_back(
            hold_figure(what, static_cast<double>(steps) / static_cast<double>(alone.steps), allowed));
    }
    return outcome;
  };
  return one;
}

}  // namespace

std::vector<InertiaCase> array_cases(Thoroughness thoroughness) {
  if (thoroughness == Thoroughness::quick) return {weak_case(GeometryKind::sc, 16, 1e-7)};
  const bool is_full = thoroughness == Thoroughness::full;
  const std::int64_t size = is_full ? 64 : 24;
  const double tolerance = is_full ? 1e-8 : 1e-7;
  return {weak_case(GeometryKind::sc, size, tolerance), weak_case(GeometryKind::fcc, size, tolerance),
          weak_case(GeometryKind::cylinders_square, size, tolerance), cost_case(is_full ? 128 : 32)};
}

}  // namespace perm::validation
