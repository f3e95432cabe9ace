// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <array>
#include <string>
#include <vector>

#include "input/csv_table.hpp"
#include "report/batch/tile_table.hpp"

namespace perm {
namespace {

BatchOutcome with_k(double k) {
  BatchOutcome outcome;
  outcome.result.emplace();
  outcome.result->voxel_size_m = 1e-6;
  BatchFlow flow;
  flow.direction = Axis::z;
  flow.stop = StopReason::converged;
  flow.permeability_voxel2 = k;
  outcome.result->flows.push_back(flow);
  return outcome;
}

BatchRow row_of_tile(const std::array<Range, 3>& box, std::int64_t edge, const std::string& options = {}) {
  BatchRow row{0, "", "a.tif", "", "", "", ""};
  row.tile = {box, edge, 1e-6 * static_cast<double>(edge), options};
  return row;
}

std::vector<TileGroup> group(const std::vector<BatchRow>& rows, const std::vector<BatchOutcome>& outcomes) {
  std::vector<BatchEntry> entries;
  for (std::size_t i = 0; i < rows.size(); ++i) entries.push_back({&rows[i], &outcomes[i]});
  return group_tiles(entries);
}

TEST(TileTable, groups_tiles_by_edge_and_counts_those_that_share_no_voxel) {
  std::vector<BatchRow> rows;
  std::vector<BatchOutcome> outcomes;
  double k = 0;
  for (std::int64_t x = 0; x <= 8; x += 4) {  // 8 voxels wide, every 4: two of the three share none
    rows.push_back(row_of_tile({Range{x, x + 8}, Range{0, 8}, Range{0, 8}}, 8));
    outcomes.push_back(with_k(++k));
  }
  rows.push_back(row_of_tile({Range{0, 4}, Range{0, 4}, Range{0, 4}}, 4));
  outcomes.push_back(with_k(9));
  outcomes.back().result->flows[0].stop = StopReason::step_limit;
  rows.push_back(row_of_tile({Range{4, 8}, Range{0, 4}, Range{0, 4}}, 4));
  outcomes.emplace_back();
  outcomes.back().error = "no memory";
  rows.push_back({6, "", "whole.tif", "", "", "", ""});
  outcomes.push_back(with_k(1));
  const std::vector<TileGroup> groups = group(rows, outcomes);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].edge, 8);
  EXPECT_EQ(groups[0].edge_m, 8e-6);
  EXPECT_EQ(groups[0].tiles, 3U);
  EXPECT_EQ(groups[0].independent, 2U);
  EXPECT_DOUBLE_EQ(groups[0].permeability->mean, 2);
  EXPECT_EQ(groups[0].at_centre, 2);
  EXPECT_EQ(groups[0].median, 2);
  EXPECT_EQ(groups[0].direction, Axis::z);
  EXPECT_EQ(groups[1].edge, 4);
  EXPECT_EQ(groups[1].without_k, 2U) << "one failed, and one did not converge";
  EXPECT_FALSE(groups[1].permeability.has_value());
  const CsvTable table = parse_csv(format_tile_csv(groups), "tiles.csv");
  for (const CsvLine& line : table.lines) EXPECT_EQ(line.cells.size(), table.head.cells.size());
}

TEST(TileTable, keeps_tiles_with_other_options_apart_and_names_these) {
  const std::array<Range, 3> box{Range{0, 8}, Range{0, 8}, Range{0, 8}};
  const std::vector<TileGroup> groups =
      group({row_of_tile(box, 8, "pore=0"), row_of_tile(box, 8, "pore=1")}, {with_k(1), with_k(3)});
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].permeability->mean, 1);
  EXPECT_EQ(groups[1].permeability->mean, 3);
  EXPECT_THAT(format_tile_summary(groups), testing::HasSubstr("a.tif (pore=1) along z: edge 8"));
  EXPECT_EQ(parse_csv(format_tile_csv(groups), "tiles.csv").lines.at(1).cells.at(2), "pore=1");
}

TEST(TileTable, counts_tiles_of_voxels_that_are_no_cubes) {
  std::vector<BatchRow> rows;
  std::vector<BatchOutcome> outcomes;
  for (std::int64_t z = 0; z <= 4; z += 2) {  // 8 voxels long and wide, and 4 high, which is as far
    rows.push_back(row_of_tile({Range{0, 8}, Range{0, 8}, Range{z, z + 4}}, 8));
    outcomes.push_back(with_k(static_cast<double>(z)));
  }
  const std::vector<TileGroup> groups = group(rows, outcomes);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].edge, 8);
  EXPECT_EQ(groups[0].independent, 2U);
  EXPECT_EQ(groups[0].at_centre, 2);
}

}  // namespace
}  // namespace perm
