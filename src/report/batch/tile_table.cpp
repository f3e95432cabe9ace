// SPDX-License-Identifier: Apache-2.0
#include "report/batch/tile_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/printable_text.hpp"
#include "core/units.hpp"
#include "input/csv_table.hpp"

namespace perm {
namespace {

using Box = std::array<Range, 3>;

/// A group with what is counted only once all its tiles are known.
struct OpenGroup {
  TileGroup group;
  std::array<std::int64_t, 3> edges{};           ///< of each tile along x, y, z, in voxels of the file
  std::array<std::set<std::int64_t>, 3> firsts;  ///< where tiles begin along x, y, z
  std::vector<Box> boxes;                        ///< of those with a K
  std::vector<double> permeabilities;
  std::vector<double> porosities;

  std::size_t count_independent() const {
    std::size_t all = 1;
    for (std::size_t i = 0; i < 3; ++i) {
      std::size_t count = 0;
      std::int64_t free = *firsts[i].begin();
      for (const std::int64_t first : firsts[i]) {
        if (first < free) continue;
        ++count;
        free = first + edges[i];
      }
      all *= count;
    }
    return all;
  }

  double find_at_centre() const {
    std::array<double, 3> middle{};
    for (std::size_t i = 0; i < 3; ++i) middle[i] = static_cast<double>(*firsts[i].begin() + *firsts[i].rbegin()) / 2;
    std::array<double, 3> scale{};  // 1 where voxels of the file are cubes
    for (std::size_t i = 0; i < 3; ++i) scale[i] = static_cast<double>(group.edge) / static_cast<double>(edges[i]);
    const auto distance = [&middle, &scale](const Box& box) {
      double sum = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        const double away = static_cast<double>(box[i].first) - middle[i];
        sum += away * away * scale[i] * scale[i];
      }
      return sum;
    };
    const auto nearest = std::ranges::min_element(boxes, {}, distance);
    return permeabilities[static_cast<std::size_t>(nearest - boxes.begin())];
  }

  TileGroup close() {
    group.independent = std::min(count_independent(), permeabilities.size());
    if (permeabilities.empty()) return group;
    group.permeability = validation::mean_of_sample(permeabilities, group.independent);
    group.porosity = validation::mean_of_sample(porosities, group.independent);
    group.at_centre = find_at_centre();
    std::vector<double> sorted = permeabilities;
    std::ranges::sort(sorted);
    group.smallest = sorted.front();
    group.largest = sorted.back();
    group.median = (sorted[(sorted.size() - 1) / 2] + sorted[sorted.size() / 2]) / 2;
    return group;
  }
};

using GroupKey = std::tuple<std::string, std::string, std::string, std::int64_t, Axis>;

void add_tile(OpenGroup& open, const BatchEntry& entry, const Tile& tile, Axis direction) {
  TileGroup& group = open.group;
  group.name = entry.row->name;
  group.input = entry.row->input;
  group.options = tile.options;
  group.direction = direction;
  group.edge = tile.edge;
  group.edge_m = tile.edge_m;
  ++group.tiles;
  for (std::size_t i = 0; i < 3; ++i) {
    open.edges[i] = tile.box[i].size();
    open.firsts[i].insert(tile.box[i].first);
  }
  const std::optional<BatchResult>& result = entry.outcome->result;
  const BatchFlow* flow = nullptr;
  if (result)
    for (const BatchFlow& of : result->flows)
      if (of.direction == direction) flow = &of;
  const bool is_known = flow != nullptr && flow->permeability_voxel2 &&
                        (flow->stop == StopReason::converged || flow->stop == StopReason::not_percolating);
  if (!is_known) {
    ++group.without_k;
    return;
  }
  group.voxel_size_m = result->voxel_size_m;
  if (flow->stop == StopReason::not_percolating) ++group.closed;
  open.boxes.push_back(tile.box);
  open.permeabilities.push_back(*flow->permeability_voxel2);
  open.porosities.push_back(result->porosity);
}

std::string number(const std::optional<double>& value) { return value ? fmt::format("{:.8g}", *value) : std::string(); }

}  // namespace

