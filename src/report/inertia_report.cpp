// SPDX-License-Identifier: Apache-2.0
#include "report/inertia_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "core/units.hpp"
#include "report/summary_line.hpp"

namespace perm {
namespace {

/// Gives g/nu^2 of a flow.
double force_of(const InertialPoint& point) { return point.force / std::pow(viscosity(point.tau), 2); }

Json describe_point(const InertiaResult& inertia, const InertialPoint& point,
                    const std::optional<double>& voxel_size_m) {
  const auto gradient = [&](const Fluid& fluid) {
    return voxel_size_m ? number_or_null(pressure_gradient_pa_m(force_of(point), *voxel_size_m, fluid)) : Json(nullptr);
  };
  return {{"reynolds_asked", point.reynolds_asked},
          {"reynolds", number_or_null(point.reynolds)},
          {"apparent_permeability_voxel2", number_or_null(point.permeability_voxel2)},
          {"apparent_permeability_m2",
           voxel_size_m ? number_or_null(point.permeability_voxel2 * *voxel_size_m * *voxel_size_m) : Json(nullptr)},
          {"resistance", number_or_null(inertia.apparent(point).resistance)},
          {"iteration_error", number_or_null(point.iteration_error)},
          {"force", number_or_null(point.force)},
          {"tau", number_or_null(point.tau)},
          {"mach_number", number_or_null(point.mach)},
          {"flux_spread", number_or_null(point.flux_spread)},
          {"wall_force_difference", number_or_null(point.wall_force_difference)},
          {"steps", point.steps},
          {"seconds", number_or_null(point.seconds)},
          {"pressure_gradient_water_pa_m", gradient(water)},
          {"pressure_gradient_air_pa_m", gradient(air)}};
}

Json describe_onset(const std::optional<InertiaOnset>& onset, const std::optional<double>& voxel_size_m) {
  if (!onset) return nullptr;
  const auto gradient = [&](const Fluid& fluid) {
    return voxel_size_m ? number_or_null(pressure_gradient_pa_m(onset->force_per_voxel3, *voxel_size_m, fluid))
                        : Json(nullptr);
  };
  return {{"reynolds", onset->reynolds},
          {"pressure_gradient_water_pa_m", gradient(water)},
          {"pressure_gradient_air_pa_m", gradient(air)}};
}

Json describe_strong(const InertiaResult& inertia, const std::optional<double>& voxel_size_m) {
  if (!inertia.strong) return nullptr;
  const ForchheimerFit& fit = *inertia.strong;
  const double beta = *inertia.beta_per_voxel();
  const double confidence = fit.slope_confidence / fit.slope;
  return {{"beta_per_voxel", beta},
          {"beta_per_m", voxel_size_m ? number_or_null(beta / *voxel_size_m) : Json(nullptr)},
          {"c_F", number_or_null(inertia.forchheimer_number())},
          {"relative_confidence_95", number_or_null(confidence)},
          {"permeability_voxel2", number_or_null(inertia.flows.creeping_voxel2 / fit.intercept)},
          {"first_reynolds", fit.first_reynolds},
          {"last_reynolds", fit.last_reynolds},
          {"points", fit.points},
          {"worst_residual", number_or_null(fit.worst_residual)}};
}

Json describe_weak(const std::optional<WeakInertiaFit>& weak) {
  if (!weak) return nullptr;
  return {{"coefficient", weak->coefficient},           {"confidence", number_or_null(weak->confidence)},
          {"exponent", number_or_null(weak->exponent)}, {"first_reynolds", weak->first_reynolds},
          {"last_reynolds", weak->last_reynolds},       {"points", weak->points}};
}

std::string onset_text(const InertiaResult& inertia, double share, const std::optional<InertiaOnset>& onset,
                       const std::optional<double>& voxel_size_m) {
  const std::string words = fmt::format("{:g} %", 100 * share);
  if (!onset) {
    const std::vector<InertialPoint>& points = inertia.flows.points;
    const bool is_below = !points.empty() && inertia.apparent(points.front()).resistance >= 1 / (1 - share);
    return fmt::format("K is {} down {} the Reynolds numbers solved", words, is_below ? "below" : "beyond");
  }
  std::string text = fmt::format("K is {} down at Re {:.3g}", words, onset->reynolds);
  if (voxel_size_m)
    text += fmt::format(" (water: {:.2e} Pa/m, air: {:.2e} Pa/m)",
                        pressure_gradient_pa_m(onset->force_per_voxel3, *voxel_size_m, water),
                        pressure_gradient_pa_m(onset->force_per_voxel3, *voxel_size_m, air));
  return text;
}

}  // namespace

bool has_inertia(const RunReport& report) {
  return std::ranges::any_of(report.flows, [](const FlowReport& flow) { return flow.inertia.has_value(); });
}

Json describe_inertia(const InertiaResult& inertia, const std::optional<double>& voxel_size_m) {
  Json points = Json::array();
  for (const InertialPoint& point : inertia.flows.points)
    points.push_back(describe_point(inertia, point, voxel_size_m));
  return {{"definition", "Re = U l / nu, U superficial; resistance = K of creeping flow over the apparent K"},
          {"length_voxel", inertia.flows.length_voxel},
          {"length_m", voxel_size_m ? number_or_null(inertia.flows.length_voxel * *voxel_size_m) : Json(nullptr)},
          {"end", to_string(inertia.flows.end)},
          {"why", text_or_null(inertia.flows.why)},
          {"points", std::move(points)},
          {"forchheimer", describe_strong(inertia, voxel_size_m)},
          {"weak_inertia", describe_weak(inertia.weak)},
          {"one_percent_less", describe_onset(inertia.one_percent, voxel_size_m)},
          {"ten_percent_less", describe_onset(inertia.ten_percent, voxel_size_m)}};
}

std::string format_inertia(const InertiaResult& inertia, const std::optional<double>& voxel_size_m) {
  const InertialFlows& flows = inertia.flows;
  std::string text;
  const auto add = [&](const std::string& line) { text += summary_line(text.empty() ? "inertia" : "", line); };
  add(fmt::format("Re = U l / nu with l = {:.4g} voxels{}", flows.length_voxel,
                  voxel_size_m ? " (" + format_length(flows.length_voxel * *voxel_size_m) + ")" : ""));
  for (const InertialPoint& point : flows.points)
    add(fmt::format("Re {:<10.4g} K {:<10.5g} voxel^2  K0/K - 1 {:<10.3g} +- {:.2g} %  {} steps", point.reynolds,
                    point.permeability_voxel2, inertia.apparent(point).resistance - 1,
                    100 * inertia.apparent(point).error, point.steps));
  if (flows.end != InertiaEnd::complete) add("the list ends here: " + flows.why);
  if (inertia.strong) {
    const ForchheimerFit& fit = *inertia.strong;
    const double beta = *inertia.beta_per_voxel();
    add(fmt::format("Forchheimer: beta {:.4g}{} +- {:.2g} %, c_F {:.4g}, from {} flows at Re {:.3g} to {:.3g}",
                    voxel_size_m ? beta / *voxel_size_m : beta, voxel_size_m ? "/m" : "/voxel",
                    100 * fit.slope_confidence / fit.slope, *inertia.forchheimer_number(), fit.points,
                    fit.first_reynolds, fit.last_reynolds));
  } else {
    add(fmt::format("no Forchheimer beta: fewer than {} flows with inertia lie on a line", fewest_forchheimer_points));
  }
  if (inertia.weak)
    add(fmt::format("weak inertia: K0/K = 1 + {:.4g} Re^2 (the flows show Re^{:.3g})", inertia.weak->coefficient,
                    inertia.weak->exponent));
  add(onset_text(inertia, 0.01, inertia.one_percent, voxel_size_m));
  add(onset_text(inertia, 0.1, inertia.ten_percent, voxel_size_m));
  return text;
}

std::string format_reynolds_csv(const RunReport& report) {
  std::string csv =
      "direction,reynolds_asked,reynolds,apparent_permeability_voxel2,apparent_permeability_m2,resistance,"
      "iteration_error,force,tau,mach_number,wall_force_difference,steps,seconds,pressure_gradient_water_pa_m,pressure_"
      "gradient_air_pa_m\n";
  const std::optional<double>& voxel = report.image.voxel_size_m;
  const auto in_metres = [&](double value) { return voxel ? fmt::format("{}", value) : std::string(); };
  for (const FlowReport& flow : report.flows) {
    if (!flow.inertia) continue;
    for (const InertialPoint& p : flow.inertia->flows.points)
      fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
                     axis_letter(flow.result.direction), p.reynolds_asked, p.reynolds, p.permeability_voxel2,
                     in_metres(p.permeability_voxel2 * std::pow(voxel.value_or(0), 2)),
                     flow.inertia->apparent(p).resistance, p.iteration_error, p.force, p.tau, p.mach,
                     p.wall_force_difference, p.steps, p.seconds,
                     in_metres(voxel ? pressure_gradient_pa_m(force_of(p), *voxel, water) : 0),
                     in_metres(voxel ? pressure_gradient_pa_m(force_of(p), *voxel, air) : 0));
  }
  return csv;
}

}  // namespace perm
