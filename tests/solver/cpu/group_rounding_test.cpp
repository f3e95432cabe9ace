// SPDX-License-Identifier: Apache-2.0
// A group of cells is rounded to the quanta that each of its cells is rounded to by itself, with every instruction set.
#include "solver/cpu/group_rounding.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "solver/cpu/step_table.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// Holds the moments of a group.
template <class Real>
struct Group {
  static constexpr std::size_t cells = group_cells<Real>;
  alignas(64) std::array<std::array<Real, cells>, 5> values{};
  CellMoments<Real> view() const {
    return {values[0].data(), {values[1].data(), values[2].data(), values[3].data()}, values[4].data()};
  }
};

/// Gives numbers of quanta that are hard to round: ties, zeros, numbers next to those at which one or the other way of
/// rounding ends, and tiny ones.
std::vector<double> hard_counts() {
  std::vector<double> counts{0, 0.25, 0x1p-1074, 0x1p-60, std::nextafter(0.5, 0), std::nextafter(0.5, 1)};
  for (int n = 0; n < 8; ++n) counts.push_back(n + 0.5);
  for (const double power : {0x1p22, 0x1p23, 0x1p24, 0x1p25, 0x1p47, 0x1p48, 0x1p50, 0x1p51, 0x1p52, 0x1p53, 0x1p57})
    for (const double offset : {-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.5}) counts.push_back(power + offset);
  for (const double power : {0x1p24, 0x1p52, 0x1p57})
    for (const double toward : {0.0, infinity}) counts.push_back(std::nextafter(power, toward));
  counts.push_back(std::nextafter(too_many_quanta, 0));
  const std::size_t positive = counts.size();
  for (std::size_t i = 0; i < positive; ++i) counts.push_back(-counts[i]);
  return counts;
}

/// Gives numbers of quanta of all sizes, half of which are ties where there is room for halves.
double random_count(std::mt19937_64& random) {
  const double mantissa = static_cast<double>(static_cast<std::int64_t>(random()) >> 10) * 0x1p-53;
  const double count = std::ldexp(mantissa, static_cast<int>(random() % 60) - 2);
  return random() % 2 == 0 ? count : std::floor(count) + 0.5;
}

class GroupRoundingWith : public testing::TestWithParam<InstructionSet> {
 protected:
  void SetUp() override {
    if (!is_supported(GetParam())) GTEST_SKIP() << "this processor has no " << to_string(GetParam());
  }
  template <class Real>
  static RoundingFunction<Real> rounding() {
    return choose_rounding<Real>(step_table(GetParam()));
  }
};

template <class Real>
void expect_rounded(const std::array<Real, group_cells<Real>>& values, double scale,
                    const RoundedMoment<Real>& rounded) {
  std::int64_t sum = 0;
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    const std::int64_t quanta = std::llrint(static_cast<double>(values[cell]) * scale);
    EXPECT_EQ(rounded.of_cell[cell], quanta) << static_cast<double>(values[cell]) * scale;
    sum += quanta;
  }
  EXPECT_EQ(rounded.sum, sum);
}

template <class Real>
void expect_moments_are_rounded(RoundingFunction<Real> rounding, const Group<Real>& group, const MomentScales& scales) {
  RoundedMoments<Real> rounded;
  ASSERT_TRUE(rounding(group.view(), scales, rounded));
  expect_rounded<Real>(group.values[0], scales.of_value, rounded.density);
  for (std::size_t a = 0; a < 3; ++a) expect_rounded<Real>(group.values[a + 1], scales.of_value, rounded.flux[a]);
  expect_rounded<Real>(group.values[4], scales.of_square, rounded.reversal);
}

template <class Real>
void expect_hard_and_random_counts_are_rounded(RoundingFunction<Real> rounding) {
  constexpr MomentScales scales{0x1p56, 0x1p54, 0};
  const std::vector<double> hard = hard_counts();
  std::mt19937_64 random(61);
  Group<Real> group;
  for (std::size_t trial = 0; trial < 2000; ++trial) {
    for (std::size_t i = 0; i < group.values.size(); ++i)
      for (std::size_t cell = 0; cell < Group<Real>::cells; ++cell) {
        const double count = trial < 100 ? hard[(trial * 37 + i * 11 + cell) % hard.size()] : random_count(random);
        // In float some counts are other numbers, and the largest one would be too large.
        const auto value = static_cast<Real>(count / (i == 4 ? scales.of_square : scales.of_value));
        group.values[i][cell] = std::abs(count) < 0x1.fffffep57 ? value : 0;
      }
    expect_moments_are_rounded(rounding, group, scales);
  }
}

TEST_P(GroupRoundingWith, vectors_gives_what_each_cell_gives_by_itself) {
  expect_hard_and_random_counts_are_rounded(rounding<float>());
  expect_hard_and_random_counts_are_rounded(rounding<double>());
}

TEST_P(GroupRoundingWith, inertia_rounds_the_flux_that_flow_sums_define) {
  std::mt19937_64 random(67);
  Group<double> group;
  for (std::array<double, 8>& of_moment : group.values)
    for (double& value : of_moment) value = random_count(random) * 0x1p-58;
  RoundedMoments<double> rounded;
  ASSERT_TRUE(rounding<double>()(group.view(), {0x1p40, 0x1p30, 1}, rounded));
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t cell = 0; cell < 8; ++cell)
      EXPECT_EQ(rounded.flux[a].of_cell[cell],
                std::llrint(FlowSums::flux_of(group.values[a + 1][cell], group.values[0][cell], 1) * 0x1p40));
}

template <class Real>
void expect_refusal_in_every_place(RoundingFunction<Real> rounding) {
  for (const double wrong : {no_number, infinity, -infinity, too_many_quanta, -too_many_quanta, 0x1p62, -0x1p62, 1e30})
    for (std::size_t i = 0; i < 5; ++i)
      for (std::size_t cell = 0; cell < Group<Real>::cells; ++cell) {
        Group<Real> group;
        group.values[i][cell] = static_cast<Real>(wrong / 4);
        RoundedMoments<Real> rounded;
        EXPECT_FALSE(rounding(group.view(), {4, 4, 0}, rounded)) << wrong << " as moment " << i;
      }
}

TEST_P(GroupRoundingWith, values_that_are_none_or_too_large_is_refused) {
  expect_refusal_in_every_place(rounding<float>());
  expect_refusal_in_every_place(rounding<double>());
}

INSTANTIATE_TEST_SUITE_P(Instructions, GroupRoundingWith,
                         testing::Values(InstructionSet::avx512, InstructionSet::avx2, InstructionSet::plain),
                         [](const auto& named) { return to_string(named.param); });

}  // namespace
}  // namespace perm
