// SPDX-License-Identifier: Apache-2.0
// For each pattern of pores that a block can have: what flows into its pores must flow on through links that the slow
// oracle knows.
#include "laplace/within_block.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <random>

#include "laplace/slow_graph.hpp"

namespace perm {
namespace {

/// Solves within each of the 256 blocks as the only one of an image, and compares what leaves each pore.
void check_blocks(const Extent& extent, const FaceRules& rules) {
  std::mt19937 random(8);
  for (unsigned pattern = 1; pattern < 256; ++pattern) {
    PoreSpace pores(extent);
    bool is_in_image = true;
    for (unsigned voxel = 0; voxel < 8; ++voxel) {
      if ((pattern >> voxel & 1U) == 0) continue;
      is_in_image = is_in_image && voxel % 2 < extent.nx && voxel / 2 % 2 < extent.ny && voxel / 4 < extent.nz;
      if (is_in_image) pores.set_pore(voxel % 2, voxel / 2 % 2, voxel / 4);
    }
    if (!is_in_image) continue;
    SCOPED_TRACE("pattern " + std::to_string(pattern));
    const RandomGraph graph(std::move(pores), rules, pattern, 255);
    float widths[8] = {};
    float values[8] = {};
    std::vector<double> inflow;
    std::vector<unsigned> voxel_of;
    for (unsigned voxel = 0; voxel < 8; ++voxel) {
      if ((pattern >> voxel & 1U) == 0) continue;
      widths[voxel] = graph.widths[inflow.size()];
      values[voxel] = static_cast<float>(random() % 2001) / 1000 - 1;
      inflow.push_back(values[voxel]);
      voxel_of.push_back(voxel);
    }
    WithinBlock(extent, rules, static_cast<float>(RandomGraph::of_edge)).solve(pattern, widths, values);
    std::vector<float> potential;
    double sum = 0;
    for (const unsigned voxel : voxel_of) {
      potential.push_back(values[voxel]);
      sum += values[voxel];
    }
    EXPECT_NEAR(sum, 0, 1e-5);
    const Pieces& pieces = pieces_of[pattern];
    const bool is_apart = pieces.count == 2;
    if (is_apart) {
      EXPECT_EQ(std::popcount(pattern), 2);
      EXPECT_EQ(potential, std::vector<float>(2));
      continue;
    }
    ASSERT_EQ(pieces.count, 1);
    double mean = 0;
    for (const double value : inflow) mean += value / static_cast<double>(inflow.size());
    const std::vector<SlowLink> links = slow_links(graph.pores, rules, graph.widths, RandomGraph::of_edge);
    const std::vector<double> flux = slow_flux(links, potential);
    for (std::size_t cell = 0; cell < flux.size(); ++cell) EXPECT_NEAR(flux[cell], inflow[cell] - mean, 1e-3) << cell;
  }
}

TEST(WithinBlock, lets_what_flows_in_flow_on) {
  check_blocks({2, 2, 2}, FaceRules({FaceRule::sealed, FaceRule::sealed, FaceRule::sealed}));
}

TEST(WithinBlock, knows_both_ways_in_an_image_that_goes_on_after_two_voxels) {
  using enum FaceRule;
  check_blocks({2, 2, 2}, {});
  check_blocks({2, 2, 2}, FaceRules({periodic, sealed, periodic}));
  check_blocks({2, 2, 2}, FaceRules({sealed, periodic, sealed}));
}

TEST(WithinBlock, solves_at_the_end_of_an_image_of_an_odd_length) {
  check_blocks({1, 2, 2}, FaceRules({FaceRule::sealed, FaceRule::sealed, FaceRule::sealed}));
  check_blocks({2, 1, 1}, FaceRules({FaceRule::sealed, FaceRule::sealed, FaceRule::sealed}));
}

}  // namespace
}  // namespace perm
