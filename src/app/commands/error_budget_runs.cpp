// SPDX-License-Identifier: Apache-2.0
#include "app/commands/error_budget_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <utility>

#include "app/commands/pathways.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/progress_line.hpp"
#include "app/terminal/signals.hpp"
#include "core/errors.hpp"
#include "core/units.hpp"
#include "darcy/error_budget.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/measures/seam.hpp"
#include "geometry/resample.hpp"

namespace perm {
namespace {

/// A resampled image: the edges of GridPermeability.
struct Grid {
  double image_edge;
  double lattice_edge;
};
constexpr Grid coarsened_grid{2, 2};
constexpr Grid refined_grid{1, 0.5};
constexpr Grid coarsened_refined_grid{2, 1};

bool has_permeability(const FlowResult& result) {
  return result.permeability_voxel2 && result.stop != StopReason::not_percolating && *result.permeability_voxel2 > 0;
}

class BudgetRuns {
 public:
  BudgetRuns(const PoreSlab& image, const std::vector<FlowReport>& flows, const BudgetSettings& settings)
      : image_(image), settings_(settings), grids_(flows.size()), boundaries_(flows.size()) {
    for (std::size_t i = 0; i < flows.size(); ++i)
      if (has_permeability(flows[i].result)) {
        asked_.push_back(i);
        directions_.push_back(flows[i].result.direction);
      }
  }

  void solve_all(const std::vector<RunEstimate>& estimates) {
    if (asked_.empty()) return;
    const std::string lacking = lacks_memory_for_refining(estimates);
    if (lacking.empty())
      solve(refined_grid, refine(image_, 2));
    else
      leave_out(refined_grid, lacking);
    const bool all_refined = std::all_of(asked_.begin(), asked_.end(), [this](std::size_t flow) {
      return grids_[flow].back().permeability_voxel2.has_value();
    });
    try {
      const PoreSlab coarse = coarsen(image_);
      solve(coarsened_grid, coarse);
      if (!all_refined) solve(coarsened_refined_grid, refine(coarse, 2));
    } catch (const InputError& too_small) {  // for coarsening, the same on all processes
      leave_out(coarsened_grid, too_small.what());
    }
  }

  /// The image as it is, between the other kinds of faces: how much it matters what lies beyond them.
  void solve_boundaries() {
    const BoundaryChoice& own = settings_.flow.boundary;
    const Boundary reported = own.boundary != Boundary::pressure ? own.boundary
                              : own.sides == Sides::mirror       ? Boundary::mirror
                                                                 : Boundary::sealed;
    for (const Boundary boundary : {Boundary::periodic, Boundary::mirror, Boundary::sealed}) {
      if (boundary == reported || asked_.empty()) continue;
      if (boundary == Boundary::periodic && !repeats()) continue;
      if (boundary != Boundary::periodic && settings_.flow.solver.equilibrium != Equilibrium::linear) continue;
      throw_if_interrupted(processes());
      Pathways pathways = find_pathways(image_, directions_, closed_by({boundary}));
      for (std::size_t i = 0; i < asked_.size(); ++i) {
        GridPermeability entry;
        solve(Grid{1, 1}, pathways.directions[i], {boundary}, entry);
        if (entry.permeability_voxel2)
          boundaries_[asked_[i]].push_back({to_string(boundary), *entry.permeability_voxel2});
        if (processes().is_first() && settings_.talk == Talk::normal)
          print(stdout,
                fmt::format("  {:<20}boundary {}, {}\n", fmt::format("budget for {}", axis_letter(directions_[i])),
                            to_string(boundary),
                            entry.permeability_voxel2 ? fmt::format("K = {:.5g} voxel^2", *entry.permeability_voxel2)
                                                      : "not solved: " + entry.why_not));
      }
    }
  }

  /// By flow.
  const std::vector<std::vector<GridPermeability>>& grids() const { return grids_; }
  const std::vector<std::vector<BoundaryPermeability>>& boundaries() const { return boundaries_; }

 private:
  /// Where opposite faces do not match, periodic ones close pores, and say nothing of the rock.
  bool repeats() const {
    const std::array<Seam, 3> seams = measure_seams(image_);
    return std::none_of(seams.begin(), seams.end(), [](const Seam& seam) { return seam.is_visible(); });
  }

  void say(const GridPermeability& entry, Axis direction) const {
    if (!processes().is_first() || settings_.talk != Talk::normal) return;
    const std::string what = entry.permeability_voxel2
                                 ? fmt::format("K = {:.5g} voxel^2 of the image solved first, {} steps in {}",
                                               *entry.permeability_voxel2, entry.steps, format_duration(entry.seconds))
                                 : "not solved: " + entry.why_not;
    print(stdout,
          fmt::format("  {:<20}{}, {}\n", fmt::format("budget for {}", axis_letter(direction)), name_of(entry), what));
  }

