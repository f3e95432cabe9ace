// SPDX-License-Identifier: Apache-2.0
#include "darcy/inertia/steady_state.hpp"

#include <algorithm>
#include <cmath>

#include "darcy/inertia/steadiness.hpp"
#include "darcy/stepper.hpp"

namespace perm {
namespace {

constexpr std::int64_t first_look = 100;       // that is judged
constexpr std::int64_t looks_of_history = 20;  // the steps so far over those between two judgements
constexpr std::int64_t steps_a_look = 4;

}  // namespace

SteadyState step_until_steady(std::unique_ptr<Backend>& backend, const SteadyStateRequest& request,
                              const std::function<void(const SteadyState&)>& between) {
  Stepper stepper(backend);
  const std::int64_t start = backend->steps();
  Steadiness steadiness(request.slowest_decay);
  SteadyState state;
  std::int64_t judged_next = first_look;
  while (true) {
    const std::int64_t until =
        std::min(std::max(steps_a_look, judged_next - state.steps), longest_between_looks(state.steps)) - steps_a_look;
    if (state.steps + until + steps_a_look > request.max_steps) return state;
    const std::int64_t end = backend->steps() + until;
    while (backend->steps() < end) {
      stepper.advance(end - backend->steps());
      state.steps = backend->steps() - start;
      state.seconds = stepper.seconds();
      if (between) between(state);
    }
    const ChangingFlow now = stepper.compare();
    state.steps = backend->steps() - start;
    state.seconds = stepper.seconds();
    if (!now.sample.finite) {
      state.end = SteadyEnd::diverged;
      return state;
    }
    const double rate = std::sqrt(now.rates.velocity_residual) / request.speed;
    if (std::isfinite(rate)) steadiness.add({state.steps, rate});
    if (state.steps < judged_next) continue;
    judged_next = state.steps + std::max(first_look, state.steps / looks_of_history / 2 * 2);
    const FlowJudgement judged = steadiness.judge(request.tolerance);
    state.error = judged.error;
    state.oscillation = judged.oscillation;
    if (state.error <= request.tolerance) state.end = SteadyEnd::steady;
    if (state.end != SteadyEnd::steady && judged.is_unsteady) state.end = SteadyEnd::unsteady;
    if (state.end != SteadyEnd::step_limit) return state;
  }
}

}  // namespace perm
