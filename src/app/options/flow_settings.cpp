// SPDX-License-Identifier: Apache-2.0
#include "app/options/flow_settings.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <span>
#include <string_view>
#include <system_error>

#include "app/options/machine_options.hpp"
#include "core/errors.hpp"
#include "core/text_file.hpp"
#include "core/units.hpp"

namespace perm {
namespace {

constexpr double least_tolerance_float32 = 2e-6;

/// Bit i stands for axis i.
constexpr std::array<NamedValue<unsigned>, 7> sets_of_directions{
    {{1, "x"}, {2, "y"}, {4, "z"}, {3, "xy"}, {5, "xz"}, {6, "yz"}, {7, "xyz"}}};

/// Reads a number strictly between two bounds; `meaning` says in the message what the number is.
double number_between(const OptionValues& values, const std::string& name, std::pair<double, double> bounds,
                      const char* meaning) {
  const double number = values.number(name).value_or(0);
  if (number > bounds.first && number < bounds.second) return number;
  throw InputError(fmt::format("--{} cannot be {}", name, number),
                   fmt::format("{} must be above {} and below {}", meaning, bounds.first, bounds.second),
                   fmt::format("The default is {}", values.fallback(name)));
}

std::optional<double> read_tau(const OptionValues& values) {
  if (values.text("tau") == "auto") return {};
  return number_between(values, "tau", {0.5, 100}, "the relaxation time");
}

}  // namespace

Option direction_option(const std::string& several) {
  return {"direction", join_names(std::span<const NamedValue<unsigned>>(sets_of_directions), "|"),
          "direction of the flow; " + several, "x", ""};
}

std::vector<Axis> read_directions(const OptionValues& values) {
  const unsigned set = values.choice("direction", sets_of_directions);
  std::vector<Axis> directions;
  for (const Axis axis : all_axes)
    if ((set >> static_cast<unsigned>(axis) & 1U) != 0) directions.push_back(axis);
  return directions;
}

std::vector<Option> flow_setting_options(const std::string& tolerance) {
  return {
      {"tolerance", "E", "relative error of the iteration at which to stop, between 0 and 0.5", tolerance, ""},
      advanced({"method", join_names<Method>("|"),
                "pressure: begun from the Darcy flow of the voxels, by which the pressure is also brought to rest, so "
                "that steps do not grow with the size; plain: steps from rest, for comparisons. Flows with inertia, or "
                "with a high --tau, take plain steps from that Darcy flow. The limit is the same",
                "pressure", ""}),
      advanced(
          {"max-steps", "N", "time steps after which to stop in any case (exit code 4), 2 or more", "1000000", ""}),
      advanced({"tau", "auto|T", "relaxation time, lattice units, above 0.5; auto chooses it for speed (bgk: 1)",
                "auto", ""}),
      advanced({"collision", join_names<Collision>("|"),
                "trt: the permeability does not depend on tau; bgk: for comparisons", "trt", ""}),
      advanced({"magic", "L", "trt: (tau+ - 1/2)(tau- - 1/2)", "0.1875", "0.1875 = 3/16"}),
      {"walls", fmt::format("{}|{}", automatic_walls, join_names<Walls>("|")),
       "where walls stand: voxels, at the faces of voxels; sub-voxel, where the surface is that a recipe has, or an "
       "image of signed distances, in voxels and negative in solid, so that K is far nearer to that of the smooth "
       "bodies at the same number of voxels. For creeping flow. auto: sub-voxel for recipes, voxels for images",
       automatic_walls, ""},
      advanced({"slip", "LENGTH",
                "slip length along all walls, with its unit or in voxels (0.2vox): so far behind a wall the velocity "
                "along it would vanish. For gases and coated walls; creeping flow only",
                "", ""}),
      advanced(
          {"equilibrium", join_names<Equilibrium>("|"),
           "linear: creeping flow, no inertia; quadratic: with inertia; incompressible: with inertia, and density 1 in "
           "every product, so that the flux of a steady flow is the same everywhere",
           "linear", ""}),
      advanced({"force", "G", "force per unit mass that drives the flow, voxels per step^2", "1e-6", ""})};
}

std::optional<Walls> read_walls(const OptionValues& values) {
  return values.text("walls") ? values.choice_or<Walls>("walls", automatic_walls) : std::nullopt;
}

namespace {

/// Reads a slip length into `flow`, in voxels or in metres.
void read_slip(std::string_view text, FlowOptions& flow) {
  double voxels = 0;
  const auto [end, error] = scan_number(text.data(), text.data() + text.size(), voxels);
  const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  if (unit != "vox" && unit != "voxel" && unit != "voxels") {
    flow.slip_m = parse_length_m(text);
    return;
  }
  if (error != std::errc{} || !(voxels > 0) || !std::isfinite(voxels))
    throw InputError(fmt::format("The slip length '{}' is not positive", text), "fluid sticks to walls without --slip",
                     "Give a length above zero, such as --slip 0.2vox, or leave --slip out");
  flow.solver.slip.length = voxels;
}

}  // namespace

FlowOptions read_flow_settings(const OptionValues& values) {
  FlowOptions flow;
  flow.solver.collision = values.choice<Collision>("collision");
  if (values.text("equilibrium")) flow.solver.equilibrium = values.choice<Equilibrium>("equilibrium");
  flow.solver.magic = number_between(values, "magic", {0, 100}, "the magic parameter");
  if (flow.solver.collision == Collision::bgk && values.is_given("magic"))
    throw UsageError("--magic is given with --collision bgk", "BGK has no magic parameter", "Leave one of them out");
  flow.method = values.choice<Method>("method");
  if (const auto walls = read_walls(values)) flow.walls = *walls;
  read_machine_options(values, flow.solver);
  flow.tau = read_tau(values);
  if (values.text("force")) flow.force = number_between(values, "force", {0, 1}, "the force per unit mass");
  flow.tolerance = number_between(values, "tolerance", {0, 0.5}, "the relative error");
  if (flow.tolerance < least_tolerance_float32 && flow.solver.precision != Precision::float64)
    throw InputError(
        fmt::format("--tolerance {} cannot be met in {}", flow.tolerance, to_string(flow.solver.precision)),
        "rounding alone changes K by about 1e-6 there",
        fmt::format("Add --precision float64, or give {} or more", least_tolerance_float32));
  if (const auto slip = values.text("slip")) read_slip(*slip, flow);
  flow.max_steps = values.integer("max-steps").value_or(flow.max_steps);
  if (flow.max_steps < 2)
    throw InputError(fmt::format("--max-steps cannot be {}", flow.max_steps), "steps come in pairs", "Give 2 or more");
  return flow;
}

void require_no_slip(const FlowOptions& flow) {
  if (flow.slip_m > 0 || flow.solver.slip.length > 0)
    throw UsageError("--slip is given where results are compared with references",
                     "these are of fluid that sticks to walls", "Leave --slip out, or solve one geometry at a time");
}

}  // namespace perm
