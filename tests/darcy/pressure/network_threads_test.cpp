// SPDX-License-Identifier: Apache-2.0
// Threads follow the same paths at the same time, and find what one finds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include "core/processors/threads.hpp"
#include "darcy/pressure/body_blocks.hpp"
#include "darcy/pressure/unsteady_pressure.hpp"
#include "geometry/network/pore_network.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm {
namespace {

TEST(NetworkThreads, find_the_same_network_whatever_their_number) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = {70, 33, 60};
  recipe.porosity = 0.4;
  recipe.radius = 5;
  const PoreSpace pores = generate(recipe);
  for (const FaceRules& rules :
       {FaceRules(), FaceRules({FaceRule::antisymmetric, FaceRule::sealed, FaceRule::symmetric})}) {
    const int before = set_loop_threads(1);
    const PoreNetwork of_one(pores, map_squared_distances(pores, rules), rules);
    set_loop_threads(7);
    const PoreNetwork of_many(pores, map_squared_distances(pores, rules), rules);
    set_loop_threads(before);
    EXPECT_GT(of_one.count_bodies(), 100);
    EXPECT_EQ(of_many.cells(), of_one.cells());
    EXPECT_TRUE(std::ranges::equal(of_many.body_of_voxel(), of_one.body_of_voxel()));
    EXPECT_TRUE(std::ranges::equal(of_many.throats(), of_one.throats(), [](const Throat& a, const Throat& b) {
      return a.first == b.first && a.second == b.second && a.conductance == b.conductance;
    }));
  }
}

/// A network of a grid of bodies, whose throats differ by a factor of a thousand: more than a thousand bodies a block.
std::vector<Throat> grid_of_throats(std::uint32_t edge) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> decades(0, 3);
  std::vector<Throat> throats;
  for (std::uint32_t z = 0, body = 0; z < edge; ++z)
    for (std::uint32_t y = 0; y < edge; ++y)
      for (std::uint32_t x = 0; x < edge; ++x, ++body) {
        if (x + 1 < edge) throats.push_back({body, body + 1, std::pow(10, decades(random))});
        if (y + 1 < edge) throats.push_back({body, body + edge, std::pow(10, decades(random))});
        if (z + 1 < edge) throats.push_back({body, body + edge * edge, std::pow(10, decades(random))});
      }
  return throats;
}

TEST(NetworkThreads, of_a_team_find_the_pressure_that_those_of_openmp_find) {
  constexpr std::uint32_t edge = 22;
  const std::size_t bodies = edge * edge * edge;
  ASSERT_GT(count_body_blocks(bodies), 8);
  const auto solver =
      std::make_shared<const NetworkSolver>(std::vector<std::int64_t>(bodies, 5), grid_of_throats(edge));
  std::vector<double> rates(bodies);
  std::mt19937 random(4);
  for (double& rate : rates) rate = std::normal_distribution<double>()(random);
  LeastDissipation of_openmp(solver);
  const double expected = of_openmp.of(rates);
  EXPECT_GT(expected, 0);
  for (const int threads : {1, 3, 7}) {
    const ThreadTeam team(threads);
    const BlocksOfTeam working(team);
    LeastDissipation of_team(solver);
    EXPECT_EQ(of_team.of(rates), expected);
    EXPECT_EQ(of_team.pressure(), of_openmp.pressure());
  }
}

TEST(NetworkThreads, of_a_team_share_the_loops_of_their_leader_only_while_it_says_so) {
  constexpr std::size_t bodies = 8 * 1024;
  const auto threads_of_a_loop = [&] {
    std::set<std::thread::id> threads;
    std::mutex mutex;
    for_each_body_block(bodies, [&](std::size_t /*block*/, const Range& /*range*/) {
      const std::scoped_lock lock(mutex);
      threads.insert(std::this_thread::get_id());
    });
    return threads;
  };
  const int before = set_loop_threads(1);
  const ThreadTeam team(4);
  {
    const BlocksOfTeam working(team);
    EXPECT_EQ(threads_of_a_loop().size(), 4);
    std::size_t of_another = 0;
    std::thread([&] {
      set_loop_threads(1);
      of_another = threads_of_a_loop().size();
    }).join();
    EXPECT_EQ(of_another, 1);
  }
  EXPECT_EQ(threads_of_a_loop(), std::set<std::thread::id>{std::this_thread::get_id()});
  set_loop_threads(before);
}

}  // namespace
}  // namespace perm
