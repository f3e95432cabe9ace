// SPDX-License-Identifier: Apache-2.0
// The matrix of the potentials at corners is that of explicit elements; its preconditioner is linear, symmetric and
// positive, as conjugate gradients ask for.
#include "conduction/node_system.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "conduction/known_systems.hpp"

namespace perm {
namespace {

/// Gives values at nodes, 0 where the potential is known, and the same in the oracle's order.
std::pair<std::vector<float>, Values> draw_at_nodes(const SlowPotentials& slow, const std::vector<std::size_t>& numbers,
                                                    unsigned seed) {
  std::vector<float> values = draw_values(numbers.size(), seed);
  Values of_slow(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (slow.is_held[numbers[i]]) values[i] = 0;
    of_slow[numbers[i]] = values[i];
  }
  return {values, of_slow};
}

void expect_same_system(const Body& body, unsigned seed, int threads) {
  KnownSystems known(body, threads);
  const SlowPotentials slow(body);
  const std::vector<std::size_t> numbers = slow_numbers(known.nodes, slow);
  ASSERT_EQ(numbers.size(), known.nodes.nodes());
  const auto [x, slow_x] = draw_at_nodes(slow, numbers, seed);
  std::vector<float> y(x.size(), 7);
  const auto expect_all = [&](const Values& expected, double factor, double near, const char* what) {
    double most = 0;
    for (std::size_t i = 0; i < y.size(); ++i)
      most = std::max(most, std::abs(double{y[i]} - factor * expected[numbers[i]]));
    EXPECT_LE(most, near) << what;
  };
  known.system.apply(x, y);
  expect_all(slow.apply(slow_x), 12, 2e-5, "apply");
  known.system.drive(body.along, y);
  expect_all(slow.drive(), 12, 1e-5, "drive");

  const std::vector<float> of_cells = draw_values(slow.elements.size(), seed + 1);
  Values sums(slow.places.size());
  Values counts(slow.places.size());
  for (std::size_t cell = 0; cell < slow.elements.size(); ++cell)
    for (const std::size_t node : slow.elements[cell]) {
      sums[node] += of_cells[cell];
      counts[node] += 1;
    }
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = slow.is_held[i] ? 0 : sums[i] / counts[i];
  known.system.average(of_cells, y);
  expect_all(sums, 1, 1e-6, "average");
}

TEST(NodeSystem, is_that_of_explicit_elements) {
  for_each_small_body(50, [](const Body& body, unsigned seed) { expect_same_system(body, seed, 1); });
}

TEST(NodeSystem, of_long_rows_is_that_of_explicit_elements) {
  for_each_long_body([](const Body& body, unsigned seed) { expect_same_system(body, seed, 2); });
}

TEST(NodeSystem, has_a_preconditioner_that_is_linear_symmetric_and_positive) {
  for_each_small_body(15, [](const Body& body, unsigned seed) {
    KnownSystems known(body);
    const SlowPotentials slow(body);
    const std::vector<std::size_t> numbers = slow_numbers(known.nodes, slow);
    const auto apply = [&](const std::vector<float>& r) {
      std::vector<float> z(r.size());
      known.system.precondition(r, z);
      return z;
    };
    const auto dot = [](const std::vector<float>& a, const std::vector<float>& b) {
      return slow_dot({a.begin(), a.end()}, {b.begin(), b.end()});
    };
    // What is driven leaves each body of voxels nothing, as a residual of the equations does.
    const auto residual = [&](unsigned of) {
      std::vector<float> r(numbers.size());
      known.system.apply(draw_at_nodes(slow, numbers, of).first, r);
      return r;
    };
    const std::vector<float> a = residual(seed);
    const std::vector<float> b = residual(seed + 1);
    const std::vector<float> of_a = apply(a);
    const std::vector<float> of_b = apply(b);
    const double size = std::sqrt(dot(a, of_a) * dot(b, of_b));
    if (dot(a, a) > 1e-6) {
      EXPECT_GT(dot(a, of_a), 0);
    }
    EXPECT_NEAR(dot(a, of_b), dot(b, of_a), 1e-4 * size + 1e-8);
    std::vector<float> both(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) both[i] = 2 * a[i] - b[i];
    const std::vector<float> of_both = apply(both);
    double most = 0;
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      most = std::max(most, std::abs(double{of_both[i]} - (2.0 * of_a[i] - of_b[i])));
      largest = std::max({largest, std::abs(double{of_a[i]}), std::abs(double{of_b[i]})});
      if (slow.is_held[numbers[i]]) {
        EXPECT_EQ(of_a[i], 0) << "a potential that is known changes";
      }
    }
    EXPECT_LE(most, 1e-4 * largest + 1e-8);
  });
}

}  // namespace
}  // namespace perm
