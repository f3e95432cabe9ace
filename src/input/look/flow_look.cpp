// SPDX-License-Identifier: Apache-2.0
#include "input/look/flow_look.hpp"

#include <algorithm>
#include <optional>

#include "core/errors.hpp"
#include "core/memory_limits.hpp"
#include "core/stop_check.hpp"
#include "darcy/run_estimate.hpp"
#include "darcy/survey/pore_survey.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

FlowLook forecast(const PoreSlab& pores, const PoreSlab& whole, const FlowOptions& options, const PoreSurvey& survey,
                  std::string& machine) {
  const RunEstimate estimate = estimate_run(pores, survey, options);
  const double times = static_cast<double>(whole.count_pores()) / static_cast<double>(pores.count_pores());
  const std::int64_t program = program_bytes(options.solver.device, pores.processes());
  FlowLook flow{options.direction, true, 0, estimate.steps, 0};
  // Threads are left out, so that a look has the same numbers with any number of them.
  const std::int64_t others = estimate.bytes - program - bytes_of_threads(options.solver, pores.processes());
  flow.bytes = program + static_cast<std::int64_t>(static_cast<double>(others) * times);
  flow.seconds = estimate.seconds * times;
  machine = estimate.machine;
  return flow;
}

}  // namespace

Extent middle_extent(const Extent& image, std::int64_t most_voxels) {
  if (image.voxels() <= most_voxels + most_voxels / 4) return image;
  Extent middle{1, 1, 1};
  const auto of_edge = [&image](std::int64_t edge) {
    return Extent{std::min(image.nx, edge), std::min(image.ny, edge), std::min(image.nz, edge)};
  };
  std::int64_t step = std::int64_t{1} << 40;
  for (std::int64_t edge = 0; step > 0; step /= 2)
    if (const Extent larger = of_edge(edge + step);
        static_cast<double>(larger.nx) * static_cast<double>(larger.ny) * static_cast<double>(larger.nz) <=
        static_cast<double>(most_voxels)) {
      edge += step;
      middle = larger;
    }
  return middle;
}

PoreSlab middle_of(const PoreSlab& pores, const Extent& extent) {
  const Extent& image = pores.image();
  if (extent == image) return pores;
  const std::int64_t first_word = (image.nx - extent.nx) / 2 / PoreSpace::word_bits;
  const std::int64_t first_y = (image.ny - extent.ny) / 2;
  const std::int64_t first_z = (image.nz - extent.nz) / 2;
  PoreSpace middle(extent);
  const auto rest = static_cast<unsigned>(extent.nx % PoreSpace::word_bits);
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y) {
      const auto from = pores.pores().row(first_y + y, first_z + z);
      const auto to = middle.row(y, z);
      std::copy_n(from.begin() + first_word, to.size(), to.begin());
      if (rest != 0) to.back() &= (1U << rest) - 1U;
    }
  return {std::move(middle)};
}

void look_at_flow(const PoreSlab& pores, const std::array<PoreSlab, 3>& connected, const FlowOptions& given,
                  ImageLook& look) {
  const Extent extent = middle_extent(pores.image());
  const bool is_whole = extent == pores.image();
  if (!is_whole) look.measured = extent;
  look.sizes = measure_ball_sizes(middle_of(pores, extent));
  const DeviceFacts& device = facts_of(given.solver.device);
  if (!device.uses_host_memory())
    look.free_bytes = device.free_bytes();
  else if (const auto limit = find_tightest_memory_limit())
    look.free_bytes = limit->free;
  std::optional<PoreSurvey> survey;
  PoreSlab before;  // the pores of that survey, and their faces
  FaceRules rules_before;
  for (const Axis axis : all_axes) {
    FlowLook& flow = look.flows.emplace_back(FlowLook{axis});
    const PoreSlab& whole = connected[static_cast<std::size_t>(axis)];
    const std::int64_t cells = whole.image().voxels() > 0 ? whole.count_pores() : 0;
    flow.percolates = cells > 0;
    if (cells == 0 || cells == whole.image().voxels()) continue;
    check_for_stop();
    FlowOptions options = given;
    options.direction = axis;
    options.boundary.boundary = is_whole ? look.boundary : Boundary::mirror;
    const FaceRules rules = face_rules(options.boundary, axis, extent);
    PoreSlab part = middle_of(whole, extent);
    if (!is_whole) part = Connectivity(std::move(part), rules.closed()).percolating(axis);
    const std::int64_t cells_of_part = part.count_pores();
    if (cells_of_part == 0 || cells_of_part == extent.voxels()) continue;
    if (!survey || rules_before != rules || before.pores() != part.pores())
      survey.emplace(part, rules, options.solver.device);
    try {
      flow = forecast(part, whole, options, *survey, look.machine);
    } catch (const InputError&) {  // too small for a lattice, which `solve` says when it is asked
    }
    before = std::move(part);
    rules_before = rules;
  }
}

}  // namespace perm
