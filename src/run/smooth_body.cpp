// SPDX-License-Identifier: Apache-2.0
#include "run/smooth_body.hpp"

#include <algorithm>
#include <limits>

#include "core/phases/phase_clock.hpp"
#include "core/processors/thread_team.hpp"
#include "core/processors/threads.hpp"
#include "core/stop_check.hpp"
#include "darcy/run_estimate.hpp"
#include "run/stopwatch.hpp"

namespace perm {
namespace {

/// Refuses what the machine cannot hold: open shares and numbers of cells, and the equations of those that are open.
void require_memory_of_body(std::int64_t voxels, double share) {
  constexpr double bytes_per_voxel = 20;
  constexpr double bytes_per_cell = 130;
  require_memory(static_cast<std::int64_t>(static_cast<double>(voxels) * (bytes_per_voxel + bytes_per_cell * share)));
}

/// Tells whether smaller voxels of a surface, down to an eighth, lead from end to end of an axis, by faces or edges. A
/// wall within a cell of finite volumes does not part its faces; it parts these voxels.
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

}  // namespace

SmoothBody::SmoothBody(const PoreSlab& pores, const ImageOrigin& origin, AxisSet closed, int threads)
    : image_(pores.image()), closed_(closed) {
  require_memory_of_body(image_.voxels(), 0);
  const PhaseScope phase(Phase::conduction);
  surface_ = origin.surface(pores.processes());
  const bool is_refined = origin.resampling && origin.resampling->is_refined();
  const double half_voxel = (is_refined ? origin.resampling->factor : 1) / 2.0;
  if (!origin.repeats && closed != AxisSet{}) surface_ = keep_within(surface_, image_, closed, half_voxel);
  const auto of_size = std::clamp<std::int64_t>(image_.voxels() / voxels_worth_a_thread, 1, threads);
  body_.emplace(*surface_, image_, closed, std::make_shared<const ThreadTeam>(static_cast<int>(of_size)));
}

Conducted SmoothBody::conduct_along(Axis direction, std::int64_t cells_on_voxels, const FaceRules& rules,
                                    double tolerance, std::array<double, 3>& flux) const {
  const Stopwatch stopwatch;
  require_memory_of_body(image_.voxels(), porosity());
  const PhaseScope phase(Phase::conduction);
  Conducted conducted;
  conducted.direction = direction;
  conducted.walls = Walls::sub_voxel;
  conducted.porosity_of_body = porosity();
  const auto [found, deviation] = body_->estimate(rules, direction, tolerance / 10);
  if (found.cells == 0) return conducted;
  if (cells_on_voxels == 0 && !leads_through(surface_, image_, direction, closed_)) return conducted;
  conducted.cells = found.cells;
  conducted.connected = found.connected;
  conducted.value = found.conductivity;
  conducted.lower = conducted.upper = std::numeric_limits<double>::quiet_NaN();
  conducted.smooth = conducted.value;
  conducted.smooth_deviation = deviation;
  conducted.is_done = found.is_done;
  conducted.iterations = found.iterations;
  conducted.seconds = stopwatch.seconds();
  flux = found.flux;
  return conducted;
}

}  // namespace perm
