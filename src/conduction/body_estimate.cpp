// SPDX-License-Identifier: Apache-2.0
#include "conduction/body_estimate.hpp"

#include <cmath>
#include <utility>

#include "core/stop_check.hpp"

namespace perm {
namespace {

constexpr std::size_t most_sizes = 3;
/// So much of what the larger cells add to the value is its deviation: two of these held all arrays of spheres at 24
/// voxels a cell and more, packings, fibres and overlapping spheres (conduction/README.md).
constexpr double deviation_of_correction = 0.3;
/// Where the two larger sizes alone lead to another value, so much of the difference is too.
constexpr double deviation_of_change = 1.0 / 3;

/// Gives the mean square of the edge of larger cells over that of smaller ones, along axes that have several.
double ratio_of_squares(const BodyCells& smaller, const BodyCells& larger) {
  double sum = 0;
  int axes = 0;
  for (const Axis axis : all_axes)
    if (smaller.extent().along(axis) > 1) {
      sum += std::pow(larger.edge(axis) / smaller.edge(axis), 2);
      ++axes;
    }
  return sum / axes;
}

}  // namespace

BodyInSizes::BodyInSizes(const Surface& surface, const Extent& image, AxisSet closed,
                         std::shared_ptr<const ThreadTeam> team)
    : team_(std::move(team)) {
  for (Extent cells = image; sizes_.size() < most_sizes; cells = doubled_cells(cells)) {
    if (!sizes_.empty() && sizes_.back().extent() == cells) break;
    if (!sizes_.empty() && sizes_.back().has_doubled())
      sizes_.push_back(sizes_.back().doubled());
    else
      sizes_.emplace_back(surface, image, cells, closed, *team_);
  }
  porosity_ = sizes_.front().share_of_pores();
}

BodyEstimate BodyInSizes::estimate(const FaceRules& rules, Axis along, double share) const {
  BodyEstimate estimate;
  BodyConduction& found = estimate.found;
  std::vector<double> of_sizes;
  for (const BodyCells& cells : sizes_) {
    const BodyConduction of_size = conduct_body(cells, rules, along, share, team_);
    if (of_sizes.empty()) {
      found = of_size;
      if (found.cells == 0) return estimate;
    } else {
      found.iterations += of_size.iterations;
      found.is_done = found.is_done && of_size.is_done;
    }
    of_sizes.push_back(of_size.conductivity);
    check_for_stop();
  }
  if (of_sizes.size() == 1) {  // one cell tells nothing of its error
    estimate.deviation = found.conductivity;
    return estimate;
  }
  const auto correction = [&](std::size_t smaller) {
    return (of_sizes[smaller] - of_sizes[smaller + 1]) / (ratio_of_squares(sizes_[smaller], sizes_[smaller + 1]) - 1);
  };
  const double without_edge = of_sizes[0] + correction(0);
  estimate.deviation = std::hypot(share * found.conductivity, deviation_of_correction * correction(0));
  if (of_sizes.size() > 2)
    estimate.deviation =
        std::hypot(estimate.deviation, deviation_of_change * (of_sizes[1] + correction(1) - without_edge));
  if (without_edge > 0) found.conductivity = without_edge;
  return estimate;
}

}  // namespace perm
