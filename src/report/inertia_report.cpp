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
          {"pressure_gradient_air_pa_m", gradient(room_air)}};
}

Json describe_onset(const std::optional<InertiaOnset>& onset, const std::optional<double>& voxel_size_m) {
  if (!onset) return nullptr;
  const auto gradient = [&](const Fluid& fluid) {
    return voxel_size_m ? number_or_null(pressure_gradient_pa_m(onset->force_per_voxel3, *voxel_size_m, fluid))
                        : Json(nullptr);
  };
  return {{"reynolds", onset->reynolds},
          {"pressure_gradient_water_pa_m", gradient(water)},
          {"pressure_gradient_air_pa_m", gradient(room_air)}};
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
          {"linear", number_or_null(weak->linear)},     {"linear_confidence", number_or_null(weak->linear_confidence)},
          {"exponent", number_or_null(weak->exponent)}, {"first_reynolds", weak->first_reynolds},
          {"last_reynolds", weak->last_reynolds},       {"points", weak->points}};
}

std::string onset_text(const InertiaResult& inertia, double share, const std::optional<InertiaOnset>& onset,
                       const std::optional<double>& voxel_size_m) {
  const std::string words = fmt::format("{:g} %", 100 * share);
  if (!onset) {
    const std::vector<InertialPoint>& points = inertia.flows.points;
    const auto is_reached = [&](const InertialPoint& p) { return inertia.apparent(p).resistance >= 1 / (1 - share); };
    const auto first = std::ranges::find_if(points, is_reached);
    if (first == points.end()) return fmt::format("K is {} down beyond the Reynolds numbers solved", words);
    if (first == points.begin()) return fmt::format("K is {} down below the Reynolds numbers solved", words);
    const ApparentPermeability at_first = inertia.apparent(*first);
    const bool would_show = inertia_shows_above * at_first.error < share;
    return fmt::format("K is {} down between Re {:.3g} and {:.3g}; {} would say where", words,
                       std::prev(first)->reynolds, first->reynolds,
                       would_show ? "flows between them" : "a lower --tolerance");
  }
  std::string text = fmt::format("K is {} down at Re {:.3g}", words, onset->reynolds);
  if (voxel_size_m)
    text += fmt::format(" (water: {:.2e} Pa/m, air: {:.2e} Pa/m)",
                        pressure_gradient_pa_m(onset->force_per_voxel3, *voxel_size_m, water),
                        pressure_gradient_pa_m(onset->force_per_voxel3, *voxel_size_m, room_air));
  return text;
}

Json describe_unsteady(const std::optional<UnsteadyFlow>& flow, const std::optional<double>& voxel_size_m) {
  if (!flow) return nullptr;
  const bool oscillates = flow->period_steps > 0;
  return {{"definition", "mean over whole periods; swing = (largest - smallest K) / mean"},
          {"reynolds", flow->reynolds},
          {"apparent_permeability_voxel2", flow->permeability_voxel2},
          {"apparent_permeability_m2",
           voxel_size_m ? Json(flow->permeability_voxel2 * *voxel_size_m * *voxel_size_m) : Json(nullptr)},
          {"swing", oscillates ? Json(flow->oscillation) : Json(nullptr)},
          {"period_steps", oscillates ? Json(flow->period_steps) : Json(nullptr)},
          {"period", oscillates ? Json(flow->period) : Json(nullptr)},
          {"is_regular", flow->is_regular},
          {"force", flow->force},
          {"tau", flow->tau},
          {"steps", flow->steps}};
}

}  // namespace

bool has_inertia(const RunReport& report) {
  return std::ranges::any_of(report.flows, [](const FlowReport& flow) { return flow.inertia.has_value(); });
}

std::string format_forecast(const InertiaForecast& forecast, const std::string& machine, const char* a_rank) {
  const bool is_early = forecast.basis == ForecastBasis::pores;
  std::string text = forecast.image == InertiaImage::mirrored
                         ? "through the image followed by its mirror image, twice the cells: "
                         : "through the same cells: ";
  if (is_early) text += fmt::format("{} of memory{}, ", format_bytes(static_cast<double>(forecast.bytes)), a_rank);
  text += is_early ? "at a guess" : "by the creeping flow";
  const auto add_flow = [&](const char* before, const InertialStepForecast& flow) {
    text +=
        fmt::format("{} {} steps at Re {:.4g} (tau {:.4g})", before, format_rough(flow.steps), flow.reynolds, flow.tau);
  };
  if (!forecast.flows.empty()) add_flow(" about", forecast.flows.front());
  if (forecast.flows.size() > 1) add_flow(forecast.flows.size() > 2 ? " to" : " and", forecast.flows.back());
  if (!forecast.flows.empty())
    text += fmt::format(", together roughly {}{}", format_duration(forecast.seconds()),
                        is_early ? " on " + machine : " at its speed");
  if (forecast.flows.empty()) text += " no flow";
  if (forecast.unresolved) text += fmt::format("; Re {:.4g} may need smaller voxels", *forecast.unresolved);
  return text;
}

