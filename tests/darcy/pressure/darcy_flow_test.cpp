// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/darcy_flow.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "darcy/overlapping_spheres.hpp"
#include "darcy/pressure/pore_widths.hpp"
#include "geometry/measures/distance_map.hpp"

namespace perm {
namespace {

std::unique_ptr<DarcyFlow> darcy_flow(const PoreSpace& pores, const FaceRules& rules = {}, Axis axis = Axis::x) {
  PoreWidths widths = measure_pore_widths(pores, map_squared_distances(pores, rules).span());
  return std::make_unique<DarcyFlow>(PoreConductances(Occupancy(pores), rules, std::move(widths.of_pores), widths.unit,
                                                      std::make_shared<const ThreadTeam>(2)),
                                     axis);
}

TEST(DarcyFlow, goes_through_a_duct_of_one_voxel_as_stokes_flow_does) {
  PoreSpace pores(Extent{12, 4, 4});
  for (std::int64_t x = 0; x < 12; ++x) pores.set_pore(x, 2, 1);
  EXPECT_NEAR(darcy_flow(pores)->drive(), 1.0 / 32 / 16, 0.15 / 32 / 16);  // widths are whole numbers
}

TEST(DarcyFlow, is_of_the_size_of_stokes_flow_between_plates) {
  for (const std::int64_t gap : {1, 2, 4, 8, 16}) {
    PoreSpace pores(Extent{4, gap + 1, 1});
    for (std::int64_t x = 0; x < 4; ++x)
      for (std::int64_t y = 0; y < gap; ++y) pores.set_pore(x, y, 0);
    const double width = static_cast<double>(gap);
    const double stokes = width * width * width / 12 / (width + 1);
    const double darcy = darcy_flow(pores)->drive();
    EXPECT_GT(darcy / stokes, 0.25) << gap;
    EXPECT_LT(darcy / stokes, 4) << gap;
  }
}

TEST(DarcyFlow, carries_its_sources_away) {
  const FaceRules mirror = face_rules({Boundary::mirror}, Axis::y, {20, 20, 20});
  for (const FaceRules& rules : {FaceRules{}, mirror}) {
    const auto flow = darcy_flow(percolating_spheres(20, 3, 0.4), rules, Axis::y);
    std::mt19937 random(4);
    std::vector<float> sources(flow->graph().nodes());
    for (float& source : sources) source = static_cast<float>(random() % 2001) / 1000 - 1;
    const LaplaceSolution solution = flow->carry_away(sources, 1e-6);
    EXPECT_GT(solution.power, 0);
    EXPECT_LE(solution.left, 1e-6 * solution.power);
    double power = 0;  // of the fluxes through all links, which has the conductances of the links
    const Extent& n = flow->extent();
    for (std::int64_t z = 0; z < n.nz; ++z)
      for (std::int64_t y = 0; y < n.ny; ++y)
        flow->graph().visit_links(
            y, z, [&](std::size_t cell, std::size_t neighbour, Quanta quanta, const d3q19::Velocity&) {
              const double fall = cell == neighbour ? 2.0 * flow->pressure()[cell]
                                                    : double{flow->pressure()[cell]} - flow->pressure()[neighbour];
              power += static_cast<double>(quanta) / (cell == neighbour ? 2 : 1) * fall * fall / 2;
            });
    EXPECT_NEAR(solution.power, power, 1e-3 * power);
    EXPECT_GT(flow->most_power(flow->pressure()), power / flow->conductances().quantum()) << "resistances are larger";
  }
}

TEST(DarcyFlow, finds_k_that_is_not_below_a_tenth_nor_above_ten_times_that_of_rock) {
  const double darcy = darcy_flow(percolating_spheres(48, 6, 0.2))->drive();
  EXPECT_GT(darcy, 0.01);
  EXPECT_LT(darcy, 0.2);
}

}  // namespace
}  // namespace perm
