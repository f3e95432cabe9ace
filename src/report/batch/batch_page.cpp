// SPDX-License-Identifier: Apache-2.0
#include "report/batch/batch_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/units.hpp"
#include "report/batch/scatter_plot.hpp"
#include "run/run_report.hpp"

namespace perm {
namespace {

constexpr std::size_t most_rows = 10'000;

constexpr const char* head =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
    "content=\"width=device-width, initial-scale=1\">\n<title>Permeability of many images</title>\n<style>\n"
    "body { font: 15px/1.45 sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #1b1b1b; "
    "background: "
    "#fff }\n"
    "svg { width: 100%; max-width: 45rem } svg text { font: 13px sans-serif; fill: #1b1b1b }\n"
    ".grid { stroke: #ddd } .bar { stroke: #1f5fa8; stroke-width: 1.5 } circle { fill: #1f5fa8; fill-opacity: 0.75 }\n"
    "a:hover circle { fill: #c2410c } tr:target { background: #fdecc8 }\n"
    ".wide { overflow-x: auto } table { border-collapse: collapse } td, th { padding: 0.2rem 0.6rem; text-align: left; "
    "border-bottom: 1px solid #ddd; vertical-align: top }\n"
    "td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap } .error { color: #a11 }\n"
    "</style>\n</head>\n<body>\n<h1>Permeability of many images</h1>\n";

/// Gives K in m^2 where all images have a voxel size, else in voxel^2.
class Unit {
 public:
  explicit Unit(std::span<const BatchEntry> entries)
      : is_metric_(std::ranges::all_of(entries, [](const BatchEntry& entry) {
          return !entry.outcome->result || entry.outcome->result->voxel_size_m;
        })) {}
  const char* name() const { return is_metric_ ? "m^2" : "voxel^2"; }
  double of(double voxel2, const std::optional<double>& voxel_size_m) const {
    return is_metric_ && voxel_size_m ? convert_permeability(voxel2, *voxel_size_m).m2 : voxel2;
  }

 private:
  bool is_metric_;
};

std::string name_of(const BatchRow& row) {
  const std::string& name = row.name.empty() ? row.input : row.name;
  return row.crop.empty() ? name : name + " [" + row.crop + "]";
}

ScatterPlot plot_rows(std::span<const BatchEntry> entries, const Unit& unit) {
  ScatterPlot plot{"porosity", fmt::format("K, {}", unit.name()), {}};
  for (const BatchEntry& entry : entries) {
    const std::optional<BatchResult>& result = entry.outcome->result;
    if (!result) continue;
    for (const BatchFlow& flow : result->flows) {
      if (!(flow.permeability_voxel2.value_or(0) > 0)) continue;
      const double k = unit.of(*flow.permeability_voxel2, result->voxel_size_m);
      plot.points.push_back({result->porosity,
                             k,
                             fmt::format("#row-{}", entry.row->number),
                             fmt::format("{}: K = {:.4g} {} along {}, porosity {:.4f}", name_of(*entry.row), k,
                                         unit.name(), axis_letter(flow.direction), result->porosity),
                             {}});
    }
  }
  return plot;
}

ScatterPlot plot_tiles(const std::vector<TileGroup>& tiles, const Unit& unit) {
  ScatterPlot plot{"edge of the tiles, voxels", fmt::format("mean K, {}", unit.name()), {}};
  for (const TileGroup& group : tiles) {
    if (!group.permeability || !(group.permeability->mean > 0)) continue;
    const auto in_unit = [&](double voxel2) { return unit.of(voxel2, group.voxel_size_m); };
    const std::optional<double>& half = group.permeability->confidence_95;
    plot.points.push_back({static_cast<double>(group.edge), in_unit(group.permeability->mean), "",
                           fmt::format("{} along {}: {} tiles", group.input, axis_letter(group.direction), group.tiles),
                           half ? std::optional(in_unit(*half)) : std::nullopt});
  }
  return plot;
}

std::string format_row(const BatchEntry& entry, const Unit& unit) {
  const BatchRow& row = *entry.row;
  std::string text =
      fmt::format("<tr id=\"row-{0}\"><td class=\"number\">{0}</td><td>{1}</td>", row.number, html_text(name_of(row)));
  const std::optional<BatchResult>& result = entry.outcome->result;
  if (!result)
    return text + fmt::format("<td colspan=\"5\" class=\"error\">{}</td></tr>\n", html_text(entry.outcome->error));
  text += fmt::format("<td class=\"number\">{:.4f}</td>", result->porosity);
  std::string permeability;
  std::string bound;
  std::string stop;
  for (const BatchFlow& flow : result->flows) {
    const char* const line = permeability.empty() ? "" : "<br>";
    const std::string k = flow.permeability_voxel2
                              ? fmt::format("{:.5g}", unit.of(*flow.permeability_voxel2, result->voxel_size_m))
                              : "-";
    permeability += fmt::format("{}{}: {}", line, axis_letter(flow.direction), k);
    bound += line + (flow.iteration_error ? fmt::format("{:.2g} %", 100 * *flow.iteration_error) : std::string("-"));
    stop += line + to_string(flow.stop);
  }
  std::string warnings;
  for (const std::string& warning : result->warnings) warnings += (warnings.empty() ? "" : "<br>") + html_text(warning);
  return text + fmt::format("<td class=\"number\">{}</td><td class=\"number\">{}</td><td>{}</td><td>{}</td></tr>\n",
                            permeability, bound, stop, warnings);
}

}  // namespace

std::string format_batch_page(std::span<const BatchEntry> entries, const std::vector<TileGroup>& tiles,
                              const std::string& table) {
  const std::span<const BatchEntry> shown = entries.first(std::min(entries.size(), most_rows));
  const Unit unit(entries);
  const auto failed = std::ranges::count_if(entries, [](const BatchEntry& entry) { return !entry.outcome->result; });
  std::string page = head;
  page += fmt::format("<p>{} rows, {} of them without a result. {}All numbers are in <a href=\"{}\">{}</a>.</p>\n",
                      entries.size(), failed,
                      shown.size() < entries.size() ? fmt::format("The first {} are shown. ", shown.size()) : "",
                      html_text(table), html_text(table));
  page += "<h2>K against porosity</h2>\n" + plot_rows(shown, unit).format() +
          "<p>A point leads to its row. Rows with K = 0 have no point.</p>\n";
  if (!tiles.empty())
    page += "<h2>K against the size of the sample</h2>\n" + plot_tiles(tiles, unit).format() +
            "<p>The mean over the tiles of each edge, with its 95 % interval.</p>\n";
  page += fmt::format(
      "<h2>Rows</h2>\n<div class=\"wide\"><table>\n<tr><th>row</th><th>image</th><th>porosity</th><th>K, "
      "{}</th><th>bound"
      "</th><th>stop</th><th>warnings</th></tr>\n",
      unit.name());
  for (const BatchEntry& entry : shown) page += format_row(entry, unit);
  return page + fmt::format("</table></div>\n<p>{}</p>\n</body>\n</html>\n", html_text(permeability_definition));
}

}  // namespace perm
