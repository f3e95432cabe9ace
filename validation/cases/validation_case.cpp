// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/validation_case.hpp"

#include <cmath>

namespace perm::validation {

FlowOptions Trial::set_in(FlowOptions options) const {
  options.direction = direction;
  options.goal = goal;
  options.boundary = boundary;
  options.walls = walls;
  if (walls == Walls::sub_voxel) {
    options.solver.collision = Collision::trt;
    if (options.solver.precision == Precision::float16) options.solver.precision = Precision::float32;
  }
  if (inertia) {
    options.solver.equilibrium = Equilibrium::quadratic;
    if (options.solver.precision == Precision::float16)
      options.solver.precision = Precision::float32;  // not for inertia
    options.tau = inertia->tau;
    options.force = inertia->force;
  }
  return options;
}

std::string to_string(Thoroughness thoroughness) {
  switch (thoroughness) {
    case Thoroughness::brief:
      return "brief";
    case Thoroughness::quick:
      return "quick";
    case Thoroughness::standard:
      return "standard";
    case Thoroughness::full:
      break;
  }
  return "full";
}

std::vector<std::int64_t> resolutions(Thoroughness thoroughness) {
  std::vector<std::int64_t> all{32, 64, 128, 256};
  all.resize(static_cast<std::size_t>(thoroughness) + 1);
  return all;
}

int placements(std::int64_t resolution) { return resolution <= 32 ? 8 : resolution <= 128 ? 4 : 2; }

Shift placement_shift(int i) {
  constexpr double g = 1.2207440846057596;  // the real root of x^4 = x + 1
  const auto place = [i](double step) { return std::fmod(0.5 + i * step, 1.0); };
  return {place(1 / g), place(1 / (g * g)), place(1 / (g * g * g))};
}

}  // namespace perm::validation
