// SPDX-License-Identifier: Apache-2.0
// What an observer sums over groups is what the sums have when each cell is added by itself.
#include "solver/cpu/observers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "geometry/random_pores.hpp"
#include "solver/cpu/step_table.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

constexpr double force = 3e-7;

/// Holds the moments of all cells in one step: density, velocity and reversal, with room for the last group.
template <class Real>
struct Moments {
  std::array<std::vector<Real>, 5> values;
  CellMoments<Real> from(std::int64_t cell) const {
    const auto at = [&](std::size_t i) { return values[i].data() + cell; };
    return {at(0), {at(1), at(2), at(3)}, at(4)};
  }
  double operator()(std::size_t i, std::int64_t cell) const {
    return static_cast<double>(values[i][static_cast<std::size_t>(cell)]);
  }
};

template <class Real>
Moments<Real> random_moments(std::int64_t cells, std::mt19937& random) {
  const auto symmetric = [&](double size) { return size * (static_cast<double>(random()) / 2147483648.0 - 1); };
  Moments<Real> moments;
  for (std::size_t i = 0; i < 5; ++i)
    for (std::int64_t cell = 0; cell < cells + group_cells<Real>; ++cell)
      moments.values[i].push_back(static_cast<Real>(symmetric(i == 4 ? 1e6 * force * force : 1e3 * force)));
  return moments;
}

struct Image {
  explicit Image(const PoreSpace& pores) : domain(pores.extent()), occupancy(pores), watched(domain, pores) {}
  Domain domain;
  Occupancy occupancy;
  WatchedWords watched;
};

/// Adds cells one by one. `changes` has a field for each voxel.
template <class Real>
void add_one_by_one(FlowSums& sums, const Image& image, const Moments<Real>& moments, StepPairOf pair,
                    std::vector<CellChange>& changes) {
  const Extent& n = image.occupancy.extent();
  std::int64_t cell = 0;
  std::size_t voxel = 0;
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x, ++voxel) {
        if (!image.occupancy.is_cell(x, y, z)) continue;
        sums.add(x, y, z, moments(0, cell), {moments(1, cell), moments(2, cell), moments(3, cell)});
        sums.add_to_action(moments(4, cell), pair);
        const double sign = pair == StepPairOf::first ? -1.0 : 1.0;
        changes[voxel].density += sign * moments(0, cell);
        for (std::size_t a = 0; a < 3; ++a) changes[voxel].velocity[a] += sign * moments(a + 1, cell);
        ++cell;
      }
}

void add_changes(FlowSums& sums, const Image& image, const std::vector<CellChange>& changes) {
  const Extent& n = image.occupancy.extent();
  const WatchedView words = image.watched.view();
  std::size_t voxel = 0;
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x, ++voxel) {
        const std::int64_t place = words.place(x / 32, y, z);
        if (place == WatchedView::none || !image.occupancy.is_cell(x, y, z)) continue;
        const CellChange& change = changes[voxel];
        sums.add_to_residual(words.group(place, residual_groups),
                             {change.density, change.velocity[0], change.velocity[1], change.velocity[2]});
      }
}

void expect_same(const FlowSums& a, const FlowSums& b, std::int64_t cells) {
  const FlowSample of_a = a.sample(cells, 2);
  const FlowSample of_b = b.sample(cells, 2);
  EXPECT_EQ(of_a.finite, of_b.finite);
  EXPECT_EQ(of_a.mean_velocity, of_b.mean_velocity);
  EXPECT_EQ(of_a.plane_flux, of_b.plane_flux);
  EXPECT_EQ(of_a.mass_deviation, of_b.mass_deviation);
  EXPECT_EQ(a.action_from_step_to_step(), b.action_from_step_to_step());
  EXPECT_EQ(a.rates(cells).velocity_residual, b.rates(cells).velocity_residual);
  EXPECT_EQ(a.rates(cells).pressure_residual, b.rates(cells).pressure_residual);
}

