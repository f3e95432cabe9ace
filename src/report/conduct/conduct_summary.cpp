// SPDX-License-Identifier: Apache-2.0
#include "report/conduct/conduct_summary.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "core/printable_text.hpp"
#include "core/units.hpp"
#include "report/conducted_numbers.hpp"
#include "report/summary_line.hpp"

namespace perm {
namespace {

std::string format_direction(const Conducted& conducted, const ConductReport& report, const ConductWords& words) {
  std::string text = fmt::format("Along {}\n", axis_letter(conducted.direction));
  const double porosity = report.porosity();
  text += format_conducted(conducted, report.has_phases ? std::numeric_limits<double>::quiet_NaN() : porosity);
  if (conducted.cells == 0) return text;
  if (!report.has_phases)
    text += summary_line("", between(conducted, [&](double d) { return std::sqrt(porosity / d); }) + ": its root");
  text +=
      summary_line("conductivity", between(conducted, [](double d) { return d; }) +
                                       (report.has_phases ? ": over that of the bulk" : ": over that without solid"));
  if (words.bulk)
    text +=
        summary_line("", fmt::format("{}{}{}: {}", between(conducted, [&](double d) { return words.bulk->value * d; }),
                                     words.bulk->unit.empty() ? "" : " ", printable_line(words.bulk->unit),
                                     effective_quantity(words.of)));
  if (porosity < 1 && !report.has_phases)
    text += summary_line("Archie's m", between(conducted, [&](double d) { return std::log(d) / std::log(porosity); }));
  if (conducted.smooth && conducted.has_bounds() && porosity < 1)
    text += summary_line("smooth pores", fmt::format("F {:.4g} +- {:.2g} (two sigma), an estimate of what voxels do",
                                                     1 / *conducted.smooth,
                                                     2 * conducted.smooth_deviation / std::pow(*conducted.smooth, 2)));
  text += format_lambda(conducted, report.image.voxel_size_m);
  return text +
         summary_line("iterations", fmt::format("{} in {}", conducted.iterations, format_duration(conducted.seconds)));
}

}  // namespace

std::string format_conduction(const ConductReport& report, const ConductWords& words) {
  std::string text = fmt::format("Image {}\n", printable_line(report.image.source));
  text += summary_line(
      "size",
      fmt::format("{} voxels{}", to_string(report.image.extent),
                  report.image.voxel_size_m ? " of " + format_length(*report.image.voxel_size_m) : std::string()));
  text += summary_line(report.has_phases ? "phases" : "pores", report.image.segmentation);
  text += summary_line(report.has_phases ? "share that conducts" : "porosity",
                       fmt::format("{:.4g}, {:.4g} connected through faces", report.image.porosity(),
                                   report.image.connected_porosity()));
  text +=
      summary_line("boundary", report.boundary == Boundary::periodic
                                   ? "periodic: what leaves one face enters at the opposite one"
                                   : fmt::format("{}: potentials held at the faces across, nothing through the sides",
                                                 to_string(report.boundary)));
  if (report.walls == Walls::sub_voxel)
    text += summary_line("surface", fmt::format("walls stand between voxels, where it is: porosity {:.4g}, no bounds",
                                                report.porosity()));
  for (const std::string& warning : report.warnings) text += summary_line("warning", printable_line(warning));
  for (const Conducted& conducted : report.directions) text += format_direction(conducted, report, words);
  if (!report.tensor) return text;
  text += "Tensor of relative conductivity (row: component of the flux; column: direction of the gradient)\n";
  for (const auto& row : *report.tensor) text += fmt::format("  {:>12.5g}{:>12.5g}{:>12.5g}\n", row[0], row[1], row[2]);
  for (std::size_t k = 0; k < 3; ++k) {
    const auto& axis = report.principal->axes[k];
    text += fmt::format("  {:<20}{:>12.5g} along ({:.4f}, {:.4f}, {:.4f})\n", fmt::format("principal value {}", k + 1),
                        report.principal->principal[k], axis[0], axis[1], axis[2]);
  }
  return text;
}

}  // namespace perm
