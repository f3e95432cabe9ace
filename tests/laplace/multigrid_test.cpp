// SPDX-License-Identifier: Apache-2.0
// A level must part what the finer one parts, and conduct as the finer one does where the potential of each node is one
// number. The cycle must be symmetric and positive, or conjugate gradients fail.
#include "laplace/multigrid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

#include "laplace/slow_graph.hpp"

namespace perm {
namespace {

double dot(const std::vector<float>& a, const std::vector<float>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += double{a[i]} * double{b[i]};
  return sum;
}

std::vector<float> flux_of(const BlockGraph& graph, const std::vector<float>& potential) {
  std::vector<float> flux(potential.size());
  graph.for_each_flux(potential, [&](const Range& nodes, const float* leaves) {
    std::copy_n(leaves, nodes.size(), flux.begin() + nodes.first);
  });
  return flux;
}

/// Gives for each cell the lowest cell that it is joined to by way of others.
std::vector<std::size_t> parts_of(std::size_t cells, const std::vector<SlowLink>& links) {
  std::vector<std::size_t> lowest(cells);
  std::iota(lowest.begin(), lowest.end(), std::size_t{0});
  for (bool changed = true; std::exchange(changed, false);)
    for (const SlowLink& link : links) {
      const std::size_t low = std::min(lowest[link.cell], lowest[link.neighbour]);
      if (lowest[link.cell] == low && lowest[link.neighbour] == low) continue;
      lowest[link.cell] = lowest[link.neighbour] = low;
      changed = true;
    }
  return lowest;
}

template <class Check>
void for_each_small_graph(const Check& check) {
  unsigned seed = 100;
  for (const Extent& extent : {Extent{17, 12, 9}, Extent{33, 5, 6}, Extent{8, 8, 8}, Extent{40, 1, 21}})
    for (const double porosity : {0.25, 0.4, 0.8})
      for (int rules = 0; rules < 4; ++rules) {
        SCOPED_TRACE(to_string(extent) + ", porosity " + std::to_string(porosity) + ", rules " + std::to_string(rules));
        check(RandomGraph(extent, porosity, rules_for_tests(rules), seed++));
      }
}

TEST(Coarsening, conducts_as_the_finer_level_where_nodes_have_one_potential) {
  for_each_small_graph([](const RandomGraph& random) {
    const CellGraph cells = random.graph();
    const NumberedPieces pieces = number_pieces(cells.cells(), cells.team());
    const BlockGraph first(cells.team(), join_pieces(cells, pieces));
    const CoarserLevel second = coarsen(first);
    std::vector<float> coarse(second.graph.nodes());
    for (std::size_t i = 0; i < coarse.size(); ++i) coarse[i] = static_cast<float>(i * 7919 % 64);
    std::vector<float> middle(first.nodes());
    for (std::size_t i = 0; i < middle.size(); ++i) middle[i] = coarse[second.aggregation.parent()[i]];
    std::vector<float> fine(cells.nodes());
    for (std::size_t i = 0; i < fine.size(); ++i) fine[i] = middle[pieces.piece_of[i]];
    const std::vector<double> flux =
        slow_flux(slow_links(random.pores, random.rules, random.widths, RandomGraph::of_edge), fine);
    double power = 0;
    for (std::size_t i = 0; i < fine.size(); ++i) power += fine[i] * flux[i];
    EXPECT_NEAR(dot(middle, flux_of(first, middle)), power, 1e-5 * power);
    EXPECT_NEAR(dot(coarse, flux_of(second.graph, coarse)), power, 1e-5 * power);
  });
}

TEST(Coarsening, ends_with_one_node_for_whatever_is_joined) {
  for_each_small_graph([](const RandomGraph& random) {
    const CellGraph cells = random.graph();
    const std::vector<std::size_t> parts =
        parts_of(cells.nodes(), slow_links(random.pores, random.rules, random.widths, RandomGraph::of_edge));
    std::map<std::size_t, int> lowest;
    for (const std::size_t part : parts) ++lowest[part];
    const Multigrid multigrid(BlockGraph(cells.team(), join_pieces(cells, number_pieces(cells.cells(), cells.team()))));
    EXPECT_EQ(multigrid.graph(multigrid.levels() - 1).nodes(), lowest.size());
  });
}

/// Gives values for all pieces of an image.
std::vector<float> random_values(const Multigrid& multigrid, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> values(multigrid.graph(0).nodes());
  for (float& value : values) value = static_cast<float>(random() % 2001) / 1000 - 1;
  return values;
}

TEST(Multigrid, takes_the_mean_out_of_each_part_that_does_not_lead_outside) {
  for_each_small_graph([](const RandomGraph& random) {
    const CellGraph cells = random.graph();
    const Multigrid multigrid(BlockGraph(cells.team(), join_pieces(cells, number_pieces(cells.cells(), cells.team()))));
    const std::vector<std::uint32_t> piece_of = random.piece_of();
    const std::vector<SlowLink> links = slow_links(random.pores, random.rules, random.widths, RandomGraph::of_edge);
    const std::vector<std::size_t> parts = parts_of(cells.nodes(), links);
    std::map<std::size_t, bool> is_open;
    for (const SlowLink& link : links)
      if (link.cell == link.neighbour) is_open[parts[link.cell]] = true;
    const std::vector<float> before = random_values(multigrid, 3);
    std::vector<float> after = before;
    multigrid.take_means_out(after, 1);
    std::vector<std::size_t> part_of(before.size());  // of each piece
    for (std::size_t cell = 0; cell < parts.size(); ++cell) part_of[piece_of[cell]] = parts[cell];
    std::map<std::size_t, std::pair<double, int>> sums;
    for (std::size_t i = 0; i < before.size(); ++i) {
      sums[part_of[i]].first += before[i];
      ++sums[part_of[i]].second;
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
      const auto& [sum, count] = sums[part_of[i]];
      EXPECT_NEAR(after[i], before[i] - (is_open[part_of[i]] ? 0 : sum / count), 1e-6);
    }
  });
}

TEST(Multigrid, is_symmetric_and_positive) {
  for_each_small_graph([](const RandomGraph& random) {
    const CellGraph cells = random.graph();
    Multigrid multigrid(BlockGraph(cells.team(), join_pieces(cells, number_pieces(cells.cells(), cells.team()))));
    std::vector<float> a = random_values(multigrid, 4);
    std::vector<float> b = random_values(multigrid, 5);
    multigrid.take_means_out(a, 1);
    multigrid.take_means_out(b, 1);
    std::vector<float> of_a(a.size());
    std::vector<float> of_b(b.size());
    multigrid.solve_roughly(a, of_a);
    multigrid.solve_roughly(b, of_b);
    const double power_a = dot(a, of_a);
    const double power_b = dot(b, of_b);
    EXPECT_GE(power_a, 0);
    EXPECT_GE(power_b, 0);
    EXPECT_NEAR(dot(a, of_b), dot(b, of_a), 1e-5 * std::sqrt(power_a * power_b) + 1e-12);
  });
}

}  // namespace
}  // namespace perm
