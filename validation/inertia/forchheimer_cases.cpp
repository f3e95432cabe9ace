// SPDX-License-Identifier: Apache-2.0
// Forchheimer's beta of one packing of spheres over voxels, Mach number and viscosity.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "darcy/inertia/inertial_viscosity.hpp"
#include "validation/cases/sample_mean.hpp"
#include "validation/inertia/inertia_list.hpp"
#include "validation/inertia/inertial_task.hpp"

namespace perm::validation {
namespace {

constexpr double usual_mach = usual_largest_mach(Equilibrium::incompressible);

struct PackingOfSize {
  std::int64_t box{0};  ///< voxels along an edge; the spheres are a quarter of it across
  int shifts{1};  ///< the packing is moved by so many fractions of a voxel: the mean of beta has less of their chance
};

/// beta times the diameter, at one size of the voxels.
struct ScaledBeta {
  double box{0};
  double mean{0};
  double error{0};  ///< standard error of the mean over the shifts
};

/// Solves the packing at Reynolds numbers where inertia is strong, and gives beta times the diameter.
std::optional<double> scaled_beta(std::int64_t box, double shift, double largest_mach, const InertiaMachine& machine,
                                  std::string& why_not) {
  const double diameter = static_cast<double>(box) / 4;
  InertialTask task;
  task.name = fmt::format("beta of a packing of {} voxels, shifted by {:g}, Mach {:g}", box, shift, largest_mach);
  task.recipe.kind = GeometryKind::packing;
  task.recipe.extent = {box, box, box};
  task.recipe.porosity = 0.6;
  task.recipe.radius = diameter / 2;
  task.recipe.shift = {shift, shift, shift};
  task.request.reynolds = {12, 16, 20, 25};
  task.request.length_voxel = diameter;
  task.request.largest_mach = largest_mach;
  task.tolerance = 1e-3;
  const InertialRecord record = solve_inertial_task(task, machine);
  why_not = record.why_incomplete();
  if (why_not.empty() && !record.result.strong) why_not = "the flows lie on no line";
  if (!record.result.strong) return {};
  return *record.result.beta_per_voxel() * diameter;
}

std::optional<ScaledBeta> mean_beta(const PackingOfSize& size, const InertiaMachine& machine, std::string& why_not) {
  std::vector<double> betas;
  for (int i = 0; i < size.shifts; ++i) {
    const auto beta = scaled_beta(size.box, static_cast<double>(i) / size.shifts, usual_mach, machine, why_not);
    if (!beta) return {};
    betas.push_back(*beta);
  }
  const SampleMean sample = mean_of_sample(betas, betas.size());
  return ScaledBeta{static_cast<double>(size.box), sample.mean, standard_error(sample, betas.size())};
}

/// beta = limit + first h + second h^2, where h is the edge of a voxel over that of the box.
struct VoxelLaw {
  double limit{0}, first{0}, second{0};
  double at(double box) const { return limit + first / box + second / (box * box); }
};

/// Gives the law through three sizes (Newton's form of the interpolating parabola).
VoxelLaw law_through(const ScaledBeta& a, const ScaledBeta& b, const ScaledBeta& c) {
  const double ha = 1 / a.box, hb = 1 / b.box, hc = 1 / c.box;
  const double ab = (b.mean - a.mean) / (hb - ha), bc = (c.mean - b.mean) / (hc - hb);
  VoxelLaw law;
  law.second = (bc - ab) / (hc - ha);
  law.first = ab - law.second * (ha + hb);
  law.limit = a.mean - ha * (law.first + law.second * ha);
  return law;
}

/// Judges beta over four sizes of voxels: the last three double. Walls in steps make an error of first order, and the
/// flow between them one of second. Where these have opposite signs beta is no monotone function of the size, and a
/// ratio of differences is no order; so the law with both is held against the size that it is not made of.
void judge_sizes(std::span<const ScaledBeta> betas, InertiaOutcome& outcome) {
  const ScaledBeta& coarsest = betas[0];
  const ScaledBeta& finest = betas[3];
  const VoxelLaw law = law_through(betas[1], betas[2], finest);
  outcome.figures.push_back(hold_figure(
      fmt::format("error of beta at {:g}, over limit + first h + second h^2 through the finer ones", coarsest.box),
      std::abs(coarsest.mean / law.at(coarsest.box) - 1),
      {0, 0.015, "a third term, and what the places of voxels change"}));
  outcome.figures.push_back(hold_figure(fmt::format("error of beta at {:g}, over the limit", finest.box),
                                        std::abs(finest.mean / law.limit - 1),
                                        {0, 0.05, "steps of the walls, 64 voxels a diameter"}));
  const double first = betas[2].mean - betas[1].mean, second = finest.mean - betas[2].mean;
  const Allowed orders{lowest_trusted_order, highest_trusted_order, "walls are of first order, the flow of second"};
  if (first / second > 0)
    outcome.figures.push_back(hold_figure("order of beta", std::log2(first / second), orders));
  else
    outcome.figures.push_back(leave_figure_open(
        "order of beta", orders,
        fmt::format(
            "the two errors have opposite signs: at {:g} they are {:+.1f} % and {:+.1f} %, at {:g} {:+.1f} % and "
            "{:+.2f} %",
            betas[1].box, 100 * law.first / betas[1].box / law.limit,
            100 * law.second / (betas[1].box * betas[1].box) / law.limit, finest.box,
            100 * law.first / finest.box / law.limit, 100 * law.second / (finest.box * finest.box) / law.limit)));
}

/// beta of one packing at sizes of voxels, and at Mach numbers to a third, with which the viscosity goes.
InertiaCase beta_case(std::vector<PackingOfSize> sizes) {
  InertiaCase one;
  one.name = "inertia-beta";
  one.title = fmt::format("Forchheimer's beta of a packing of porosity 0.60 in {} to {} voxels", sizes.front().box,
                          sizes.back().box);
  one.source = "at one Reynolds number the scheme's flow depends on neither Mach number nor viscosity";
  one.run = [sizes = std::move(sizes)](const InertiaMachine& machine) {
    InertiaOutcome outcome;
    ResultCurve curve{"beta", "voxels along the box", "beta times the diameter", {}};
    std::vector<ScaledBeta> betas;
    std::string why_not;
    const Allowed any{0, 1e3, "above 0; the next figures judge it"};
    for (const PackingOfSize& size : sizes) {
      const auto beta = mean_beta(size, machine, why_not);
      const std::string what = fmt::format("beta times the diameter at {}", size.box);
      if (!beta) return outcome.figures.push_back(miss_figure(what, any, why_not)), outcome;
      Check check = hold_figure(what, beta->mean, any);
      check.uncertainty = 2 * beta->error;
      outcome.figures.push_back(std::move(check));
      betas.push_back(*beta);
      curve.points.push_back({beta->box, beta->mean});
    }
    const Allowed alike{0, 0.01, "the viscosity goes with the Mach number, and nothing else changes"};
    const std::int64_t box = sizes.front().box;
    const auto usual = scaled_beta(box, 0, usual_mach, machine, why_not);
    for (const double mach : {0.15, 0.1}) {
      const auto beta = scaled_beta(box, 0, mach, machine, why_not);
      const std::string what = fmt::format("error of beta at Mach {:g}, over that at {:g}", mach, usual_mach);
      outcome.figures.push_back(beta && usual ? hold_figure(what, std::abs(*beta / *usual - 1), alike)
                                              : miss_figure(what, alike, why_not));
    }
    if (betas.size() == 4) judge_sizes(betas, outcome);
    outcome.curves.push_back(std::move(curve));
    return outcome;
  };
  return one;
}

}  // namespace

std::vector<InertiaCase> forchheimer_cases(Thoroughness thoroughness) {
  if (thoroughness == Thoroughness::quick) return {};
  if (thoroughness == Thoroughness::standard) return {beta_case({{48, 1}})};
  return {beta_case({{48, 4}, {64, 4}, {128, 4}, {256, 2}})};
}

}  // namespace perm::validation