/// Shows two steps to observers, in two ranges of groups that come in the wrong order, and compares what they sum.
template <class Real>
void expect_sums_of_cells(const Image& image, const std::array<Moments<Real>, 2>& steps, Equilibrium equilibrium) {
  const std::int64_t cells = image.occupancy.cells();
  const FlowSums empty(image.domain.image(), force, equilibrium);
  FlowSums expected = empty;
  std::vector<CellChange> fields(static_cast<std::size_t>(image.domain.image().voxels()));
  CellChanges changes(image.watched);
  const RoundingFunction<Real> rounding = choose_rounding<Real>(step_table(resolve_instructions(InstructionSet::best)));
  SumObserver<Real> observer(image.domain, image.occupancy, rounding, empty);
  const std::int64_t middle = cells / 2 / group_cells<Real> * group_cells<Real>;
  for (const StepPairOf pair : {StepPairOf::first, StepPairOf::second}) {
    const Moments<Real>& moments = steps[pair == StepPairOf::first ? 0 : 1];
    add_one_by_one(expected, image, moments, pair, fields);
    observer.watch(changes, pair);
    for (const Range range : {Range{middle, cells}, Range{0, middle}})
      for (std::int64_t cell = range.first; cell < range.last; cell += group_cells<Real>)
        observer.observe(cell, static_cast<int>(std::min<std::int64_t>(group_cells<Real>, range.last - cell)),
                         moments.from(cell));
  }
  add_changes(expected, image, fields);
  FlowSums sums = empty;
  sums.add(observer.sums());
  changes.add_to(sums, image.domain, image.occupancy);
  expect_same(sums, expected, cells);
}

template <class Real>
class SumsOf : public testing::Test {};
struct RealName {
  template <class Real>
  static std::string GetName(int) {
    return sizeof(Real) == sizeof(float) ? "float32" : "float64";
  }
};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(SumsOf, Reals, RealName);

TYPED_TEST(SumsOf, groups_are_those_of_their_cells) {
  std::mt19937 random(73);
  // Rows have many cells or hardly any, whole planes have none, and in the first image only some words are watched.
  for (const auto& [extent, porosity] : {std::pair{Extent{70, 120, 90}, 0.6}, std::pair{Extent{257, 5, 7}, 1.0},
                                         std::pair{Extent{40, 31, 50}, 0.01}, std::pair{Extent{1, 61, 29}, 0.7}}) {
    SCOPED_TRACE(to_string(extent));
    const Image image(random_pores(extent, porosity, random));
    const std::int64_t cells = image.occupancy.cells();
    const std::array steps{random_moments<TypeParam>(cells, random), random_moments<TypeParam>(cells, random)};
    for (const Equilibrium equilibrium : {Equilibrium::linear, Equilibrium::quadratic, Equilibrium::incompressible})
      expect_sums_of_cells(image, steps, equilibrium);
  }
}

TYPED_TEST(SumsOf, groups_with_huge_values_or_none_are_those_of_their_cells) {
  std::mt19937 random(79);
  const Image image(random_pores({45, 17, 21}, 0.5, random));
  const std::int64_t cells = image.occupancy.cells();
  const double quantum = 1 / FlowSums(image.domain.image(), force).scale();
  for (const double wrong : {3.9e18 * quantum, -3.9e18 * quantum, 4.1e18 * quantum,
                             std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()})
    for (std::size_t i = 0; i < 5; ++i) {
      SCOPED_TRACE(std::to_string(wrong) + " as moment " + std::to_string(i));
      std::array steps{random_moments<TypeParam>(cells, random), random_moments<TypeParam>(cells, random)};
      for (int some = 0; some < 20; ++some)
        steps[random() % 2].values[i][random() % static_cast<std::uint64_t>(cells)] = static_cast<TypeParam>(wrong);
      expect_sums_of_cells(image, steps, Equilibrium::linear);
    }
}

}  // namespace
}  // namespace perm
