// SPDX-License-Identifier: Apache-2.0
// Which cells are watched, and what is concluded from them for all.
#include "solver/domain/watched_words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "geometry/random_pores.hpp"
#include "solver/flow_sums.hpp"

namespace perm {
namespace {

std::set<std::int64_t> words_with_cells(const PoreSpace& pores) {
  std::set<std::int64_t> words;
  const Extent& n = pores.extent();
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t column = 0; column < pores.words_per_row(); ++column)
        if (pores.row(y, z)[static_cast<std::size_t>(column)] != 0)
          words.insert((z * n.ny + y) * pores.words_per_row() + column);
  return words;
}

TEST(WatchedWords, are_all_words_that_hold_cells_where_these_are_few) {
  PoreSpace pores({300, 200, 200});  // 400,000 words, of which a duct takes 600
  for (std::int64_t z = 0; z < 200; ++z)
    for (std::int64_t y = 17; y < 20; ++y) pores.set_pore(71, y, z);
  const std::set<std::int64_t> expected = words_with_cells(pores);
  const WatchedWords watched(Domain(pores.extent()), pores);
  EXPECT_EQ(std::set(watched.numbers().begin(), watched.numbers().end()), expected);
  EXPECT_EQ(watched.numbers().size(), 600U);
}

TEST(WatchedWords, are_a_sample_of_those_that_hold_cells_where_these_are_many) {
  std::mt19937 random(3);
  PoreSpace pores({128, 128, 128});
  for (std::int64_t z = 0; z < 128; ++z)
    for (std::int64_t y = 0; y < 128; ++y)
      for (std::int64_t x = 32; x < 96; ++x)
        if (random() % 4 == 0) pores.set_pore(x, y, z);
  const std::set<std::int64_t> candidates = words_with_cells(pores);
  const WatchedWords watched(Domain(pores.extent()), pores);
  EXPECT_NEAR(static_cast<double>(watched.numbers().size()), WatchedWords::most, 5 * std::sqrt(WatchedWords::most));
  const WatchedView view = watched.view();
  std::array<int, 8> groups{};
  std::int64_t before = -1;
  for (std::int64_t place = 0; place < view.count; ++place) {
    const std::int64_t number = view.numbers[place];
    EXPECT_TRUE(candidates.contains(number));
    EXPECT_GT(number, before);
    before = number;
    const WatchedView::Place at = view.word(place);
    EXPECT_EQ((at.z * 128 + at.y) * 4 + at.column, number);
    EXPECT_EQ(view.place(at.column, at.y, at.z), place);
    ++groups.at(static_cast<std::size_t>(view.group(place, 8)));
  }
  for (const int words : groups) EXPECT_NEAR(words, WatchedWords::most / 8, 5 * std::sqrt(WatchedWords::most / 8));
  const auto other = std::ranges::find_if(
      candidates, [&](std::int64_t number) { return !std::ranges::binary_search(watched.numbers(), number); });
  EXPECT_EQ(view.place(*other % 4, *other / 4 % 128, *other / 4 / 128), WatchedView::none);
}

/// Gives the rates of cells of which some are watched; the changes of velocity of the groups are `changes`.
FlowRates rates_of(const std::array<double, residual_groups>& changes, std::int64_t watched_a_group,
                   std::int64_t cells) {
  FlowSums sums({10, 10, 10}, 1.0);
  for (int group = 0; group < residual_groups; ++group)
    for (std::int64_t cell = 0; cell < watched_a_group; ++cell)
      sums.add_to_residual(group, {0, changes[static_cast<std::size_t>(group)], 0, 0});
  return sums.rates(cells);
}

TEST(FlowRates, of_all_cells_are_their_mean) {
  const FlowRates rates = rates_of({1, 2, 3, 4, 5, 6, 7, 8}, 10, 80);
  EXPECT_NEAR(rates.velocity_residual, 10 * (1 + 4 + 9 + 16 + 25 + 36 + 49 + 64) / 16.0 / 1000, 1e-9);
  EXPECT_EQ(rates.pressure_residual, 0);
}

TEST(FlowRates, of_some_cells_grow_by_two_standard_errors) {
  const FlowRates alike = rates_of({2, 2, 2, 2, 2, 2, 2, 2}, 10, 800);
  EXPECT_NEAR(alike.velocity_residual, 800 * 4 / 16.0 / 1000, 1e-9);
  // The squares are 0 and 8, their mean 4, and its standard error 4 sqrt(8/7) / sqrt(8).
  const double u = std::sqrt(8.0);
  const FlowRates unlike = rates_of({0, u, 0, u, 0, u, 0, u}, 10, 800);
  EXPECT_NEAR(unlike.velocity_residual, 800 * (4 + 2 * 4 / std::sqrt(7.0)) / 16.0 / 1000, 1e-9);
}

TEST(FlowRates, are_not_known_where_no_cell_is_watched) {
  EXPECT_TRUE(std::isinf(rates_of({}, 0, 800).velocity_residual));
  EXPECT_TRUE(std::isinf(rates_of({}, 0, 800).pressure_residual));
}

}  // namespace
}  // namespace perm
