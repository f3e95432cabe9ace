// SPDX-License-Identifier: Apache-2.0
// Random packings of equal spheres: the drag over the Reynolds number beside the correlations for it.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "validation/cases/sample_mean.hpp"
#include "validation/inertia/inertia_list.hpp"
#include "validation/inertia/inertial_task.hpp"
#include "validation/references/inertial_packing_drag.hpp"

namespace perm::validation {
namespace {

constexpr double band_margin = 0.1;

struct PackingSize {
  std::int64_t box;  ///< voxels along an edge
  double diameter;   ///< voxels
};

/// The Reynolds numbers that are solved up to `most`; those from `least` on are judged.
struct ReynoldsRange {
  double least{1};
  double most{100};
};

Recipe packing_of(const PackingSize& size, double porosity, std::uint64_t seed) {
  Recipe recipe;
  recipe.kind = GeometryKind::packing;
  recipe.extent = {size.box, size.box, size.box};
  recipe.porosity = porosity;
  recipe.radius = size.diameter / 2;
  recipe.seed = seed;
  recipe.moves = 500;  // the correlations are for hard spheres in equilibrium
  return recipe;
}

/// Collects the drags of several packings at one Reynolds number.
struct Drags {
  std::vector<double> of_packings;
  double sum_of_reynolds{0};
  int oscillating{0};             ///< of the packings
  double largest_oscillation{0};  ///< of their K, over the mean

  void add(double one, double at) {
    of_packings.push_back(one);
    sum_of_reynolds += at;
  }
};

InertiaCase drag_case(double porosity, const PackingSize& size, int packings, const ReynoldsRange& range = {}) {
  InertiaCase one;
  one.name = fmt::format("inertia-packing-{:.2f}", porosity);
  if (range.least > 1) one.name += fmt::format("-re-{:g}", range.least);
  one.title = fmt::format("{} random packings of porosity {:.2f}, spheres {:g} voxels across: drag at Re {}", packings,
                          porosity, size.diameter,
                          range.least < range.most ? fmt::format("{:g} to {:g}", range.least, range.most)
                                                   : fmt::format("{:g}", range.most));
  one.source = "Beetstra, van der Hoef, Kuipers 2007; Tenneti, Garg, Subramaniam 2011; Hill, Koch, Ladd 2001";
  one.part = Part::correlations;
  one.run = [porosity, size, packings, range](const InertiaMachine& machine) {
    std::vector<double> numbers{1, 3, 10, 30, 100};
    std::erase_if(numbers, [&](double reynolds) { return reynolds > range.most; });
    const double solid = 1 - porosity;
    std::map<double, Drags> drags_at;
    std::string why_fewer;
    bool all_are_of_nature = true;  // no list ended because the program could not go on
    for (int seed = 1; seed <= packings; ++seed) {
      InertialTask task;
      task.name = fmt::format("packing {} of porosity {:.2f}", seed, porosity);
      task.recipe = packing_of(size, porosity, static_cast<std::uint64_t>(seed));
      task.request.reynolds = numbers;
      task.request.length_voxel = size.diameter;
      task.tolerance = 1e-2;  // the packings differ by ten times that
      const InertialRecord record = solve_inertial_task(task, machine);
      if (!record.why_incomplete().empty()) {
        why_fewer = record.why_incomplete();
        all_are_of_nature = all_are_of_nature && record.result.flows.end == InertiaEnd::unsteady;
      }
      // K = d^2/(18 c F), with the drag F over 3 pi mu d U
      const auto drag_of = [&](double permeability) {
        return size.diameter * size.diameter / (18 * solid * permeability);
      };
      for (const InertialPoint& point : record.result.flows.points)
        drags_at[point.reynolds_asked].add(drag_of(point.permeability_voxel2), point.reynolds);
      if (const auto& flow = record.result.flows.unsteady) {
        Drags& drags = drags_at[record.result.flows.reynolds_at_end];
        drags.add(drag_of(flow->permeability_voxel2), flow->reynolds);
        ++drags.oscillating;
        drags.largest_oscillation = std::max(drags.largest_oscillation, flow->oscillation);
      }
    }
    InertiaOutcome outcome;
    ResultCurve curve{fmt::format("drag at porosity {:.2f}", porosity), "Re by the diameter", "F over 3 pi mu d U", {}};
    for (const double reynolds : numbers) {
      if (reynolds < range.least) continue;
      const Drags& drags = drags_at[reynolds];
      const auto solved = static_cast<int>(drags.of_packings.size());
      const int missing = packings - solved;
      if (missing == packings || (missing > 0 && !all_are_of_nature)) {
        const std::string what = fmt::format("drag at Re {:g}", reynolds);
        outcome.figures.push_back(all_are_of_nature ? leave_figure_open(what, {}, why_fewer)
                                                    : miss_figure(what, {}, why_fewer));
        continue;
      }
      const SampleMean sample = mean_of_sample(drags.of_packings, drags.of_packings.size());
      const double at = drags.sum_of_reynolds / solved;
      const reference::Band band = reference::packing_drag_band(solid, at);
      const Allowed allowed{band.low * (1 - band_margin), band.high * (1 + band_margin),
                            "span of the three correlations, which differ by up to a third, and 10 % on either side"};
      std::string what = fmt::format("drag at Re {:g}", reynolds);
      if (missing > 0) what += fmt::format(", of {} of {} packings", solved, packings);
      if (drags.oscillating > 0)
        what += fmt::format(", {} of {} flows oscillate about it by up to {:.2g} %", drags.oscillating, solved,
                            100 * drags.largest_oscillation);
      Check check = hold_figure(what, sample.mean, allowed);
      check.uncertainty = 2 * standard_error(sample, drags.of_packings.size());
      outcome.figures.push_back(std::move(check));
      curve.points.push_back({at, sample.mean, {}, band.low, band.high});
    }
    outcome.curves.push_back(std::move(curve));
    return outcome;
  };
  return one;
}

}  // namespace

std::vector<InertiaCase> packing_drag_cases(Thoroughness thoroughness) {
  if (thoroughness == Thoroughness::quick) return {};
  if (thoroughness == Thoroughness::standard) return {drag_case(0.8, {48, 12}, 2, {1, 30})};
  std::vector<InertiaCase> cases;
  // At Re 100 the largest speed over nu stays below 11 per voxel: with spheres 60 voxels across at porosity 0.6 it is
  // 12, and some of the flows do not stay finite. Up to Re 30 half as many voxels do, and the box holds five times as
  // many spheres. At these porosities drag in a box of three diameters is 4 % larger than in one of five, and differs
  // by 12 % from packing to packing, in place of 4 %.
  cases.push_back(drag_case(0.6, {180, 36}, 5, {1, 30}));
  cases.push_back(drag_case(0.6, {216, 72}, 5, {100, 100}));
  cases.push_back(drag_case(0.7, {180, 36}, 5, {1, 30}));
  cases.push_back(drag_case(0.7, {150, 50}, 5, {100, 100}));
  cases.push_back(drag_case(0.8, {128, 36}, 5));
  cases.push_back(drag_case(0.9, {128, 28}, 5));
  return cases;
}

}  // namespace perm::validation
