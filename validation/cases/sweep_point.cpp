// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/sweep_point.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/shapes/kinds.hpp"
#include "validation/cases/sample_mean.hpp"

namespace perm::validation {
namespace {

/// Says what is missing where K is the mean of few images.
std::string describe_few_images(const Recipe& recipe, std::size_t images) {
  constexpr std::size_t enough = 4;
  const bool is_random = row_of(recipe.kind).takes(RecipeOption::seed);
  if (images >= enough || (images == 1 && !is_random)) return {};
  const char* what = is_random ? "seed" : "placement";
  if (images == 1) return "K of one seed: nothing tells how far other seeds lie from it; give --realisations 4 or more";
  if (images < fewest_values_of_interval)
    return fmt::format("two {}s give no interval of their mean, so K has no interval; give --realisations 4 or more",
                       what);
  return fmt::format("the interval of the mean of {} {}s is wide; give --realisations 4 or more", images, what);
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

std::optional<double> SweepPoint::error_of_mean() const {
  if (records.size() < 2) return 0;
  if (records.size() < fewest_values_of_interval) return {};
  return half_interval_of_mean(spread(), records.size());
}

std::optional<VoxelEstimate> SweepPoint::voxel_estimate() const { return mean_of_estimates(records); }

std::optional<Conducted> SweepPoint::conduction() const {
  Conducted mean;
  mean.direction = direction;
  const auto n = static_cast<double>(records.size());
  double variance = 0;
  for (const FlowRecord& record : records) {
    if (!record.conduction) return {};
    mean.walls = record.conduction->walls;
    variance += std::pow(record.conduction->smooth_deviation / n, 2);
    if (record.conduction->porosity_of_body)
      mean.porosity_of_body = mean.porosity_of_body.value_or(0) + *record.conduction->porosity_of_body / n;
    mean.cells += record.conduction->cells;
    mean.lower += record.conduction->lower / n;
    mean.upper += record.conduction->upper / n;
    mean.value += record.conduction->value / n;
  }
  mean.smooth_deviation = std::sqrt(variance);
  return mean;
}

std::optional<WallSlope> SweepPoint::wall_slope() const {
  WallSlope mean;
  const auto n = static_cast<double>(records.size());
  for (const FlowRecord& record : records) {
    if (!record.wall_slope) return {};
    mean.per_voxel += record.wall_slope->per_voxel / n;
    mean.deviation += record.wall_slope->deviation / n;
  }
  return mean;
}

double SweepPoint::rough_critical_radius() const {
  double mean = 0;
  for (const FlowRecord& record : records) {
    if (!(record.rough_critical_radius > 0)) return 0;
    mean += record.rough_critical_radius / static_cast<double>(records.size());
  }
  return mean;
}

std::optional<Headline> SweepPoint::headline() const {
  IntervalCauses causes{voxel_estimate(), 0, 0, {}, error_of_mean()};  // a recipe has no threshold
  for (const FlowRecord& record : records)
    causes.faces =
        causes.faces && record.face_spread ? std::optional(std::max(*causes.faces, *record.face_spread)) : std::nullopt;
  return make_headline(permeability().value_or(0), iteration_error(), causes);
}

std::vector<std::string> SweepPoint::warnings() const {
  std::vector<std::string> all;
  for (const FlowRecord& record : records)
    for (const std::string& warning : record.warnings)
      if (std::ranges::find(all, warning) == all.end()) all.push_back(warning);
  const std::string few = describe_few_images(recipe, records.size());
  if (!few.empty()) all.push_back(few);
  return all;
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

std::optional<bool> SweepPoint::holds_reference() const {
  const std::optional<Headline> interval = headline();
  if (!interval || !interval->low_voxel2 || !reference || !reference->relative_error) return {};
  const double k = reference->permeability_voxel2;
  const double error = *reference->relative_error;
  return k * (1 + error) >= *interval->low_voxel2 && k * (1 - error) <= *interval->high_voxel2;
}

SweepPoint make_point(const std::vector<Recipe>& realisations, Axis direction, std::vector<FlowRecord> records,
                      Walls walls) {
  SweepPoint point;
  point.recipe = realisations.front();
  point.direction = direction;
  point.walls = walls;
  point.records = std::move(records);
  point.porosity_asked = nominal_porosity(point.recipe).value_or(point.porosity());
  point.grains = grain_size(point.recipe, point.porosity_asked);
  return point;
}

void compare_with_references(SweepPoint& point) {
  if (const std::optional<double> nominal = nominal_porosity(point.recipe))
    point.reference = reference_at(*nominal, point.recipe, point.direction);
  if (point.walls == Walls::voxels)
    point.reference_at_voxels = reference_at(point.porosity(), point.recipe, point.direction);
  point.series_voxel2 = series_permeability(point.recipe);
}

}  // namespace perm::validation