  void leave_out(const Grid& grid, const std::string& why) {
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      GridPermeability& entry = add(grid, asked_[i]);
      entry.why_not = why;
      say(entry, directions_[i]);
    }
  }

  GridPermeability& add(const Grid& grid, std::size_t flow) {
    GridPermeability& entry = grids_[flow].emplace_back();
    entry.image_edge = grid.image_edge;
    entry.lattice_edge = grid.lattice_edge;
    return entry;
  }

  /// Why `bytes` of this process are too many; empty where all have theirs.
  std::string lacks(std::int64_t bytes, Device device) const {
    std::string why;
    try {
      require_memory(bytes, device, processes());
    } catch (const DeviceError& error) {
      why = error.what();
    }
    if (!processes().any(!why.empty())) return {};
    return why.empty() ? "the memory of another node does not suffice" : why;
  }

  /// Known before anything is allocated: eight times the voxels and cells. The distance map takes 2 bytes a voxel, the
  /// bits of three pore spaces less than one more.
  std::string lacks_memory_for_refining(const std::vector<RunEstimate>& estimates) const {
    std::int64_t stepping = 0;
    for (const std::size_t flow : asked_) stepping = std::max(stepping, estimates[flow].own_bytes);
    stepping = 8 * (stepping - program_bytes) + program_bytes;
    const std::int64_t preparing = 8 * 3 * image_.image().voxels() / processes().size();
    const Device device = settings_.flow.solver.device;
    if (facts_of(device).uses_host_memory()) return lacks(std::max(stepping, preparing), device);
    std::string why = lacks(preparing, Device::cpu);
    return why.empty() ? lacks(stepping, device) : why;
  }

  void solve(const Grid& grid, const PoreSlab& pores) {
    throw_if_interrupted(processes());
    Pathways pathways = find_pathways(pores, directions_, closed_by(settings_.flow.boundary));
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      GridPermeability& entry = add(grid, asked_[i]);
      solve(grid, pathways.directions[i], settings_.flow.boundary, entry);
      say(entry, directions_[i]);
    }
  }

  /// The same for every direction.
  static AxisSet closed_by(const BoundaryChoice& boundary) { return face_rules(boundary, Axis::x).closed(); }

  void solve(const Grid& grid, Pathway& pathway, const BoundaryChoice& boundary, GridPermeability& entry) {
    if (!pathway.pores) {
      entry.permeability_voxel2 = 0;
      return;
    }
    FlowOptions options = settings_.flow;
    options.direction = pathway.direction;
    options.boundary = boundary;
    options.goal = Goal::permeability;
    RunEstimate estimate;
    try {
      estimate = estimate_run(*pathway.pores, options);
    } catch (const InputError& error) {  // too small for so many processes; the same on all
      entry.why_not = error.what();
      return;
    }
    entry.why_not = lacks(estimate.own_bytes, options.solver.device);
    if (!entry.why_not.empty()) return;
    throw_if_interrupted(processes());
    SteadyFlow flow(*pathway.pores, options, estimate);
    pathway.pores.reset();
    const bool talks = processes().is_first() && settings_.talk == Talk::normal;
    std::optional<double> voxel_size_m = settings_.voxel_size_m;
    if (voxel_size_m) *voxel_size_m *= grid.lattice_edge;
    ProgressLine line(stderr, talks ? progress_style(stderr) : ProgressLine::Style::silent, voxel_size_m);
    const FlowResult result = flow.run([&](const Progress& progress) {
      throw_if_interrupted(processes());
      line.show(progress);
    });
    line.clear();
    entry.fluid_cells = result.fluid_cells;
    entry.steps = result.steps;
    entry.seconds = result.seconds;
    entry.iteration_error = result.iteration_error;
    if (result.stop == StopReason::converged)
      entry.permeability_voxel2 = *result.permeability_voxel2 * grid.lattice_edge * grid.lattice_edge;
    else
      entry.why_not = fmt::format("the flow is not converged ({})", to_string(result.stop));
  }

  const Communicator& processes() const { return image_.processes(); }

  const PoreSlab& image_;
  const BudgetSettings& settings_;
  std::vector<std::size_t> asked_;  ///< flows that have a permeability
  std::vector<Axis> directions_;    ///< of these
  std::vector<std::vector<GridPermeability>> grids_;
  std::vector<std::vector<BoundaryPermeability>> boundaries_;
};

}  // namespace

void add_error_budgets(const PoreSlab& image, std::vector<FlowReport>& flows, const std::vector<RunEstimate>& estimates,
                       const BudgetSettings& settings) {
  BudgetRuns runs(image, flows, settings);
  runs.solve_all(estimates);
  runs.solve_boundaries();
  for (std::size_t i = 0; i < flows.size(); ++i)
    if (has_permeability(flows[i].result))
      flows[i].error_budget = make_error_budget(flows[i].result, runs.grids()[i], runs.boundaries()[i]);
}

}  // namespace perm