std::vector<TileGroup> group_tiles(std::span<const BatchEntry> entries) {
  std::vector<OpenGroup> all;
  std::map<GroupKey, std::size_t> places;
  std::set<Axis> directions;
  for (const BatchEntry& entry : entries)
    if (entry.outcome->result)
      for (const BatchFlow& flow : entry.outcome->result->flows) directions.insert(flow.direction);
  for (const BatchEntry& entry : entries) {
    const std::optional<Tile>& tile = entry.row->tile;
    if (!tile) continue;
    std::set<Axis> of_row;
    if (entry.outcome->result)
      for (const BatchFlow& flow : entry.outcome->result->flows) of_row.insert(flow.direction);
    for (const Axis direction : of_row.empty() ? directions : of_row) {
      const auto [place, is_new] =
          places.try_emplace({entry.row->name, entry.row->input, tile->options, tile->edge, direction}, all.size());
      if (is_new) all.emplace_back();
      add_tile(all[place->second], entry, *tile, direction);
    }
  }
  std::vector<TileGroup> groups;
  for (OpenGroup& open : all) groups.push_back(open.close());
  return groups;
}

std::string format_tile_csv(const std::vector<TileGroup>& groups) {
  std::string text =
      "name,input,options,direction,edge,edge_m,tiles,without_permeability,not_percolating,independent_tiles,"
      "mean_permeability_voxel2,confidence_95_voxel2,spread_voxel2,mean_permeability_m2,mean_permeability_mD,"
      "median_voxel2,smallest_voxel2,largest_voxel2,at_centre_voxel2,mean_porosity,confidence_95_porosity,"
      "spread_porosity\n";
  for (const TileGroup& group : groups) {
    const validation::SampleMean k = group.permeability.value_or(validation::SampleMean());
    const validation::SampleMean porosity = group.porosity.value_or(validation::SampleMean());
    const bool known = group.permeability.has_value();
    const auto if_known = [known](double value) { return number(known ? std::optional(value) : std::nullopt); };
    std::optional<PermeabilityUnits> units;
    if (known && group.voxel_size_m) units = convert_permeability(k.mean, *group.voxel_size_m);
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_cell(group.name),
                        csv_cell(group.input), csv_cell(group.options), axis_letter(group.direction), group.edge,
                        number(group.edge_m), group.tiles, group.without_k, group.closed, group.independent,
                        if_known(k.mean), number(k.confidence_95), number(k.spread),
                        number(units ? std::optional(units->m2) : std::nullopt),
                        number(units ? std::optional(units->millidarcy) : std::nullopt), if_known(group.median),
                        if_known(group.smallest), if_known(group.largest), number(group.at_centre),
                        if_known(porosity.mean), number(porosity.confidence_95), number(porosity.spread));
  }
  return text;
}

std::string format_tile_summary(const std::vector<TileGroup>& groups) {
  constexpr std::size_t most_lines = 20;
  std::string text;
  for (const TileGroup& group : groups) {
    if (static_cast<std::size_t>(&group - groups.data()) == most_lines)
      return text + fmt::format("  and {} more in {}\n", groups.size() - most_lines, tile_file);
    const auto is_alike = [&group](const TileGroup& other) {
      return other.input == group.input && other.name == group.name && other.options != group.options;
    };
    text += fmt::format("  {}{} along {}: edge {}: ", shorten(printable_line(group.input), 60),
                        std::ranges::any_of(groups, is_alike) ? fmt::format(" ({})", group.options) : "",
                        axis_letter(group.direction), group.edge);
    if (!group.permeability)
      text += "no K";
    else if (group.permeability->confidence_95)
      text += fmt::format("K = {:.4g} +- {:.2g} voxel^2 (95 %)", group.permeability->mean,
                          *group.permeability->confidence_95);
    else
      text += fmt::format("K = {:.4g} voxel^2", group.permeability->mean);
    text += fmt::format(", {} tiles, {} of them independent, {} without flow\n", group.tiles, group.independent,
                        group.closed);
  }
  return text;
}

}  // namespace perm
