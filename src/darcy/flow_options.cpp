// SPDX-License-Identifier: Apache-2.0
#include "darcy/flow_options.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "core/errors.hpp"

namespace perm {
namespace {

void require(bool holds, const std::string& problem, const std::string& why, const std::string& remedy) {
  if (!holds) throw InputError(problem, why, remedy);
}

std::string key_of(const BoundaryChoice& choice) {
  const auto& [boundary, sides, across_flow] = choice;
  return fmt::format("boundary {} sides {}{}", to_string(boundary), to_string(sides),
                     across_flow == AcrossFlow::joined ? " across flow joined" : "");
}

std::string key_of(const SolverSettings& settings) {
  const auto& [device, collision, equilibrium, precision, instructions, tau, magic, force, threads, transport, faces,
               slip] = settings;
  std::string key = fmt::format("collision {} equilibrium {} precision {} magic {}", to_string(collision),
                                to_string(equilibrium), to_string(precision), magic);
  if (slip.length > 0) key += fmt::format(" slip {}", slip.length);
  if (faces == PrescribedFaces{}) return key;
  for (const auto& [flow, profile, velocity, density] : faces)
    key += fmt::format(" face {} {} {} {} {} {}", static_cast<int>(flow), static_cast<int>(profile), velocity[0],
                       velocity[1], velocity[2], density);
  return key;
}

}  // namespace

std::optional<NeedOfVoxels> find_need_of_voxels(const FlowOptions& options) {
  const SolverSettings& solver = options.solver;
  if (solver.precision == Precision::float16)
    return NeedOfVoxels{"--precision float16", "its rounding was not tried beside such walls",
                        "Use --precision float32"};
  if (solver.collision != Collision::trt)
    return NeedOfVoxels{"--collision bgk", "one relaxation time has no magic parameter", "Use --collision trt"};
  if (solver.equilibrium != Equilibrium::linear)
    return NeedOfVoxels{"--equilibrium " + to_string(solver.equilibrium),
                        "the rule of these walls is for creeping flow", "Use --equilibrium linear"};
  return {};
}

// The bindings here and above name every field, so that a new field does not compile until it has been decided whether
// a number depends on it.
std::string key_of(const FlowOptions& options) {
  const auto& [direction, boundary, solver, tau, force, method, goal, tolerance, max_steps, walls, slip_m, surface] =
      options;
  return fmt::format("along {} {} {} tau {} force {} method {} goal {} tolerance {} steps {}{}{}",
                     axis_letter(direction), key_of(boundary), key_of(solver), tau ? fmt::format("{}", *tau) : "-",
                     force, to_string(method), to_string(goal), tolerance, max_steps,
                     walls == Walls::sub_voxel ? " walls sub-voxel" : "",
                     slip_m > 0 ? fmt::format(" slip {} m", slip_m) : "");
}

void take_slip_in_voxels(FlowOptions& options, const std::optional<double>& voxel_size_m) {
  if (options.slip_m == 0) return;
  if (!voxel_size_m)
    throw UsageError("--slip is given in a unit of length, and the size of a voxel is not known",
                     "the slip length in voxels follows from both", "Add --voxel-size, or give --slip in voxels");
  options.solver.slip.length = options.slip_m / *voxel_size_m;
  options.slip_m = 0;
}

void check_options(const FlowOptions& options) {
  if (options.walls == Walls::sub_voxel)
    if (const auto need = find_need_of_voxels(options))
      throw UsageError("--walls sub-voxel is given with " + need->option, need->why, need->remedy);
  if (options.solver.slip.length > 0)
    if (const auto need = find_need_of_voxels(options))
      throw UsageError("--slip is given with " + need->option, need->why, need->remedy);
  require(options.solver.slip.length >= 0 && std::isfinite(options.solver.slip.length),
          fmt::format("The slip length {} is out of range", options.solver.slip.length),
          "the velocity would vanish so far behind a wall", "Give a length of 0 or more");
  if (options.tau)
    require(*options.tau > 0.5 && std::isfinite(*options.tau), fmt::format("tau = {} is out of range", *options.tau),
            "the viscosity (tau - 1/2)/3 must be positive", "Give a tau above 0.5, or leave it to the program");
  require(options.tolerance > 0 && options.tolerance < 1,
          fmt::format("The tolerance {} is out of range", options.tolerance), "it is a relative error",
          "Give a number between 0 and 1, such as 1e-3");
  // What changes of a distribution near the end of a run must keep its digits in float32: K is off by 2e-4 at 1e-29.
  constexpr double least_force = 1e-20;
  require(std::abs(options.force) >= least_force && std::isfinite(options.force),
          fmt::format("The force {} is out of range", options.force),
          fmt::format("it must be finite, and float32 loses digits of a flow below {}", least_force),
          "Leave --force out");
  require(options.max_steps >= 2, fmt::format("{} steps are too few", options.max_steps), "steps come in pairs",
          "Give --max-steps of at least 2");
  require(options.solver.magic > 0 && std::isfinite(options.solver.magic),
          fmt::format("The magic parameter {} is out of range", options.solver.magic), "it must be positive",
          "Give a positive number, such as 0.1875");
}

}  // namespace perm
