// SPDX-License-Identifier: Apache-2.0
#include "darcy/inertia/inertia_request.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <string>

#include "core/errors.hpp"

namespace perm {
namespace {

constexpr double least_mach = 0.01, most_mach = 0.4;  // that may be asked for as the largest

}  // namespace

void check_request(const InertiaRequest& request, const FlowOptions& options) {
  const auto refuse = [](const std::string& what, const std::string& why) {
    throw InputError(what, why, "Give numbers above 0 that ascend, as 0.1,0.3,1,3");
  };
  if (request.reynolds.empty()) refuse("No Reynolds number is given", "the list is empty");
  for (std::size_t i = 0; i < request.reynolds.size(); ++i) {
    const double number = request.reynolds[i];
    if (!(number > 0) || !std::isfinite(number))
      refuse(fmt::format("A Reynolds number is {}", number), "it must be above 0, where the flow is the creeping one");
    if (number < least_reynolds)
      refuse(fmt::format("A Reynolds number is {}", number),
             fmt::format("below {} inertia changes K by less than rounding does", least_reynolds));
    if (i > 0 && !(number > request.reynolds[i - 1]))
      refuse(fmt::format("The Reynolds number {} follows {}", number, request.reynolds[i - 1]),
             "each flow begins from the one before");
  }
  if (request.length_voxel && !(*request.length_voxel > 0 && std::isfinite(*request.length_voxel)))
    throw InputError(fmt::format("The length of the Reynolds number is {}", *request.length_voxel),
                     "it must be above 0 and finite", "Give a length above 0");
  if (request.largest_mach && !(*request.largest_mach >= least_mach && *request.largest_mach <= most_mach))
    throw InputError(fmt::format("The largest Mach number of --reynolds is {}", *request.largest_mach),
                     "smaller ones take ages, and at larger ones the velocities are those of sound",
                     fmt::format("Give one from {} to {}", least_mach, most_mach));
  if (options.solver.collision == Collision::bgk)
    throw UsageError("Reynolds numbers are given with --collision bgk",
                     "its K depends on the viscosity, which changes with the Reynolds number", "Use --collision trt");
  if (options.solver.precision == Precision::float16)
    throw UsageError("Reynolds numbers are given with --precision float16",
                     "inertia is smaller than the rounding of float16", "Use --precision float32");
  if (options.boundary.boundary == Boundary::pressure)
    throw UsageError("Reynolds numbers are given with --boundary pressure",
                     "with inertia the flow behind a face that holds its density is not known",
                     options.boundary.sides == Sides::mirror
                         ? "Use --boundary mirror, which has the same K of creeping flow"
                         : "Use --boundary sealed, which has the same K of creeping flow");
}

}  // namespace perm
