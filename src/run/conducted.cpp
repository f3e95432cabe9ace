// SPDX-License-Identifier: Apache-2.0
#include "run/conducted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "conduction/conduction.hpp"
#include "conduction/cuda/conduction_cuda.hpp"
#include "core/phases/phase_clock.hpp"
#include "core/processors/thread_team.hpp"
#include "core/processors/threads.hpp"
#include "core/stop_check.hpp"
#include "darcy/run_estimate.hpp"
#include "run/pathways.hpp"
#include "run/run.hpp"
#include "run/stopwatch.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

/// Where between the bounds the limit of finer voxels of the same body lies: 0.40 to 0.45 of the way up, for packings,
/// overlapping spheres, fibres and noise (conduction/README.md).
constexpr double place_of_value = 0.43;
/// How far the walls of smooth bodies lie behind those of their voxels, for what they conduct: in voxels, and its
/// standard deviation, over arrays of spheres whose values are known (conduction/README.md).
constexpr double wall_shift = 0.105;
constexpr double wall_shift_deviation = 0.03;
/// Standard deviation of Lambda, over bodies for which it is known: filtered normals round off the edges of pores, and
/// voxels make walls rough (conduction/README.md).
constexpr double lambda_deviation_voxels = 0.4;
constexpr double lambda_deviation_share = 0.015;
/// What iterations may leave so that the bounds are wider by the tolerance at most.
IterationShares shares_of(double tolerance) { return {2 * tolerance * tolerance, tolerance / 10}; }

/// Potentials, levels and corners take so many bytes a pore voxel.
constexpr std::int64_t host_bytes_per_cell = 110;
constexpr std::int64_t gpu_bytes_per_cell = 90;

/// Chooses where to compute. Throws DeviceError where the device that is asked for is not there.
Device choose_device(const ConductSettings& settings, std::int64_t cells) {
  const std::optional<Device> asked = settings.device;
  if (asked == Device::cpu || (!asked && !settings.phases.empty())) return Device::cpu;
  const DeviceFacts& gpu = facts_of(Device::cuda);
  if (asked) gpu.require();
  if (asked || (gpu.why_absent().empty() && cells * gpu_bytes_per_cell <= gpu.free_bytes())) return Device::cuda;
  return Device::cpu;
}

/// Gives the conductivity of each pore voxel in the order of the image, over the largest one.
LargeArray<float> conductivity_of(const PoreSpace& pores, std::span<const ConductivePhase> phases, double largest) {
  LargeArray<float> conductivity(static_cast<std::size_t>(pores.count_pores()));
  std::size_t next = 0;
  for (std::size_t word = 0; word < pores.words().size(); ++word)
    for (std::uint32_t left = pores.words()[word]; left != 0; left &= left - 1) {
      const std::uint32_t voxel = left & (~left + 1);
      for (const ConductivePhase& phase : phases)
        if ((phase.voxels.pores().words()[word] & voxel) != 0)
          conductivity[next] = static_cast<float>(phase.conductivity / largest);
      ++next;
    }
  return conductivity;
}

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

double Conducted::formation_factor() const { return value > 0 ? 1 / value : std::numeric_limits<double>::infinity(); }

std::optional<Device> device_beside(Device of_flow) {
  return of_flow == Device::cpu ? std::optional(of_flow) : std::nullopt;
}

std::string describe_edges(const PoreSlab& pores, Axis direction, AxisSet closed) {
  if (find_pathways(pores, {direction}, closed).directions[0].cells == 0) return {};
  return fmt::format(
      "along {}: pores meet in edges only somewhere on every way through the image. A fluid of the lattice flows there "
      "(K > 0); a current needs faces, so that F is infinite",
      axis_letter(direction));
}

Conducted conduct_along(const PoreSlab* pores, const FaceRules& rules, Axis direction, const ConductSettings& settings,
                        std::array<double, 3>& flux) {
  const Stopwatch stopwatch;
  Conducted conducted;
  conducted.direction = direction;
  if (pores == nullptr) return conducted;
  conducted.cells = pores->count_pores();
  conducted.connected = static_cast<double>(conducted.cells) / static_cast<double>(pores->sample_voxels());
  conducted.device = choose_device(settings, conducted.cells);
  const PhaseScope phase(Phase::conduction);
  const IterationShares shares = shares_of(settings.tolerance);
  // Bounds are means over the image; those of a sample within it are over less.
  const double over_sample = static_cast<double>(pores->image().voxels()) / static_cast<double>(pores->sample_voxels());
  double largest = 1;
  const ConductionBounds bounds = [&] {
    if (conducted.device == Device::cuda) return bound_conduction_cuda(pores->pores(), rules, direction, shares);
    require_memory(conducted.cells * host_bytes_per_cell);
    const auto threads = std::clamp<std::int64_t>(pores->image().voxels() / voxels_worth_a_thread, 1, settings.threads);
    LargeArray<float> conductivity;
    if (!settings.phases.empty()) {
      largest = std::ranges::max(settings.phases, {}, &ConductivePhase::conductivity).conductivity;
      conductivity = conductivity_of(pores->pores(), settings.phases, largest);
    }
    return bound_conduction(pores->pores(), rules, direction, shares,
                            std::make_shared<const ThreadTeam>(static_cast<int>(threads)), std::move(conductivity));
  }();
  largest *= over_sample;
  conducted.lower = largest * bounds.lower;
  conducted.upper = std::max(conducted.lower, largest * bounds.upper);  // they may meet, but for rounding
  // Of phases that differ much the bounds differ by factors, and neither end is nearer.
  conducted.value = settings.phases.empty() ? conducted.lower + place_of_value * (conducted.upper - conducted.lower)
                                            : std::sqrt(conducted.lower * conducted.upper);
  if (settings.has_smooth && settings.phases.empty() && bounds.gain_of_walls > 0) {
    conducted.smooth = conducted.value + wall_shift * over_sample * bounds.gain_of_walls;
    conducted.smooth_deviation = wall_shift_deviation * over_sample * bounds.gain_of_walls;
  }
  if (settings.has_smooth && bounds.lambda > 0) {
    conducted.lambda_voxels = bounds.lambda;
    conducted.lambda_deviation_voxels = std::hypot(lambda_deviation_voxels, lambda_deviation_share * bounds.lambda);
  }
  conducted.is_done = bounds.is_done;
  conducted.iterations = bounds.iterations;
  conducted.seconds = stopwatch.seconds();
  for (std::size_t i = 0; i < flux.size(); ++i) flux[i] = over_sample * bounds.flux[i];
  return conducted;
}

Conducted conduct_beside_flow(const PoreSlab& pores, const FaceRules& rules, Axis direction,
                              const ConductSettings& settings) {
  const Pathways joined = find_pathways(pores, {direction}, {rules.closed(), JoinedBy::faces});
  std::array<double, 3> flux{};
  return conduct_along(joined.directions[0].pores.get(), rules, direction, settings, flux);
}

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
