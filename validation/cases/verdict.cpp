// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "darcy/evaluation/grid_convergence.hpp"
#include "darcy/evaluation/permeability_tensor.hpp"

namespace perm::validation {
namespace {

/// When the relative error of the reference is larger than this, the distance from the reference is no error of K.
constexpr double roughest_reference = 0.01;

double largest_component(const TensorRows& tensor) {
  double largest = 0;
  for (const auto& row : tensor)
    for (const double component : row) largest = std::max(largest, std::abs(component));
  return largest;
}

double tensor_difference(const TensorRows& found, const TensorRows& known) {
  TensorRows difference{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) difference[i][j] = found[i][j] - known[i][j];
  return largest_component(difference) / largest_component(known);
}

/// Makes the tensor of the three flows of a level as `solve` makes it, and a bound on the error of its components.
void add_tensor(const Level& level, std::span<const FlowRecord> records, LevelResult& result) {
  std::vector<FlowResult> flows(records.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    flows[i].direction = level.trials[i].direction;
    flows[i].stop = records[i].stop;
    flows[i].permeability_voxel2 = records[i].permeability_voxel2;
    flows[i].iteration_error = records[i].iteration_error;
    flows[i].mean_velocity = records[i].mean_velocity;
    flows[i].cross_flow = records[i].cross_flow;
    flows[i].force = records[i].force;
    flows[i].tau = records[i].tau;
  }
  const std::optional<PermeabilityTensor> tensor = make_permeability_tensor(flows);
  if (!tensor) return;
  result.tensor = tensor->raw;
  const double largest = largest_component(*level.tensor);
  const bool is_bounded = std::ranges::find(records, StopReason::estimated, &FlowRecord::stop) == records.end();
  if (is_bounded) result.tensor_bound = largest_component(tensor->error) / largest;
}

LevelResult average(const Case& of, const Level& level, std::span<const FlowRecord> records) {
  LevelResult result;
  result.resolution = level.resolution;
  result.placements = static_cast<int>(records.size());
  const auto n = static_cast<double>(records.size());
  for (const FlowRecord& record : records) {
    result.permeability += *record.permeability_voxel2 / level.unit_voxel2 / n;
    result.solid_fraction += (1 - record.porosity()) / n;
    result.iteration_error = std::max(result.iteration_error, record.iteration_error);
    result.seconds += record.seconds;
  }
  result.voxel_estimate = mean_of_estimates(records);
  double square = 0;
  for (const FlowRecord& record : records)
    square += std::pow(*record.permeability_voxel2 / level.unit_voxel2 - result.permeability, 2);
  if (records.size() > 1 && !level.tensor) result.spread = std::sqrt(square / (n - 1)) / result.permeability;
  result.error = result.permeability / of.reference.permeability - 1;
  if (level.of_scheme) result.scheme_error = result.permeability / level.of_scheme->permeability - 1;
  if (level.tensor) add_tensor(level, records, result);
  if (of.at_solid_fraction)
    result.equal_volume_error = result.permeability / of.at_solid_fraction(result.solid_fraction) - 1;
  return result;
}

/// Names the flow that did not reach its steady state, if there is one.
std::string unconverged(const Case& of, const std::vector<FlowRecord>& records) {
  std::size_t next = 0;
  for (const Level& level : of.levels)
    for (std::size_t trial = 0; trial < level.trials.size(); ++trial, ++next)
      if (records[next].stop != (level.trials[trial].inertia ? StopReason::estimated : StopReason::converged))
        return fmt::format("placement {} at {}: {}", trial + 1, level.resolution, to_string(records[next].stop));
  return {};
}

const LevelResult* level_at(const CaseResult& result, std::int64_t resolution) {
  for (const LevelResult& level : result.levels)
    if (level.resolution == resolution) return &level;
  return nullptr;
}

void extrapolate(CaseResult& result) {
  if (result.of.reference.relative_error > roughest_reference) return;
  std::vector<double> resolutions;
  std::vector<double> errors;
  for (const LevelResult& level : result.levels) {
    resolutions.push_back(static_cast<double>(level.resolution));
    errors.push_back(level.error);
  }
  result.order_of_error = order_of_error(resolutions, errors);
  const std::size_t n = result.levels.size();
  if (n < 3) return;
  const auto value = [&](std::size_t i) {
    const LevelResult& level = result.levels[i];
    return GridValue{level.permeability, level.standard_error()};
  };
  const ThreeGrids grids{value(n - 3), value(n - 2), value(n - 1)};
  const double reference = result.of.reference.permeability;
  result.two_term = two_term_value(grids);
  result.two_term_error = *result.two_term / reference - 1;
  result.observed_order = observed_order(grids);
  if (!result.observed_order || *result.observed_order < lowest_trusted_order ||
      *result.observed_order > highest_trusted_order)
    return;
  result.richardson = richardson_value(grids.medium.value, grids.fine.value, *result.observed_order);
  result.richardson_error = *result.richardson / reference - 1;
}

Check compare(const Limit& limit, const std::string& what, double value, double allowance = 0) {
  const bool passed = value >= limit.low - allowance && value <= limit.high + allowance;
  return {what, value, allowance, limit.low, limit.high, limit.reason, passed, ""};
}

/// Gives a check for a limit that has no value to compare. It does not fail the case, and it says why.
Check leave_open(const Limit& limit, const std::string& what, const std::string& why) {
  return {what, {}, 0, limit.low, limit.high, limit.reason, true, why};
}

Check hold_tensor(const Limit& limit, const CaseResult& result) {
  const std::string what = "error of the tensor, over its largest component";
  const LevelResult* level = level_at(result, limit.resolution);
  const auto known = std::ranges::find(result.of.levels, limit.resolution, &Level::resolution);
  if (level != nullptr && level->tensor && std::isfinite(level->tensor_bound))
    return compare(limit, what, tensor_difference(*level->tensor, *known->tensor), level->tensor_bound);
  Check check = leave_open(limit, what, "a flow along one of the axes is missing, or has no bound");
  check.passed = false;
  return check;
}

Check hold(const Limit& limit, const CaseResult& result) {
  switch (limit.of) {
    case Quantity::error:
    case Quantity::permeability: {
      const bool is_error = limit.of == Quantity::error;
      const std::string what = fmt::format("{} at {}", is_error ? "error" : "K", limit.resolution);
      const LevelResult* level = level_at(result, limit.resolution);
      if (level == nullptr) return leave_open(limit, what, "this resolution was not solved");
      if (!is_error) return compare(limit, what, level->permeability);
      return compare(limit, what, std::abs(level->error),
                     2 * level->standard_error() / result.of.reference.permeability);
    }
    case Quantity::scheme_error: {
      const std::string what = fmt::format("error against the scheme's own K at {}", limit.resolution);
      const LevelResult* level = level_at(result, limit.resolution);
      if (level == nullptr || !level->scheme_error) return leave_open(limit, what, "this resolution was not solved");
      return compare(limit, what, std::abs(*level->scheme_error), level->iteration_error);
    }
    case Quantity::tensor_error:
      return hold_tensor(limit, result);
    case Quantity::observed_order:
      if (!result.observed_order)
        return leave_open(limit, "observed order",
                          "not defined: the changes from grid to grid are no larger than those between placements, or "
                          "differ in sign");
      return compare(limit, "observed order", *result.observed_order);
    case Quantity::order_of_error:
      if (!result.order_of_error)
        return leave_open(limit, "order of the error",
                          result.levels.size() < 2 ? "one resolution has no order" : "the errors differ in sign");
      return compare(limit, "order of the error", *result.order_of_error);
    case Quantity::two_term_error: {
      const std::string what = "error of the value of two terms";
      if (!result.two_term_error) return leave_open(limit, what, "fewer than three resolutions");
      return compare(limit, what, std::abs(*result.two_term_error));
    }
    case Quantity::richardson_error:
      break;
  }
  const std::string what = "error of the Richardson value";
  if (!result.richardson_error)
    return leave_open(limit, what,
                      result.observed_order
                          ? fmt::format("not trusted at the observed order {:.2f}", *result.observed_order)
                          : "no order was observed");
  return compare(limit, what, std::abs(*result.richardson_error));
}

}  // namespace

double LevelResult::standard_error() const {
  return spread * permeability / std::sqrt(static_cast<double>(placements));
}

CaseResult judge(const Case& validation_case, const std::vector<FlowRecord>& records) {
  CaseResult result;
  result.of = validation_case;
  if (const std::string why = unconverged(validation_case, records); !why.empty()) {
    result.checks.push_back(
        {"every flow converges", {}, 0, 0, 0, "a flow that is not steady has no permeability", false, why});
    return result;
  }
  std::size_t next = 0;
  for (const Level& level : validation_case.levels) {
    result.levels.push_back(average(validation_case, level, std::span(records).subspan(next, level.trials.size())));
    next += level.trials.size();
  }
  extrapolate(result);
  for (const Limit& limit : validation_case.limits) result.checks.push_back(hold(limit, result));
  result.passed =
      std::all_of(result.checks.begin(), result.checks.end(), [](const Check& check) { return check.passed; });
  return result;
}

}  // namespace perm::validation
