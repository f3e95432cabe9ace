// SPDX-License-Identifier: Apache-2.0
#include "darcy/inertia/inertia_result.hpp"

#include <cmath>
#include <utility>
#include <vector>

namespace perm {

std::optional<double> InertiaResult::beta_per_voxel() const {
  if (!strong) return {};
  return strong->slope * flows.length_voxel / flows.creeping_voxel2;
}

std::optional<double> InertiaResult::forchheimer_number() const {
  const std::optional<double> beta = beta_per_voxel();
  return beta ? std::optional(*beta * std::sqrt(flows.creeping_voxel2)) : std::nullopt;
}

InertiaResult evaluate(InertialFlows flows) {
  InertiaResult result;
  result.flows = std::move(flows);
  std::vector<ApparentPermeability> points;
  for (const InertialPoint& point : result.flows.points) points.push_back(result.apparent(point));
  result.weak = fit_weak_inertia(points);
  result.strong = fit_forchheimer(points);
  const auto onset = [&](double share) -> std::optional<InertiaOnset> {
    const auto reynolds = reynolds_where_less(points, share, result.weak);
    if (!reynolds) return {};
    const double permeability = (1 - share) * result.flows.creeping_voxel2;
    return InertiaOnset{*reynolds, *reynolds / (permeability * result.flows.length_voxel)};
  };
  result.one_percent = onset(shares_of_onset[0]);
  result.ten_percent = onset(shares_of_onset[1]);
  return result;
}

}  // namespace perm
