// SPDX-License-Identifier: Apache-2.0
#include "report/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/printable_text.hpp"
#include "core/trade_units.hpp"
#include "core/units.hpp"
#include "report/check_report.hpp"
#include "report/conducted_numbers.hpp"
#include "report/error_budget_report.hpp"
#include "report/gas_report.hpp"
#include "report/headline_report.hpp"
#include "report/inertia_report.hpp"
#include "report/run_cost.hpp"
#include "report/run_files.hpp"
#include "report/summary_line.hpp"
#include "report/tensor_report.hpp"

namespace perm {
namespace {

std::string describe(const BoundaryChoice& choice) {
  switch (choice.boundary) {
    case Boundary::periodic:
      return "periodic: flow that leaves one face enters at the opposite one";
    case Boundary::mirror:
      return "mirror: every face is a mirror";
    case Boundary::sealed:
      return "sealed: walls at the sides, mirrors across the flow";
    case Boundary::pressure:
      return fmt::format("pressure: densities are prescribed at the faces across the flow; {} at the sides",
                         choice.sides == Sides::sealed ? "walls" : "mirrors");
  }
  return "";
}

/// Gives the warnings from number `first` on.
std::string warning_lines(const RunReport& report, std::size_t first = 0) {
  std::string text;
  for (std::size_t i = first; i < report.warnings.size(); ++i) text += summary_line("warning", report.warnings[i]);
  return text;
}

std::string percent(double fraction) { return fmt::format("{:.3g} %", 100 * fraction); }

/// Gives "+- 0.08 % by the iteration", or the words for a bound that was never reached.
std::string iteration_error(const FlowResult& result) {
  if (result.stop == StopReason::estimated) return "an estimate: the iteration has no known bound";
  if (!std::isfinite(result.iteration_error)) return "no bound on the iteration error yet";
  return fmt::format("+- {} by the iteration", percent(result.iteration_error));
}

/// Gives the line of a K that is exactly 0 in the chosen unit, or what is "infinite" then.
std::string line_of_zero(const ImageReport& image, Axis direction, const std::optional<TradeUnitChoice>& units) {
  if (!units || !image.voxel_size_m) return summary_line("permeability", "K = 0 (exactly)");
  const TradeValue k = express_permeability(0, 0, *units, image.length_m(direction));
  return summary_line(k.label, fmt::format("{} {} (exactly)", k.value ? "0" : "infinite", k.unit));
}

/// Gives K to all digits that its bound could mean, with that bound and nothing else.
std::string solved_line(const FlowResult& result, const ImageReport& image) {
  const double k = *result.permeability_voxel2;
  std::string text = fmt::format("{:.5g} voxel^2", k);
  if (image.resampling && image.resampling->voxel_edge())
    text += fmt::format(" ({:.5g} of the image as given)", k * std::pow(*image.resampling->voxel_edge(), 2));
  if (image.voxel_size_m) {
    const PermeabilityUnits converted = convert_permeability(k, *image.voxel_size_m);
    text += fmt::format(" = {:.5g} m^2 = {:.5g} mD", converted.m2, converted.millidarcy);
  }
  return summary_line("as solved", text + ", " + iteration_error(result));
}

std::string permeability_lines(const FlowReport& flow, const ImageReport& image,
                               const std::optional<TradeUnitChoice>& units) {
  const FlowResult& result = flow.result;
  if (!result.permeability_voxel2)
    return summary_line("permeability", result.stop == StopReason::diverged
                                            ? "none: the run diverged"
                                            : "none: the run ended before it was known");
  if (!(*result.permeability_voxel2 > 0)) return line_of_zero(image, result.direction, units);
  if (!flow.headline) return solved_line(result, image);
  std::string text = format_headline(headline_in_words(*flow.headline, image, result.direction, units));
  if (units && image.voxel_size_m) {
    const TradeValue k = express_permeability(1, 0, *units, image.length_m(result.direction));
    if (k.quantity != "permeability") text += summary_line("", describe(k, "\n" + std::string(22, ' ')));
  }
  if (!image.voxel_size_m) text += summary_line("", "no voxel size given, so none in mD; add --voxel-size to have it");
  return text + solved_line(result, image);
}

std::string describe_resampling(const ResamplingReport& given) {
  if (given.voxel_edges_m)
    return fmt::format("made cubes from {} voxels of {} x {} x {}; each is what the voxel around its centre was",
                       to_string(given.extent), format_length((*given.voxel_edges_m)[0]),
                       format_length((*given.voxel_edges_m)[1]), format_length((*given.voxel_edges_m)[2]));
  return fmt::format("{} from {} voxels{}; K in voxel^2 is in the voxels solved, whose edge is {:.4g} of those given",
                     given.method == ResamplingReport::Method::refine
                         ? fmt::format("refined {0} x {0} x {0}", given.factor)
                         : fmt::format("coarsened by {}", given.factor),
                     to_string(given.extent), given.voxel_size_m ? " of " + format_length(*given.voxel_size_m) : "",
                     given.voxel_edge().value_or(1));
}

/// Gives "4 as 1 x 4 slabs, imbalance 0.8 %".
std::string sharing_text(const Sharing& sharing) {
  return fmt::format("{} as {} x {} {}, imbalance {}", sharing.ranks, sharing.parts_y, sharing.parts_z,
                     std::min(sharing.parts_y, sharing.parts_z) == 1 ? "slabs" : "blocks", percent(sharing.imbalance));
}

std::string cost_lines(const FlowReport& flow) {
  const FlowResult& result = flow.result;
  std::string text = summary_line(
      "tau",
      fmt::format("{:.4g} ({})", result.tau, result.tau_was_chosen ? "chosen by the program" : "given by --tau"));
  text += summary_line(
      "steps", fmt::format("{} in {}, {:.4g} MFLUPS (million fluid-cell updates a second); {} to prepare", result.steps,
                           format_duration(result.seconds), result.mflups, format_duration(flow.preparation_seconds)));
  if (!result.device.empty()) text += summary_line("device", result.device);
  if (result.sharing.ranks > 1) text += summary_line("ranks", sharing_text(result.sharing));
  if (result.float16_difference)
    text +=
        summary_line("float16", fmt::format("the first {} steps; K differed there by {} from the final one in float32",
                                            result.float16_steps, percent(*result.float16_difference)));
  if (std::isfinite(result.flux_spread))
    text += summary_line("flux",
                         fmt::format("differs by {} between the planes across the flow", percent(result.flux_spread)));
  std::string memory =
      fmt::format("{:.4g} bytes a fluid cell for {} cells", result.bytes_per_fluid_cell, result.fluid_cells);
  if (flow.resident_bytes_stepping > 0)
    memory +=
        fmt::format("; {} resident while stepping", format_bytes(static_cast<double>(flow.resident_bytes_stepping)));
  return text + summary_line("memory", memory);
}

}  // namespace

std::string explain_stop(const FlowResult& result, double tolerance) {
  switch (result.stop) {
    case StopReason::converged:
      return fmt::format("converged: K lies within {} of its limit", percent(tolerance));
    case StopReason::estimated:
      return fmt::format(
          "estimated: samples of K tell its limit to {}, but inertia is too strong for a bound; lower --force for one",
          percent(tolerance));
    case StopReason::step_limit:
      return fmt::format(
          "step limit: not within {} of the limit after {} steps; {}", percent(tolerance), result.steps,
          result.rounding_error > result.iteration_error / 2 ? "most of the bound is rounding" : "raise --max-steps");
    case StopReason::rounding:
      return fmt::format("rounding: not within {} of the limit, because nothing but rounding is left of what changes",
                         percent(tolerance));
    case StopReason::diverged:
      return fmt::format("diverged: {}", result.diverged_because.empty() ? "the velocities grew without bound"
                                                                         : result.diverged_because);
    case StopReason::interrupted:
      return fmt::format("interrupted: the run was stopped after {} steps, not within {} of the limit", result.steps,
                         percent(tolerance));
    case StopReason::not_percolating: {
      const char axis = axis_letter(result.direction);
      return fmt::format("not percolating: no pore connects the two {} faces (links through voxel faces and edges)",
                         axis);
    }
  }
  return "";
}

std::string format_image_facts(const RunReport& report) {
  const ImageReport& image = report.image;
  std::string text = fmt::format("Image {}\n", printable_line(image.source));
  text += summary_line("size",
                       image.voxel_size_m
                           ? fmt::format("{} voxels of {}", to_string(image.extent), format_length(*image.voxel_size_m))
                           : fmt::format("{} voxels (no voxel size given)", to_string(image.extent)));
  if (!image.format.empty()) text += summary_line("format", printable_line(image.format));
  text += summary_line("pores", image.segmentation);
  if (!image.sample.empty()) text += summary_line("sample", image.sample);
  if (image.resampling) text += summary_line("resampled", describe_resampling(*image.resampling));
  text += summary_line("total porosity", fmt::format("{:.6f}", image.porosity()));
  text += summary_line("boundaries", describe(report.solver.boundary));
  if (report.solver.walls == Walls::sub_voxel)
    text += summary_line("surface", "walls stand between voxels, where it is");
  if (const double slip = report.solver.settings.slip.length; slip > 0)
    text += summary_line(
        "slip", fmt::format("{:.4g} voxels along all walls{}", slip,
                            image.voxel_size_m ? ", " + format_length(slip * *image.voxel_size_m) : std::string()));
  return text + warning_lines(report);
}

std::string format_connection(const FlowReport& flow, const ImageReport& image) {
  const char axis = axis_letter(flow.result.direction);
  if (flow.result.fluid_cells == 0)
    return summary_line(fmt::format("connected along {}", axis),
                        fmt::format("no: no pore connects the two {} faces, so K = 0 along {}", axis, axis));
  const double isolated =
      image.pore_voxels > 0 ? static_cast<double>(flow.isolated_voxels) / static_cast<double>(image.pore_voxels) : 0.0;
  return summary_line(fmt::format("connected along {}", axis),
                      fmt::format("porosity {:.6f}; {} pore voxels ({} of the pores) are isolated and left out",
                                  flow.result.connected_porosity, flow.isolated_voxels, percent(isolated)));
}

std::string format_results(const RunReport& report, std::size_t warnings_told,
                           const std::optional<TradeUnitChoice>& units) {
  std::string text;
  for (const FlowReport& flow : report.flows) {
    text += fmt::format("Flow along {}\n", axis_letter(flow.result.direction));
    text += summary_line("porosity", fmt::format("{:.6f} total, {:.6f} connected", report.image.porosity(),
                                                 flow.result.connected_porosity));
    const auto unit = unit_along(units, report.image.extent, flow.result.direction, report.flows.size());
    text += permeability_lines(flow, report.image, unit);
    text += format_gas(flow, report.image, unit);
    if (flow.voxel_estimate) text += format_voxel_estimate(*flow.voxel_estimate, report.image.voxel_size_m);
    if (flow.threshold_slope) text += format_threshold_slope(*flow.threshold_slope);
    if (flow.error_budget)
      text += format_error_budget(*flow.error_budget, report.image.voxel_size_m, flow.voxel_estimate);
    if (flow.error_budget && flow.as_cubes) text += format_as_cubes(*flow.as_cubes, report.image.voxel_size_m);
    if (flow.conduction) {
      text += format_conducted(*flow.conduction, report.image.porosity());
      text += format_lambda(*flow.conduction, report.image.voxel_size_m, flow.result.permeability_voxel2);
    }
    if (flow.inertia) text += format_inertia(*flow.inertia, report.image.voxel_size_m);
    text += summary_line("stop", explain_stop(flow.result, report.solver.tolerance));
    if (flow.result.steps > 0) text += cost_lines(flow);
    text += format_checks(flow, report);
  }
  text += format_tensor(report);
  text += warning_lines(report, warnings_told);
  text += fmt::format("Definition: {}. Boundaries: {}.\n", permeability_definition,
                      to_string(report.solver.boundary.boundary));
  return text;
}

std::string format_end(const RunReport& report, const std::filesystem::path& folder, const RunOutput& output) {
  std::string names = fmt::format("{}, {}, {}, {}", result_file, result_table_file, convergence_file, plane_flux_file);
  if (!report.grains.empty()) names += fmt::format(", {}", grain_forces_file);
  if (has_inertia(report)) names += fmt::format(", {}", reynolds_file);
  for (const std::string& name : output.field_files) names += ", " + name;
  return fmt::format("Files in {}: {}\nDone after {}.\n", printable_line(folder.string()), names,
                     format_duration(report.seconds));
}

}  // namespace perm
