// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/darcy_flow_on.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "darcy/overlapping_spheres.hpp"
#include "darcy/pressure/pore_widths.hpp"
#include "geometry/measures/distance_map.hpp"
#include "laplace/cell_loops.hpp"

namespace perm {
namespace {

using FlowOnHost = DarcyFlowOn<CellLoops>;

std::unique_ptr<FlowOnHost> darcy_flow(const PoreSpace& pores, const FaceRules& rules = {}, Axis axis = Axis::x) {
  PoreWidths widths = measure_pore_widths(pores, map_squared_distances(pores, rules).span());
  PoreConductances conductances(DomainCells(Domain(pores.extent(), rules), pores), std::move(widths.of_pores),
                                widths.unit);
  const DrivenImage image(conductances, axis);
  const auto team = std::make_shared<const ThreadTeam>(2);
  return std::make_unique<FlowOnHost>(image, std::move(conductances).graph(team), team);
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

TEST(DarcyFlow, of_a_channel_one_voxel_long_is_that_of_a_long_one) {
  const auto channel = [](std::int64_t length) {
    PoreSpace pores(Extent{length, 9, 8});
    for (std::int64_t x = 0; x < length; ++x)
      for (std::int64_t y = 0; y < 5; ++y)
        for (std::int64_t z = 0; z < 6; ++z) pores.set_pore(x, y, z);
    return pores;
  };
  const auto one = darcy_flow(channel(1));
  const auto many = darcy_flow(channel(4));
  const double permeability = one->drive();
  EXPECT_GT(permeability, 0.1);
  EXPECT_DOUBLE_EQ(permeability, many->drive());
  std::vector<CellField> flow(30);
  std::vector<CellField> of_many(120);
  one->add_driven({1, 1}, flow);
  many->add_driven({1, 1}, of_many);
  double sum = 0;
  for (std::size_t cell = 0; cell < 30; ++cell) {
    EXPECT_EQ(flow[cell].velocity[0], of_many[4 * cell].velocity[0]);
    sum += flow[cell].velocity[0];
  }
  EXPECT_GT(sum, 0);
  const FaceRules mirror({FaceRule::antisymmetric, FaceRule::periodic, FaceRule::periodic});
  EXPECT_NEAR(darcy_flow(channel(1), mirror)->drive(), permeability, 1e-6 * permeability);
}

/// Calls visit(cell, flux through a link, quanta of the link, step) for all links of all cells.
template <class Visit>
void for_each_flux(FlowOnHost& flow, const Visit& visit) {
  const CellGraph& graph = flow.loops().graph();
  const LinkFlux by = flow.flux();
  const Extent n = graph.cells().own_extent();
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      graph.visit_links(y, z, [&](std::size_t cell, std::size_t neighbour, Quanta quanta, const d3q19::Velocity& step) {
        const auto conductance = LinkFlux::conductance(cell, neighbour, static_cast<float>(quanta));
        visit(cell, double{conductance}, double{by.fall(cell, neighbour)}, step);
      });
}

TEST(DarcyFlow, under_a_force_leaves_each_cell_as_it_flows_in) {
  const FaceRules mirror = face_rules({Boundary::mirror}, Axis::y, {21, 20, 22});
  for (const FaceRules& rules : {FaceRules{}, mirror}) {
    const auto flow = darcy_flow(percolating_spheres(20, 3, 0.4), rules, Axis::y);
    flow->drive();
    std::vector<double> left(flow->loops().cells());
    std::vector<double> through(left.size());
    for_each_flux(*flow, [&](std::size_t cell, double conductance, double fall, const d3q19::Velocity& step) {
      const double flux = conductance * (step.along(Axis::y) + fall);
      left[cell] += flux;
      through[cell] += std::abs(flux);
    });
    double squares = 0;
    double all = 0;
    for (std::size_t cell = 0; cell < left.size(); ++cell) {
      squares += left[cell] * left[cell];
      all += through[cell] * through[cell];
    }
    EXPECT_LT(std::sqrt(squares / all), 1e-2) << "a hundredth of the root of the power may be left";
  }
}

TEST(DarcyFlow, carries_away_what_densities_change) {
  const FaceRules mirror = face_rules({Boundary::mirror}, Axis::y, {20, 20, 20});
  for (const FaceRules& rules : {FaceRules{}, mirror}) {
    const PoreSpace pores = percolating_spheres(20, 3, 0.4);
    const auto flow = darcy_flow(pores, rules, Axis::y);
    std::mt19937 random(4);
    std::vector<CellField> changes(flow->loops().cells());
    constexpr double force = 1e-3;
    for (CellField& change : changes) change.density = static_cast<float>(force * (random() % 2001 / 1000.0 - 1));
    const SumsOfChanges sums = flow->sum(changes, force, 1);
    const PowerOfFluxes fluxes = flow->carry_away(changes, force);
    EXPECT_EQ(sums.momentum, 0);
    double densities = 0;
    double mean = 0;
    for (const CellField& change : changes) {
      densities += change.density / force * (change.density / force);
      mean += change.density / force / static_cast<double>(changes.size());
    }
    EXPECT_NEAR(sums.densities, densities, 1e-6 * densities);
    double power = 0;  // of the fluxes through all links, which has the conductances of the links
    std::vector<double> left(changes.size());
    for (std::size_t cell = 0; cell < left.size(); ++cell)
      left[cell] = changes[cell].density / force - (rules.is_closed(Axis::y) ? 0 : mean);
    for_each_flux(*flow, [&](std::size_t cell, double conductance, double fall, const d3q19::Velocity&) {
      power += conductance * fall * fall / 2;
      left[cell] -= conductance * fall;
    });
    double squares = 0;
    for (const double value : left) squares += value * value;
    EXPECT_LT(std::sqrt(squares / densities), 5e-2) << "what is left is spread over pieces";
    EXPECT_LE(fluxes.left, 1e-3 * power);
    constexpr double quantum = 1.0 / 16 / 16 / 4;
    EXPECT_GT(fluxes.most, power / quantum) << "resistances are larger";
  }
}

TEST(DarcyFlow, finds_k_that_is_not_below_a_tenth_nor_above_ten_times_that_of_rock) {
  const double darcy = darcy_flow(percolating_spheres(48, 6, 0.2))->drive();
  EXPECT_GT(darcy, 0.01);
  EXPECT_LT(darcy, 0.2);
}

}  // namespace
}  // namespace perm
