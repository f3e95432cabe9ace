// SPDX-License-Identifier: Apache-2.0
#include "run/error_budget_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/errors.hpp"
#include "darcy/evaluation/cubes_estimate.hpp"
#include "darcy/evaluation/error_budget.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/measures/seam.hpp"
#include "geometry/resample.hpp"
#include "run/memory_bounds.hpp"
#include "run/pathways.hpp"
#include "run/saved_run.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

/// The grid of a resampled image; `edges` are those of GridPermeability.
struct Grid {
  double image_edge;
  double lattice_edge;
};
constexpr Grid coarsened_grid{2, 2};
constexpr Grid refined_grid{1, 0.5};
constexpr Grid coarsened_refined_grid{2, 1};
constexpr Grid finer_surface_grid{0.5, 0.5};

bool has_permeability(const FlowResult& result) {
  return result.permeability_voxel2 && result.stop != StopReason::not_percolating && *result.permeability_voxel2 > 0;
}

class BudgetRuns {
 public:
  BudgetRuns(const PoreSlab& image, const RunReport& report, const BudgetSettings& settings, RunObserver& observer)
      : image_(image),
        settings_(settings),
        observer_(observer),
        saved_(settings.checkpoint),
        voxel_size_m_(report.image.voxel_size_m),
        grids_(report.flows.size()),
        boundaries_(report.flows.size()) {
    const std::vector<FlowReport>& flows = report.flows;
    for (std::size_t i = 0; i < flows.size(); ++i)
      if (has_permeability(flows[i].result)) {
        asked_.push_back(i);
        directions_.push_back(flows[i].result.direction);
      }
  }

  /// Solves the same medium in smaller and in larger voxels, or in smaller ones where its surface is known.
  void solve_grids() {
    if (asked_.empty()) return;
    const std::string lacking = lacks_memory_for_refining(settings_.estimates);
    if (settings_.flow.walls == Walls::sub_voxel) {
      if (!lacking.empty()) return leave_out(finer_surface_grid, lacking);
      FlowOptions flow = settings_.flow;
      flow.surface = refine(flow.surface, 2);
      return solve(finer_surface_grid, voxels_of(flow.surface, refined_extent(image_.image(), 2), processes()), flow);
    }
    if (lacking.empty())
      solve(refined_grid, refine(image_, 2), settings_.flow);
    else
      leave_out(refined_grid, lacking);
    const bool all_refined = std::all_of(asked_.begin(), asked_.end(), [this](std::size_t flow) {
      return grids_[flow].back().permeability_voxel2.has_value();
    });
    PoreSlab coarse;
    try {
      coarse = coarsen(image_);
    } catch (const InputError& too_small) {  // every process finds that the image is too small
      leave_out(coarsened_grid, too_small.what());
      return;
    }
    solve(coarsened_grid, coarse, settings_.flow);
    if (!all_refined) solve(coarsened_refined_grid, refine(coarse, 2), settings_.flow);
  }

  /// Solves the image as it is with the other choices for its faces, which shows how much K depends on what lies beyond
  /// them.
  void solve_boundaries() {
    const Boundary reported = settings_.flow.boundary.without_pressure();
    for (const Boundary boundary : {Boundary::periodic, Boundary::mirror, Boundary::sealed}) {
      if (boundary == reported || asked_.empty()) continue;
      if (boundary == Boundary::periodic && !repeats()) continue;
      if (boundary != Boundary::periodic && settings_.flow.solver.equilibrium != Equilibrium::linear) continue;
      pause();
      Pathways pathways = find_pathways(image_, directions_, closed_by({boundary}, image_.image()));
      for (std::size_t i = 0; i < asked_.size(); ++i) {
        GridPermeability entry;
        FlowOptions flow = settings_.flow;
        flow.boundary = {boundary};
        solve(Grid{1, 1}, pathways.directions[i], flow, entry);
        if (entry.permeability_voxel2)
          boundaries_[asked_[i]].push_back({to_string(boundary), *entry.permeability_voxel2});
        observer_.on_budget_boundary(directions_[i], boundary, entry);
      }
    }
  }

  /// Gives one list for each flow of the report.
  const std::vector<std::vector<GridPermeability>>& grids() const { return grids_; }
  const std::vector<std::vector<BoundaryPermeability>>& boundaries() const { return boundaries_; }

 private:
  /// Says whether the image repeats. When opposite faces do not match, periodic faces close pores, and K between such
  /// faces says nothing about the rock.
  bool repeats() const {
    const std::array<Seam, 3> seams = measure_seams(image_);
    return std::none_of(seams.begin(), seams.end(), [](const Seam& seam) { return seam.is_visible(); });
  }