Json describe_inertia(const InertiaResult& inertia, const std::optional<double>& voxel_size_m) {
  Json points = Json::array();
  for (const InertialPoint& point : inertia.flows.points)
    points.push_back(describe_point(inertia, point, voxel_size_m));
  return {{"definition", "Re = U l / nu, U superficial; resistance = K of creeping flow over the apparent K"},
          {"image", to_string(inertia.flows.image)},
          {"fluid_cells", inertia.flows.cells},
          {"creeping_permeability_voxel2", number_or_null(inertia.flows.creeping_voxel2)},
          {"creeping_iteration_error", number_or_null(inertia.flows.creeping_error)},
          {"length_voxel", inertia.flows.length_voxel},
          {"length_m", voxel_size_m ? number_or_null(inertia.flows.length_voxel * *voxel_size_m) : Json(nullptr)},
          {"end", to_string(inertia.flows.end)},
          {"why", text_or_null(inertia.flows.why)},
          {"unsteady", describe_unsteady(inertia.flows.unsteady, voxel_size_m)},
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
  if (flows.image == InertiaImage::mirrored)
    add(fmt::format("of the image followed by its mirror image: {} cells, K0 {:.5g} voxel^2 +- {:.2g} %", flows.cells,
                    flows.creeping_voxel2, 100 * flows.creeping_error));
  constexpr std::size_t most_lines = 40;
  const std::size_t left_out = flows.points.size() > most_lines ? flows.points.size() - most_lines : 0;
  for (std::size_t i = 0; i < flows.points.size(); ++i) {
    if (left_out > 0 && i == most_lines / 2) {
      add(fmt::format("... and {} more flows, which the table has ...", left_out));
      i += left_out;
    }
    const InertialPoint& point = flows.points[i];
    add(fmt::format("Re {:<10.4g} K {:<10.5g} voxel^2  K0/K - 1 {:<10.3g} +- {:.2g} %  {} steps", point.reynolds,
                    point.permeability_voxel2, inertia.apparent(point).resistance - 1,
                    100 * inertia.apparent(point).error, point.steps));
  }
  if (flows.end != InertiaEnd::complete) add("the list ends here: " + flows.why);
  if (inertia.strong) {
    const ForchheimerFit& fit = *inertia.strong;
    const double beta = *inertia.beta_per_voxel();
    add(fmt::format("Forchheimer: beta {:.4g}{} +- {:.2g} %, c_F {:.4g}, from {} flows at Re {:.3g} to {:.3g}",
                    voxel_size_m ? beta / *voxel_size_m : beta, voxel_size_m ? "/m" : "/voxel",
                    100 * fit.slope_confidence / fit.slope, *inertia.forchheimer_number(), fit.points,
                    fit.first_reynolds, fit.last_reynolds));
  } else {
    add(fmt::format("no Forchheimer beta: fewer than {} flows with inertia lie on a line{}", fewest_forchheimer_points,
                    flows.points.size() < fewest_forchheimer_points ? "" : ", or its slope may be 0"));
  }
  if (inertia.weak)
    add(fmt::format(
        "weak inertia: K0/K = 1 + {:.4g} Re^2 +- {:.2g} % (the flows show Re^{:.3g}, and {:.2g} Re of the lattice)",
        inertia.weak->coefficient, 100 * inertia.weak->confidence / inertia.weak->coefficient, inertia.weak->exponent,
        inertia.weak->linear));
  add(onset_text(inertia, 0.01, inertia.one_percent, voxel_size_m));
  add(onset_text(inertia, 0.1, inertia.ten_percent, voxel_size_m));
  return text;
}

std::string format_reynolds_csv(const RunReport& report) {
  std::string csv =
      "direction,reynolds_asked,reynolds,apparent_permeability_voxel2,apparent_permeability_m2,resistance,"
      "iteration_error,force,tau,mach_number,wall_force_difference,steps,seconds,pressure_gradient_water_pa_m,"
      "pressure_gradient_air_pa_m,image,fluid_cells\n";
  const std::optional<double>& voxel = report.image.voxel_size_m;
  const auto in_metres = [&](double value) { return voxel ? fmt::format("{}", value) : std::string(); };
  for (const FlowReport& flow : report.flows) {
    if (!flow.inertia) continue;
    for (const InertialPoint& p : flow.inertia->flows.points)
      fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
                     axis_letter(flow.result.direction), p.reynolds_asked, p.reynolds, p.permeability_voxel2,
                     in_metres(p.permeability_voxel2 * std::pow(voxel.value_or(0), 2)),
                     flow.inertia->apparent(p).resistance, p.iteration_error, p.force, p.tau, p.mach,
                     p.wall_force_difference, p.steps, p.seconds,
                     in_metres(voxel ? pressure_gradient_pa_m(force_of(p), *voxel, water) : 0),
                     in_metres(voxel ? pressure_gradient_pa_m(force_of(p), *voxel, room_air) : 0),
                     to_string(flow.inertia->flows.image), flow.inertia->flows.cells);
  }
  return csv;
}

}  // namespace perm
