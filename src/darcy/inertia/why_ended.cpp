// SPDX-License-Identifier: Apache-2.0
#include "darcy/inertia/why_ended.hpp"

#include <fmt/format.h>

#include <cmath>

#include "darcy/inertia/inertia_request.hpp"

namespace perm {
namespace {

// The largest speed over nu, per voxel, up to which flows through packings are known to stay finite.
constexpr double finite_up_to = 12;

/// Gives a number of times in words: rounded up, or the power of ten of one that nobody can count.
std::string round_up(double times) {
  return times < 1e4 ? fmt::format("{:.0f}", std::ceil(times)) : fmt::format("{:.0e}", times);
}

/// Says how much finer the voxels should be.
std::string advise_finer_voxels(double of_voxel) {
  if (of_voxel <= finite_up_to) return "refine the image";
  return fmt::format(
      "the largest speed over nu is {:.2g} per voxel, and about {:g} stays finite; make the voxels {} "
      "times smaller",
      of_voxel, finite_up_to, round_up(of_voxel / finite_up_to));
}

std::string describe(const UnsteadyFlow& flow) {
  if (flow.period_steps == 0)
    return fmt::format("its velocities still change as much as before after {} steps", flow.steps);
  return fmt::format(
      "after {} steps K still oscillates by {:.2g} % about {:.4g} voxel^2, {} {:.0f} steps, {:.3g} times l/U",
      flow.steps, 100 * flow.oscillation, flow.permeability_voxel2,
      flow.is_regular ? "with a period of" : "irregularly, about once in", flow.period_steps, flow.period);
}

}  // namespace

std::string why_unresolved(double reynolds, const ViscosityChoice& choice, const InertialFlows& flows) {
  const ViscosityBounds& bounds = choice.bounds;
  if (reynolds * std::sqrt(flows.creeping_voxel2) < least_reynolds * flows.length_voxel)
    return fmt::format(
        "The flow at Reynolds number {:.4g} with a length of {:.4g} voxels has less inertia than rounding has: give a "
        "smaller length, or a larger Reynolds number",
        reynolds, flows.length_voxel);
  if (tau_of(choice.viscosity) < least_inertial_tau && choice.tau)
    return fmt::format("Below tau {} no flow with inertia is resolved, and {} is given: leave --tau to the program",
                       least_inertial_tau, *choice.tau);
  if (!bounds.are_resolved(reynolds)) {
    const double of_voxel = bounds.of_voxel(reynolds);
    return fmt::format(
        "The flow at Reynolds number {:.4g} has a largest speed over nu of {:.2g} per voxel, and beyond {:g} it is not "
        "resolved: make the voxels {} times smaller, or lower the Reynolds number",
        reynolds, of_voxel, most_of_voxel, round_up(of_voxel / finite_up_to));
  }
  if (choice.tau && choice.viscosity > bounds.largest(reynolds))
    return fmt::format(
        "The flow at Reynolds number {:.4g} has a Mach number above {} at tau {}: leave --tau to the program", reynolds,
        bounds.largest_mach, *choice.tau);
  return {};
}

std::string describe_divergence(double reynolds, double tau, const ViscosityBounds& bounds) {
  return fmt::format(
      "The flow at Reynolds number {:.4g} was no longer finite at tau {:.4g}: {}, or lower the Reynolds number",
      reynolds, tau, advise_finer_voxels(bounds.of_voxel(reynolds)));
}

std::string describe_step_limit(double reynolds, std::int64_t max_steps) {
  return fmt::format(
      "The flow at Reynolds number {:.4g} was not steady after {} steps: raise --max-steps, or lower the Reynolds "
      "number",
      reynolds, max_steps);
}

UnsteadyFlow find_unsteady_flow(const FlowJudgement& judged, const Drive& drive, double length, std::int64_t steps) {
  UnsteadyFlow flow;
  flow.permeability_voxel2 = judged.value;
  flow.reynolds = reynolds_of(judged.value, drive, length);
  flow.force = drive.force;
  flow.tau = drive.tau;
  flow.steps = steps;
  if (!judged.oscillation) return flow;
  flow.oscillation = judged.oscillation->size;
  flow.is_regular = judged.oscillation->is_regular;
  flow.period_steps = judged.oscillation->period;
  const double velocity = judged.value * drive.force / viscosity(drive.tau);
  flow.period = flow.period_steps * velocity / length;
  return flow;
}

std::string describe_unsteady(double reynolds, const UnsteadyFlow& flow) {
  return fmt::format("The flow at Reynolds number {:.4g} does not become steady: {}", reynolds, describe(flow));
}

}  // namespace perm