  void leave_out(const Grid& grid, const std::string& why) {
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      GridPermeability& entry = add(grid, asked_[i]);
      entry.why_not = why;
      observer_.on_budget_grid(directions_[i], entry);
    }
  }

  GridPermeability& add(const Grid& grid, std::size_t flow) {
    GridPermeability& entry = grids_[flow].emplace_back();
    entry.image_edge = grid.image_edge;
    entry.lattice_edge = grid.lattice_edge;
    return entry;
  }

  /// Says why the refined image does not fit, before anything is allocated. The refined image has eight times the
  /// voxels and cells. Its distance map takes 2 bytes a voxel, and the bits of three pore spaces take less than 1 byte
  /// more.
  std::string lacks_memory_for_refining(const std::vector<RunEstimate>& estimates) const {
    std::int64_t stepping = 0;
    for (const std::size_t flow : asked_) stepping = std::max(stepping, estimates[flow].own_bytes);
    const Device device = settings_.flow.solver.device;
    const std::int64_t program = program_bytes(device, processes());
    stepping = 8 * (stepping - program) + program;
    const std::int64_t preparing = 8 * 3 * image_.image().voxels() / processes().size();
    if (facts_of(device).uses_host_memory()) return why_lacking(std::max(stepping, preparing), device, processes());
    std::string why = why_lacking(preparing, Device::cpu, processes());
    return why.empty() ? why_lacking(stepping, device, processes()) : why;
  }

  /// Lets the caller stop the run.
  void pause() {
    if (const StopWish wish = observer_.wish(processes()); wish != StopWish::none) throw StopRun{wish};
  }

  void solve(const Grid& grid, const PoreSlab& pores, const FlowOptions& flow) {
    pause();
    Pathways pathways = find_pathways(pores, directions_, closed_by(flow.boundary, pores.image()));
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      GridPermeability& entry = add(grid, asked_[i]);
      solve(grid, pathways.directions[i], flow, entry);
      observer_.on_budget_grid(directions_[i], entry);
    }
  }

  /// Gives the axes whose faces `boundary` closes; they are the same for every direction of flow.
  static AxisSet closed_by(const BoundaryChoice& boundary, const Extent& image) {
    return face_rules(boundary, Axis::x, image).closed();
  }

  /// Recalls a flow that was solved before the run went on, or solves it.
  void solve(const Grid& grid, Pathway& pathway, const FlowOptions& options, GridPermeability& entry) {
    const std::string name = fmt::format("budget along {}, {} of {}, {}", axis_letter(pathway.direction),
                                         grid.lattice_edge, grid.image_edge, to_string(options.boundary.boundary));
    if (const GridPermeability* const known = saved_.find(name)) {
      entry = *known;
      return;
    }
    solve(grid, pathway, options, entry, saved_.flow(name));
    saved_.add(name, entry);
  }

  void solve(const Grid& grid, Pathway& pathway, FlowOptions options, GridPermeability& entry,
             const FlowSaving& saving) {
    if (!pathway.pores) {
      entry.permeability_voxel2 = 0;
      return;
    }
    const Extent& extent = pathway.pores->image();
    entry.why_not = why_unresisted(pathway, extent, face_rules(options.boundary, pathway.direction, extent));
    if (!entry.why_not.empty()) return;
    options.direction = pathway.direction;
    options.goal = Goal::permeability;
    options.solver.slip.length /= grid.lattice_edge;
    RunEstimate estimate;
    try {
      estimate = estimate_run(*pathway.pores, options);
    } catch (const InputError& error) {  // the image is too small for so many processes, and every process finds that
      entry.why_not = error.what();
      return;
    }
    entry.why_not = why_lacking(estimate.own_bytes, options.solver.device, processes());
    if (!entry.why_not.empty()) return;
    pause();
    SteadyFlow flow(*pathway.pores, options, estimate);
    pathway.pores.reset();
    std::optional<double> voxel_size_m = voxel_size_m_;
    if (voxel_size_m) *voxel_size_m *= grid.lattice_edge;
    const SolvedFlow solved = std::move(flow).run(
        [&](const Progress& progress) {
          pause();
          observer_.on_progress(progress, voxel_size_m);
        },
        saving);
    const FlowResult& result = solved.result();
    observer_.on_steps_done();
    entry.fluid_cells = result.fluid_cells;
    entry.steps = result.steps;
    entry.seconds = result.seconds;
    entry.iteration_error = result.iteration_error;
    entry.on_cubes = flow_on_cubes(result, options.solver, grid.lattice_edge);
    if (result.stop == StopReason::converged)
      entry.permeability_voxel2 = *result.permeability_voxel2 * grid.lattice_edge * grid.lattice_edge;
    else
      entry.why_not = fmt::format("the flow is not converged ({})", to_string(result.stop));
  }

  const Communicator& processes() const { return image_.processes(); }

  const PoreSlab& image_;
  const BudgetSettings& settings_;
  RunObserver& observer_;
  SavedBudget saved_;
  std::optional<double> voxel_size_m_;
  std::vector<std::size_t> asked_;  ///< numbers of the flows that have a permeability
  std::vector<Axis> directions_;    ///< directions of these flows
  std::vector<std::vector<GridPermeability>> grids_;
  std::vector<std::vector<BoundaryPermeability>> boundaries_;
};

/// Makes the estimate of the image taken as cubes anew, with the flow of the refined image where there is one.
void sharpen(FlowReport& flow, const std::vector<GridPermeability>& grids, const SolverSettings& settings) {
  const auto refined = std::ranges::find_if(grids, [](const GridPermeability& grid) {
    return grid.image_edge == refined_grid.image_edge && grid.lattice_edge == refined_grid.lattice_edge;
  });
  const auto given = flow_on_cubes(flow.result, settings);
  if (given && refined != grids.end() && refined->on_cubes)
    flow.as_cubes = estimate_as_cubes(*given, refined->on_cubes);
}

}  // namespace

void add_error_budgets(const PoreSlab& image, RunReport& report, const BudgetSettings& settings,
                       RunObserver& observer) {
  BudgetRuns runs(image, report, settings, observer);
  runs.solve_grids();
  runs.solve_boundaries();
  for (std::size_t i = 0; i < report.flows.size(); ++i) {
    FlowReport& flow = report.flows[i];
    if (!has_permeability(flow.result)) continue;
    flow.error_budget = make_error_budget(flow.result, runs.grids()[i], runs.boundaries()[i]);
    sharpen(flow, runs.grids()[i], settings.flow.solver);
  }
}

}  // namespace perm
