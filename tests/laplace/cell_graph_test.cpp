// SPDX-License-Identifier: Apache-2.0
// What is joined is compared with a slow oracle, in images whose rows begin and end within words and whose axes have
// one or two voxels, for all rules of the faces.
#include "laplace/cell_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "laplace/slow_graph.hpp"

namespace perm {
namespace {

template <class Check>
void for_each_graph(const Check& check) {
  unsigned seed = 1;
  for (const Extent& extent : {Extent{7, 6, 5}, Extent{32, 4, 3}, Extent{33, 3, 4}, Extent{64, 2, 5}, Extent{1, 9, 8},
                               Extent{2, 1, 40}, Extent{70, 5, 1}})
    for (const double porosity : {0.15, 0.5, 0.9, 1.0})
      for (int rules = 0; rules < 4; ++rules) {
        SCOPED_TRACE(to_string(extent) + ", porosity " + std::to_string(porosity) + ", rules " + std::to_string(rules));
        check(RandomGraph(extent, porosity, rules_for_tests(rules), seed++));
      }
}

TEST(CellGraph, joins_what_the_oracle_joins) {
  for_each_graph([](const RandomGraph& random) {
    const CellGraph graph = random.graph();
    std::map<std::pair<std::size_t, std::size_t>, double> expected;
    for (const SlowLink& link : slow_links(random.pores, random.rules, random.widths, RandomGraph::of_edge))
      expected[{link.cell, link.neighbour}] += link.quanta;
    std::map<std::pair<std::size_t, std::size_t>, double> found;
    for (std::int64_t z = 0; z < random.pores.extent().nz; ++z)
      for (std::int64_t y = 0; y < random.pores.extent().ny; ++y)
        graph.visit_links(y, z, [&](std::size_t cell, std::size_t neighbour, Quanta quanta, const d3q19::Velocity&) {
          found[{cell, neighbour}] += static_cast<double>(quanta);
        });
    EXPECT_EQ(found, expected);
  });
}

TEST(CellGraph, tells_the_step_from_a_cell_to_its_neighbour) {
  const RandomGraph random({9, 8, 7}, 0.4, {}, 3);
  const CellGraph graph = random.graph();
  std::vector<std::array<std::int64_t, 3>> places;
  for (std::int64_t z = 0; z < 7; ++z)
    for (std::int64_t y = 0; y < 8; ++y)
      for (std::int64_t x = 0; x < 9; ++x)
        if (random.pores.is_pore(x, y, z)) places.push_back({x, y, z});
  for (std::int64_t z = 0; z < 7; ++z)
    for (std::int64_t y = 0; y < 8; ++y)
      graph.visit_links(y, z, [&](std::size_t cell, std::size_t neighbour, Quanta, const d3q19::Velocity& step) {
        const std::array<std::int64_t, 3> there{(places[cell][0] + step.x + 9) % 9, (places[cell][1] + step.y + 8) % 8,
                                                (places[cell][2] + step.z + 7) % 7};
        EXPECT_EQ(places[neighbour], there);
      });
}

TEST(CellGraph, is_symmetric) {
  for_each_graph([](const RandomGraph& random) {
    const CellGraph graph = random.graph();
    std::map<std::pair<std::size_t, std::size_t>, Quanta> links;
    for (std::int64_t z = 0; z < random.pores.extent().nz; ++z)
      for (std::int64_t y = 0; y < random.pores.extent().ny; ++y)
        graph.visit_links(y, z, [&](std::size_t cell, std::size_t neighbour, Quanta quanta, const d3q19::Velocity&) {
          links[{cell, neighbour}] += quanta;
        });
    for (const auto& [pair, quanta] : links) {
      const auto back = links.find({pair.second, pair.first});
      ASSERT_NE(back, links.end());
      EXPECT_EQ(back->second, quanta);
    }
  });
}

TEST(CellGraph, joins_two_cells_that_meet_in_an_edge_between_solid_voxels_only) {
  const auto edges = [](const PoreSpace& pores) {
    LargeArray<std::uint8_t> widths(static_cast<std::size_t>(pores.count_pores()));
    std::ranges::fill(widths, std::uint8_t{1});
    const CellGraph graph(DomainCells(Domain(pores.extent()), pores), std::move(widths), 5,
                          std::make_shared<const ThreadTeam>(1));
    int count = 0;
    for (std::int64_t y = 0; y < 4; ++y)
      graph.visit_links(y, 0, [&](std::size_t, std::size_t, Quanta quanta, const d3q19::Velocity& step) {
        if (!is_to_edge(step)) return;
        EXPECT_EQ(quanta, 5);
        ++count;
      });
    return count;
  };
  PoreSpace pores(Extent{4, 4, 1});
  pores.set_pore(1, 1, 0);
  pores.set_pore(2, 2, 0);
  EXPECT_EQ(edges(pores), 2);
  pores.set_pore(2, 1, 0);
  EXPECT_EQ(edges(pores), 0);
}

}  // namespace
}  // namespace perm
