// SPDX-License-Identifier: Apache-2.0
#include "darcy/inertia/next_flow.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace perm {
namespace {

constexpr int most_tries = 3;   // at a share
constexpr double nearly = 0.8;  // of the share, that K of a flow is to be down by
constexpr double no_noise = 4;  // errors that inertia must be above, so that a power law is seen
constexpr double usual_power = 1.5;

double inertia_of(const InertialFlows& flows, const InertialPoint& p) {
  return flows.creeping_voxel2 / p.permeability_voxel2 - 1;
}

/// Gives the K0/K - 1 from which on a flow as well known as this one shows inertia.
double seen_above(const InertialFlows& flows, const InertialPoint& p) {
  return inertia_shows_above * (p.iteration_error + flows.creeping_error) * (1 + inertia_of(flows, p));
}

}  // namespace

double foretell_inertia(const InertialFlows& flows, double reynolds) {
  const std::vector<InertialPoint>& points = flows.points;
  const auto inertia = [&](const InertialPoint& p) { return std::max(0.0, inertia_of(flows, p)); };
  if (points.empty()) return 0;
  const InertialPoint& last = points.back();
  double exponent = usual_power;
  if (points.size() > 1) {
    const InertialPoint& before = points[points.size() - 2];
    const double noise = no_noise * (last.iteration_error + before.iteration_error);
    if (inertia(before) > noise && last.reynolds > before.reynolds)
      exponent =
          std::clamp(std::log(inertia(last) / inertia(before)) / std::log(last.reynolds / before.reynolds), 1.0, 2.0);
  }
  return inertia(last) * std::pow(reynolds / last.reynolds, exponent);
}

std::optional<double> NextFlow::choose(std::span<const double> asked, const InertialFlows& flows) {
  if (const auto reynolds = choose_where_k_is_down(flows)) return reynolds;
  if (state_.asked == asked.size()) return {};
  state_.share = 0;
  state_.tries = 0;
  state_.place.reset();
  return asked[state_.asked++];
}

std::optional<double> NextFlow::choose_where_k_is_down(const InertialFlows& flows) {
  const std::vector<InertialPoint>& points = flows.points;
  for (; state_.share < shares_of_onset.size(); ++state_.share, state_.tries = 0) {
    const auto first = std::ranges::find_if(
        points, [&](const InertialPoint& p) { return inertia_of(flows, p) > seen_above(flows, p); });
    if (first == points.begin() || first == points.end()) break;
    const double wanted = 1 / (1 - shares_of_onset[state_.share]) - 1;
    const double inertia = inertia_of(flows, *first);
    const double reynolds = first->reynolds * std::sqrt(nearly * wanted / inertia);
    if (state_.tries == most_tries || inertia <= wanted || nearly * wanted <= seen_above(flows, *first) ||
        reynolds <= std::prev(first)->reynolds)
      continue;
    ++state_.tries;
    state_.place = first - points.begin();
    return reynolds;
  }
  return {};
}

void NextFlow::put_in_place(std::vector<InertialPoint>& points) const {
  if (state_.place) std::rotate(points.begin() + *state_.place, points.end() - 1, points.end());
}

}  // namespace perm
