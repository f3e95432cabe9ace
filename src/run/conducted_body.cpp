// SPDX-License-Identifier: Apache-2.0
#include "run/conducted_body.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "conduction/body_conduction.hpp"
#include "core/phases/phase_clock.hpp"
#include "core/processors/threads.hpp"
#include "core/stop_check.hpp"
#include "darcy/run_estimate.hpp"
#include "run/pathways.hpp"
#include "run/stopwatch.hpp"

namespace perm {
namespace {

constexpr std::size_t most_sizes = 3;
/// The value of cells without an edge lies within so much of what was added to reach it: two of these held all arrays
/// of spheres at 24 voxels a cell and more, and all packings (conduction/README.md).
constexpr double deviation_of_correction = 0.3;
/// Where cells twice as large lead to another value, the deviation is so much of the difference at least.
constexpr double deviation_of_change = 1.0 / 3;

/// Refuses what the machine cannot hold: faces, numbers of cells, and the equations of cells.
void require_memory_of_cells(std::int64_t cells, double share) {
  constexpr double bytes_per_voxel = 20;
  constexpr double bytes_per_cell = 130;
  require_memory(static_cast<std::int64_t>(static_cast<double>(cells) * (bytes_per_voxel + bytes_per_cell * share)));
}

class WithinImage final : public Surface {
 public:
  WithinImage(std::shared_ptr<const Surface> surface, const Extent& image, AxisSet closed, double margin)
      : surface_(std::move(surface)), image_(image), closed_(closed), margin_(margin) {}

  bool is_pore(const Place& at) const override { return surface_->is_pore(inner(at)); }
  double distance(const Place& at) const override { return surface_->distance(inner(at)); }

 private:
  Place inner(Place at) const {
    for (const Axis axis : all_axes)
      if (closed_.contains(axis)) {
        double& place = at[static_cast<std::size_t>(axis)];
        place = std::clamp(place, margin_, static_cast<double>(image_.along(axis)) - margin_);
      }
    return at;
  }

  std::shared_ptr<const Surface> surface_;
  Extent image_;
  AxisSet closed_;
  double margin_;
};

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

ConductedBody::ConductedBody(const Surface& surface, const Extent& image, AxisSet closed, int threads) {
  const auto of_size = std::clamp<std::int64_t>(image.voxels() / voxels_worth_a_thread, 1, threads);
  team_ = std::make_shared<const ThreadTeam>(static_cast<int>(of_size));
  require_memory_of_cells(image.voxels(), 0);
  const PhaseScope phase(Phase::conduction);
  for (Extent cells = image; sizes_.size() < most_sizes; cells = doubled_cells(cells)) {
    if (!sizes_.empty() && sizes_.back().extent() == cells) break;
    sizes_.emplace_back(surface, image, cells, closed, *team_);
    check_for_stop();
  }
  porosity_ = sizes_.front().share_of_pores();
}

Conducted ConductedBody::conduct_along(const FaceRules& rules, Axis direction, double tolerance,
                                       std::array<double, 3>& flux) const {
  const Stopwatch stopwatch;
  Conducted conducted;
  conducted.direction = direction;
  conducted.walls = Walls::sub_voxel;
  require_memory_of_cells(sizes_.front().extent().voxels(), porosity_);
  const PhaseScope phase(Phase::conduction);
  std::vector<double> of_sizes;
  for (const BodyCells& cells : sizes_) {
    const BodyConduction found = conduct_body(cells, rules, direction, tolerance / 10, team_);
    if (of_sizes.empty()) {
      conducted.cells = found.cells;
      conducted.connected = found.connected;
      flux = found.flux;
    }
    if (conducted.cells == 0) return conducted;
    of_sizes.push_back(found.conductivity);
    conducted.iterations += found.iterations;
    conducted.is_done = conducted.is_done && found.is_done;
    check_for_stop();
  }
  const auto correction = [&](std::size_t smaller) {
    return (of_sizes[smaller] - of_sizes[smaller + 1]) / (ratio_of_squares(sizes_[smaller], sizes_[smaller + 1]) - 1);
  };
  conducted.value = of_sizes.front();
  double deviation = conducted.value * tolerance / 10;
  if (of_sizes.size() == 1) deviation = conducted.value;  // one cell tells nothing of its error
  if (of_sizes.size() > 1) {
    const double last = correction(0);
    conducted.value += last;
    deviation = std::hypot(deviation, deviation_of_correction * last);
    if (of_sizes.size() > 2)
      deviation = std::hypot(deviation, deviation_of_change * (of_sizes[1] + correction(1) - conducted.value));
  }
  if (!(conducted.value > 0)) conducted.value = of_sizes.front();
  conducted.lower = conducted.upper = std::numeric_limits<double>::quiet_NaN();
  conducted.smooth = conducted.value;
  conducted.smooth_deviation = deviation;
  conducted.seconds = stopwatch.seconds();
  return conducted;
}

std::shared_ptr<const Surface> keep_within(std::shared_ptr<const Surface> surface, const Extent& image, AxisSet closed,
                                           double margin) {
  return std::make_shared<WithinImage>(std::move(surface), image, closed, margin);
}

bool leads_through(const std::shared_ptr<const Surface>& surface, const Extent& image, Axis direction, AxisSet closed) {
  constexpr std::int64_t most_voxels = 1'000'000'000;
  for (const int factor : {2, 4, 8}) {
    const Extent finer{factor * image.nx, factor * image.ny, factor * image.nz};
    if (factor > 2 && finer.voxels() > most_voxels) break;
    check_for_stop();
    PoreSlab pores = voxels_of(refine(surface, factor), finer, {});
    if (find_pathways(std::move(pores), {direction}, closed).directions.front().cells > 0) return true;
  }
  return false;
}

}  // namespace perm
