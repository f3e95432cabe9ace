// SPDX-License-Identifier: Apache-2.0
#include "darcy/evaluation/headline.hpp"

#include <algorithm>
#include <cmath>

namespace perm {
namespace {

/// K of the medium that goes on beyond the faces is as often at the end of their spread as inside of it, and the spread
/// is seen in large voxels. Of 70 bodies that repeat, solved between mirrors or walls, the spread itself held 60, and a
/// third more all (tools/headline_truth).
constexpr double beyond_spread = 4.0 / 3;

}  // namespace

std::optional<double> spread_of(const ErrorBudget& budget) {
  std::optional<double> spread;
  for (const BoundaryPermeability& other : budget.boundary.alternatives)
    if (other.permeability_voxel2 > 0)
      spread = std::max(spread.value_or(0), std::abs(std::log(other.permeability_voxel2 / budget.permeability_voxel2)));
  return spread;
}

std::optional<Headline> make_headline(const FlowResult& flow, const IntervalCauses& causes) {
  return make_headline(flow.permeability_voxel2.value_or(0), flow.iteration_error, causes);
}

std::optional<Headline> make_headline(double solved_voxel2, double iteration_error, const IntervalCauses& causes) {
  if (!(solved_voxel2 > 0)) return {};
  Headline headline;
  headline.permeability_voxel2 = solved_voxel2;
  double sum_of_squares = 0;
  const auto add = [&](const char* cause, const char* unknown_as, const std::optional<double>& two_sigma) {
    if (!two_sigma) {
      headline.unknown.emplace_back(unknown_as);
      return;
    }
    sum_of_squares += *two_sigma * *two_sigma;
    if (*two_sigma > 0) headline.parts.push_back({cause, *two_sigma});
  };
  add("voxels", "voxels", two_sigma_of(causes.voxels));
  add("faces", "faces", causes.faces ? std::optional(beyond_spread * *causes.faces) : std::nullopt);
  add("threshold", "segmentation", causes.threshold);
  add("blur", "", (causes.blur.solid + causes.blur.pores) / 2);
  add("images", "images", causes.images);
  double middle = solved_voxel2 * std::exp((causes.blur.pores - causes.blur.solid) / 2);
  if (causes.voxels) {
    middle /= 1 + causes.voxels->relative;
    headline.permeability_voxel2 = causes.voxels->corrected_voxel2.value_or(solved_voxel2);
  }
  const bool is_bounded = std::isfinite(iteration_error);
  if (is_bounded && iteration_error > 0) headline.parts.push_back({"iteration", iteration_error});
  if (!is_bounded) headline.unknown.emplace_back("iteration");
  if (is_bounded && causes.voxels && causes.images) {
    const double width = std::sqrt(sum_of_squares);
    const double k = headline.permeability_voxel2;
    headline.low_voxel2 = std::min(k, middle * std::exp(-width) * std::max(0.0, 1 - iteration_error));
    headline.high_voxel2 = std::max(k, middle * std::exp(width) * (1 + iteration_error));
  }
  std::ranges::stable_sort(headline.parts, std::ranges::greater{}, &IntervalPart::two_sigma);
  return headline;
}

}  // namespace perm
