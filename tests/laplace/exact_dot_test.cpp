// SPDX-License-Identifier: Apache-2.0
#include "laplace/exact_dot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

namespace perm {
namespace {

constexpr double size_of_terms = 1;
constexpr std::size_t terms = 5000;

struct Lists {
  std::vector<float> a;
  std::vector<float> b;
};

/// Gives products of about 1, of which one in 700 is so many times as large.
Lists make_lists(float larger) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> values(-1, 1);
  Lists lists;
  for (std::size_t i = 0; i < terms; ++i) {
    lists.a.push_back(values(random) * (i % 700 == 13 ? larger : 1));
    lists.b.push_back(values(random));
  }
  return lists;
}

double sum_term_by_term(const Lists& lists) {
  const double scale = ExactDot::quanta_of_one(size_of_terms);
  __int128 sum = 0;
  for (std::size_t i = 0; i < terms; ++i)
    sum += static_cast<__int128>(std::nearbyint(static_cast<double>(lists.a[i]) * lists.b[i] * scale));
  return static_cast<double>(sum) / scale;
}

TEST(ExactDot, has_the_bits_of_a_sum_term_by_term_with_any_number_of_threads) {
  for (const int threads : {1, 2, 3}) {
    const ThreadTeam team(threads);
    for (const float larger : {1.0F, 1e2F, 1e4F, 1e6F}) {  // some blocks, and then more, have terms beyond 2^50 quanta
      const Lists lists = make_lists(larger);
      EXPECT_EQ(ExactDot(team, size_of_terms)(lists.a, lists.b), sum_term_by_term(lists)) << larger;
    }
  }
}

TEST(ExactDot, is_not_a_number_where_a_term_is_not_finite_or_far_too_large) {
  const ThreadTeam team(2);
  for (const float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN(), 1e9F}) {
    Lists lists = make_lists(1);
    lists.a[4321] = bad;
    lists.b[4321] = 1;
    EXPECT_TRUE(std::isnan(ExactDot(team, size_of_terms)(lists.a, lists.b))) << bad;
    lists.a.assign(terms, bad);
    lists.b.assign(terms, 1);
    EXPECT_TRUE(std::isnan(ExactDot(team, size_of_terms)(lists.a, lists.b))) << bad << " everywhere";
  }
}

TEST(RoundBelow2To51, rounds_to_the_even_number_half_way_as_nearbyint_does) {
  for (const double value :
       {0.0, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.49999999999999994, 1e15 + 0.5, -1e15 - 0.5, 123.75})
    EXPECT_EQ(static_cast<double>(round_below_2_51(value)), std::nearbyint(value)) << value;
}

}  // namespace
}  // namespace perm
