// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/sweep_point.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "geometry/shapes/kinds.hpp"

namespace perm::validation {
namespace {

/// Gives the slope of the reference between two porosities near the point; absent unless it holds at both.
std::optional<double> slope_of_reference(const SweepPoint& point) {
  constexpr double step = 1e-3;
  const double low = point.porosity_asked - step;
  const double high = point.porosity_asked + step;
  const std::optional<ReferenceValue> below = reference_at(low, point.recipe, point.direction);
  const std::optional<ReferenceValue> above = reference_at(high, point.recipe, point.direction);
  const std::optional<GrainSize> small = grain_size(point.recipe, low);
  const std::optional<GrainSize> large = grain_size(point.recipe, high);
  if (!below || !above || !small || !large) return {};
  return std::log(above->permeability_voxel2 / below->permeability_voxel2 *
                  std::pow(small->diameter / large->diameter, 2)) /
         (2 * step);
}

/// Gives the slope between two solved points; absent unless both have a K above 0.
std::optional<double> slope_between(const SweepPoint& a, const SweepPoint& b) {
  const double first = a.over_diameter2().value_or(0);
  const double second = b.over_diameter2().value_or(0);
  if (!(first > 0) || !(second > 0) || a.porosity() == b.porosity()) return {};
  return std::log(second / first) / (b.porosity() - a.porosity());
}

}  // namespace

double SweepPoint::porosity() const {
  double sum = 0;
  for (const FlowRecord& record : records) sum += record.porosity();
  return sum / static_cast<double>(records.size());
}

std::optional<double> SweepPoint::permeability() const {
  double sum = 0;
  for (const FlowRecord& record : records) {
    if (!record.permeability_voxel2) return {};
    sum += *record.permeability_voxel2;
  }
  return sum / static_cast<double>(records.size());
}

std::optional<double> SweepPoint::over_diameter2() const {
  if (!grains || !permeability()) return {};
  return *permeability() / (grains->diameter * grains->diameter);
}

double SweepPoint::spread() const {
  const std::optional<double> mean = permeability();
  if (!mean || *mean == 0 || records.size() < 2) return 0;
  double square = 0;
  for (const FlowRecord& record : records) square += std::pow(*record.permeability_voxel2 - *mean, 2);
  return std::sqrt(square / static_cast<double>(records.size() - 1)) / *mean;
}

std::int64_t SweepPoint::steps() const {
  std::int64_t sum = 0;
  for (const FlowRecord& record : records) sum += record.steps;
  return sum;
}

double SweepPoint::seconds() const {
  double sum = 0;
  for (const FlowRecord& record : records) sum += record.seconds;
  return sum;
}

double SweepPoint::iteration_error() const {
  double largest = 0;
  for (const FlowRecord& record : records) largest = std::max(largest, record.iteration_error);
  return largest;
}

double SweepPoint::placement_error() const {
  if (records.size() < 2) return 0;
  const auto n = static_cast<double>(records.size());
  return boost::math::quantile(boost::math::students_t(n - 1), 0.975) * spread() / std::sqrt(n);
}

std::optional<VoxelEstimate> SweepPoint::voxel_estimate() const { return mean_of_estimates(records); }

std::optional<double> SweepPoint::voxel_error() const {
  if (const auto estimate = voxel_estimate()) return std::abs(estimate->relative) + estimate->two_sigma;
  if (!grains || !slope || !(permeability().value_or(0) > 0)) return {};
  // A wall that moves into the fluid makes grains larger and the porosity smaller.
  return wall_shift * std::abs(4 / grains->diameter - grains->surface * *slope);
}

double SweepPoint::bar() const {
  const double placement = placement_error();
  const double voxels = voxel_error().value_or(0);
  return iteration_error() + std::sqrt(placement * placement + voxels * voxels);
}

StopReason SweepPoint::stop() const {
  for (const StopReason worst : {StopReason::diverged, StopReason::step_limit, StopReason::rounding,
                                 StopReason::estimated, StopReason::not_percolating})
    for (const FlowRecord& record : records)
      if (record.stop == worst) return worst;
  return StopReason::converged;
}

std::optional<double> SweepPoint::deviation() const {
  if (!reference || !permeability()) return {};
  return *permeability() / reference->permeability_voxel2 - 1;
}

std::optional<double> SweepPoint::deviation_at_voxels() const {
  if (!reference_at_voxels || !permeability()) return {};
  return *permeability() / reference_at_voxels->permeability_voxel2 - 1;
}

std::optional<double> SweepPoint::series_difference() const {
  if (!reference || !series_voxel2) return {};
  return *series_voxel2 / reference->permeability_voxel2 - 1;
}

bool SweepPoint::is_beyond_bar() const {
  const std::optional<double> off = deviation();
  return off && reference->relative_error && std::abs(*off) > bar() + *reference->relative_error;
}

SweepPoint make_point(const std::vector<Recipe>& realisations, Axis direction, std::vector<FlowRecord> records) {
  SweepPoint point;
  point.recipe = realisations.front();
  point.direction = direction;
  point.records = std::move(records);
  point.porosity_asked = nominal_porosity(point.recipe).value_or(point.porosity());
  point.grains = grain_size(point.recipe, point.porosity_asked);
  return point;
}

void compare_with_references(SweepPoint& point) {
  if (const std::optional<double> nominal = nominal_porosity(point.recipe))
    point.reference = reference_at(*nominal, point.recipe, point.direction);
  point.reference_at_voxels = reference_at(point.porosity(), point.recipe, point.direction);
  point.series_voxel2 = series_permeability(point.recipe);
}

void find_slopes(std::vector<SweepPoint>& points) {
  std::vector<SweepPoint*> in_order;
  for (SweepPoint& point : points) in_order.push_back(&point);
  std::ranges::stable_sort(in_order, {}, [](const SweepPoint* point) { return point->porosity(); });
  for (std::size_t i = 0; i < in_order.size(); ++i) {
    SweepPoint& point = *in_order[i];
    point.slope = slope_of_reference(point);
    if (!point.slope && in_order.size() > 1)
      point.slope = slope_between(*in_order[i == 0 ? 0 : i - 1], *in_order[std::min(i + 1, in_order.size() - 1)]);
  }
}

}  // namespace perm::validation
