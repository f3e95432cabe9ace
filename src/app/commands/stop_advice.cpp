// SPDX-License-Identifier: Apache-2.0
#include "app/commands/stop_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace perm {
namespace {

constexpr double usual_magic = 3.0 / 16;
constexpr double much_rounding = 0.5;  // of the bound

/// What keeps the bound of a flow above the tolerance. More steps do not help against rounding alone.
enum class Cause { steps, rounding, rounding_alone };

/// Joins choices: "Do a, do b, or do c".
std::string join_choices(const std::vector<std::string>& choices) {
  std::string text;
  for (std::size_t i = 0; i < choices.size(); ++i)
    text += (i == 0 ? "" : i + 1 < choices.size() ? ", " : choices.size() > 2 ? ", or " : " or ") + choices[i];
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

std::string advise_on_bound(const FlowOptions& options, Cause cause) {
  std::vector<std::string> choices;
  if (cause != Cause::steps && options.solver.precision != Precision::float64)
    choices.emplace_back("use --precision float64, because most of the bound is rounding");
  else if (cause == Cause::rounding_alone)
    choices.push_back(fmt::format("raise --tolerance above {:g}", options.tolerance));
  else
    choices.push_back(fmt::format("raise --max-steps above {}", options.max_steps));
  if (options.tau) choices.emplace_back("leave --tau to the program");
  if (has_inertia(options.solver.equilibrium))
    choices.emplace_back("lower --force, because a flow with much inertia may never be steady");
  else if (options.method == Method::plain)
    choices.emplace_back("leave out --method plain");
  return join_choices(choices);
}

std::string advise_on_divergence(const FlowOptions& options) {
  std::vector<std::string> choices;
  if (has_inertia(options.solver.equilibrium)) choices.emplace_back("lower --force");
  if (options.tau) choices.emplace_back("leave --tau to the program");
  if (options.solver.precision == Precision::float16) choices.emplace_back("use --precision float32");
  if (options.solver.collision == Collision::bgk) choices.emplace_back("use --collision trt");
  if (options.solver.collision == Collision::trt && options.solver.magic != usual_magic)
    choices.emplace_back("leave out --magic");
  if (choices.empty()) return "This is a fault of the program: report it with the image and the command line";
  return join_choices(choices);
}

}  // namespace

std::string advise(std::span<const FlowEnd> ends, const FlowOptions& options) {
  const auto is_limited = [](const FlowEnd& end) {
    return end.stop == StopReason::step_limit || end.stop == StopReason::rounding;
  };
  const bool diverged = std::ranges::find(ends, StopReason::diverged, &FlowEnd::stop) != ends.end();
  const bool limited = std::ranges::any_of(ends, is_limited);
  Cause cause = Cause::steps;
  for (const FlowEnd& end : ends) {
    if (end.stop == StopReason::rounding) cause = Cause::rounding_alone;
    if (cause == Cause::steps && is_limited(end) && end.rounding_share > much_rounding) cause = Cause::rounding;
  }
  if (diverged && limited)
    return fmt::format("Where it diverged: {}. Where the bound is too large: {}", advise_on_divergence(options),
                       advise_on_bound(options, cause));
  return diverged ? advise_on_divergence(options) : limited ? advise_on_bound(options, cause) : "";
}

}  // namespace perm
