// SPDX-License-Identifier: Apache-2.0
#include "solver/scaling/performance_model.hpp"

#include <gtest/gtest.h>

#include <random>

#include "geometry/shapes/recipe.hpp"
#include "solver/domain/crossing.hpp"
#include "solver/scaling/scaling_prediction.hpp"

namespace perm {
namespace {

RankModel some_rank() {
  RankModel rank;
  rank.seconds_a_cell = 1e-9;
  rank.seconds_to_start = 1e-6;
  rank.gathered_a_second = 1e9;
  rank.seconds_a_phase = 1e-5;
  rank.bytes_a_second = 1e8;
  return rank;
}

TEST(PerformanceModel, counts_cells_only_where_nothing_is_exchanged) {
  EXPECT_DOUBLE_EQ(predict_step_seconds(some_rank(), {1e6, 0, {}}), 1e-3);
}

TEST(PerformanceModel, hides_messages_behind_cells_as_long_as_there_are_enough) {
  // In this step 1000 bytes travel each way. They are gathered and written in 2 us, and need 10 us and 20 us on the
  // way.
  EXPECT_DOUBLE_EQ(predict_step_seconds(some_rank(), {1e6, 1e5, {0, 1000}}), 1e-3 + 1e-6 + 2e-6);
  EXPECT_DOUBLE_EQ(predict_step_seconds(some_rank(), {1e4, 5e3, {0, 1000}}), 5e-6 + 1e-5 + 2e-5);
  RankModel waits = some_rank();
  waits.overlaps_slabs = false;
  EXPECT_DOUBLE_EQ(predict_step_seconds(waits, {1e6, 1e5, {0, 1000}}), 1e-3 + 1e-6 + 2e-6 + 1e-5 + 2e-5);
}

TEST(PerformanceModel, knows_how_many_links_cross_between_spheres) {
  EXPECT_EQ(crossing_links_a_cell(1, 12), 5);
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = {96, 96, 96};
  recipe.porosity = 0.2;
  recipe.radius = 6;
  const PoreSpace pores = generate(recipe);
  // Five links lead up from every cell; they would cross a cut above its plane.
  std::int64_t links = 0;
  for (std::int64_t z = 0; z < 96; ++z)
    for (std::int64_t y = 0; y < 96; ++y)
      for (std::int64_t x = 0; x < 96; ++x)
        for (const int q : crossing(Axis::z, Side::high)) {
          const d3q19::Velocity c = d3q19::velocity(q);
          if (pores.is_pore(x, y, z) && pores.is_pore((x + c.x + 96) % 96, (y + c.y + 96) % 96, (z + 1) % 96)) ++links;
        }
  const double found = static_cast<double>(links) / static_cast<double>(pores.count_pores());
  EXPECT_NEAR(crossing_links_a_cell(0.2, 6), found, 0.05 * found);  // one image of 900 spheres
}

TEST(PerformanceModel, predicts_of_one_rank_what_it_was_given) {
  PredictionRequest request;
  request.extent = {64, 64, 64};
  request.rank = some_rank();
  for (const Scaling scaling : {Scaling::weak, Scaling::strong}) {
    const std::vector<PredictedSpeed> speeds = predict_scaling(request, scaling, 16);
    ASSERT_EQ(speeds.size(), 5U);
    EXPECT_DOUBLE_EQ(speeds[0].mflups, 1000);
    for (const PredictedSpeed& speed : speeds) {
      EXPECT_EQ(speed.parts_y * speed.parts_z, speed.ranks);
      EXPECT_LE(speed.efficiency, 1 + 1e-12);
      EXPECT_EQ(speed.between_nodes, speed.ranks > 8);
    }
  }
}

}  // namespace
}  // namespace perm
