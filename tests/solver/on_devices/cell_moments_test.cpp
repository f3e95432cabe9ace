// SPDX-License-Identifier: Apache-2.0
// A backend gives the density and the momentum of each of its own cells, and adds to them.
#include "solver/cell/cell_moments.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "geometry/random_pores.hpp"
#include "solver/slanted_flow.hpp"
#include "solver/state_bits.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

constexpr std::array<Extent, 4> gap_extents{{{33, 18, 13}, {66, 9, 8}, {1, 31, 30}, {45, 32, 24}}};

PoreSpace pores_with_gaps(const Extent& extent) {
  std::mt19937 random(29);
  return random_pores(extent, 0.6, random);
}

std::vector<CellField> moments_of_all(const Backend& backend) {
  std::vector<CellField> moments(static_cast<std::size_t>(backend.cells()));
  backend.read_moments(moments);
  return moments;
}

std::vector<CellField> any_fields(std::int64_t cells) {
  std::mt19937 random(31);
  std::uniform_real_distribution<float> some(-0.5F, 0.5F);
  std::vector<CellField> fields(static_cast<std::size_t>(cells));
  for (CellField& field : fields) field = {some(random), {some(random), some(random), some(random)}};
  return fields;
}

/// Tells for every cell, in memory order, across which axes there is solid on both sides.
std::vector<std::array<bool, 3>> find_gaps(const PoreSpace& pores) {
  const Extent& n = pores.extent();
  const auto is_pore = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return pores.is_pore((x + n.nx) % n.nx, (y + n.ny) % n.ny, (z + n.nz) % n.nz);
  };
  std::vector<std::array<bool, 3>> gaps;
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x)
        if (pores.is_pore(x, y, z))
          gaps.push_back({!is_pore(x - 1, y, z) && !is_pore(x + 1, y, z),
                          !is_pore(x, y - 1, z) && !is_pore(x, y + 1, z),
                          !is_pore(x, y, z - 1) && !is_pore(x, y, z + 1)});
  return gaps;
}

class CellMoments : public testing::TestWithParam<Precision> {};

TEST_P(CellMoments, are_sums_of_the_distributions_of_each_cell) {
  for (const Extent& extent : gap_extents) {
    SCOPED_TRACE(to_string(extent));
    const auto backend = make_test_backend(pores_with_gaps(extent), slanted_flow(GetParam()));
    backend->advance(20);
    const std::vector<std::uint64_t> state = state_bits(*backend);
    const std::vector<CellField> moments = moments_of_all(*backend);
    const std::vector<double> f = all_distributions(*backend);
    EXPECT_TRUE(state_bits(*backend) == state);
    EXPECT_EQ(backend->steps(), 20);
    std::size_t next = 0;
    for (const CellField& cell : moments) {
      std::array<double, 4> sums{};
      double sizes = 0;
      for (int q = 0; q < d3q19::directions; ++q, ++next) {
        const d3q19::Velocity c = d3q19::velocity(q);
        sums[0] += f[next];
        sums[1] += c.x * f[next];
        sums[2] += c.y * f[next];
        sums[3] += c.z * f[next];
        sizes += std::abs(f[next]);
      }
      const double rounding = sizes * (GetParam() == Precision::float64 ? 1e-15 : 1e-6);
      ASSERT_NEAR(cell.density, sums[0], rounding + 1e-7 * std::abs(sums[0]));
      for (std::size_t a = 0; a < 3; ++a)
        ASSERT_NEAR(cell.velocity[a], sums[a + 1], rounding + 1e-7 * std::abs(sums[a + 1]));
    }
    EXPECT_EQ(next, f.size());
  }
}

TEST_P(CellMoments, change_by_what_is_added_except_across_gaps_of_one_voxel) {
  for (const Extent& extent : gap_extents) {
    SCOPED_TRACE(to_string(extent));
    const PoreSpace pores = pores_with_gaps(extent);
    const auto backend = make_test_backend(pores, slanted_flow(GetParam()));
    backend->advance(20);
    const std::vector<CellField> before = moments_of_all(*backend);
    const std::vector<CellField> change = any_fields(backend->cells());
    backend->add_to_cells(change);
    const std::vector<CellField> after = moments_of_all(*backend);
    EXPECT_EQ(backend->steps(), 20);
    const std::vector<std::array<bool, 3>> gaps = find_gaps(pores);
    ASSERT_EQ(gaps.size(), change.size());
    int stopped = 0;
    for (std::size_t i = 0; i < change.size(); ++i) {
      ASSERT_NEAR(after[i].density - before[i].density, change[i].density, 1e-6) << "cell " << i;
      for (std::size_t a = 0; a < 3; ++a) {
        ASSERT_NEAR(after[i].velocity[a] - before[i].velocity[a], gaps[i][a] ? 0 : change[i].velocity[a], 1e-6)
            << "cell " << i << " axis " << a;
        stopped += gaps[i][a] ? 1 : 0;
      }
    }
    EXPECT_GT(stopped, 10);
  }
}

TEST_P(CellMoments, change_their_sign_by_as_much_as_they_differ_from_their_mean) {
  for (const Extent& extent : gap_extents) {
    SCOPED_TRACE(to_string(extent));
    const SolverSettings settings = slanted_flow(GetParam());
    const auto backend = make_test_backend(pores_with_gaps(extent), settings);
    const auto captured = make_test_backend(pores_with_gaps(extent), settings);
    backend->advance(20);
    captured->advance(20);
    const std::vector<CellField> now = moments_of_all(*backend);
    std::vector<CellField> alternation(now.size(), CellField{7, {7, 7, 7}});
    backend->advance_and_alternate(alternation);
    captured->advance_and_capture();
    EXPECT_EQ(backend->steps(), 22);
    EXPECT_TRUE(state_bits(*backend) == state_bits(*captured));
    EXPECT_THROW(backend->read_flow(0, {}), Error);  // what was captured is lost
    std::vector<CellField> plane(static_cast<std::size_t>(extent.nx * extent.ny));
    std::size_t cell = 0;
    double largest = 0;
    for (std::int64_t z = 0; z < extent.nz; ++z) {
      captured->read_flow(z, plane);
      for (const CellField& mean : plane) {
        if (mean.density == no_density) continue;
        ASSERT_NEAR(alternation[cell].density, mean.density - now[cell].density, 1e-6) << "cell " << cell;
        for (std::size_t a = 0; a < 3; ++a) {
          const double velocity = now[cell].velocity[a] + settings.force[a] / 2;
          ASSERT_NEAR(alternation[cell].velocity[a], mean.velocity[a] - velocity, 1e-6) << "cell " << cell;
          largest = std::max(largest, std::abs(mean.velocity[a] - velocity));
        }
        ++cell;
      }
    }
    EXPECT_EQ(cell, now.size());
    EXPECT_GT(largest, 1e-5);
  }
}

TEST_P(CellMoments, are_added_at_equilibrium) {
  const auto backend = make_test_backend(pores_with_gaps(gap_extents[0]), slanted_flow(GetParam()));
  backend->advance(20);
  const std::vector<double> before = all_distributions(*backend);
  const std::vector<CellField> change = any_fields(backend->cells());
  const std::vector<std::array<bool, 3>> gaps = find_gaps(pores_with_gaps(gap_extents[0]));
  backend->add_to_cells(change);
  const std::vector<double> after = all_distributions(*backend);
  for (std::size_t i = 0; i < after.size(); ++i) {
    const std::size_t cell = i / d3q19::directions;
    const auto q = static_cast<int>(i % d3q19::directions);
    const d3q19::Velocity c = d3q19::velocity(q);
    std::array<double, 3> u{};
    for (std::size_t a = 0; a < 3; ++a) u[a] = gaps[cell][a] ? 0 : static_cast<double>(change[cell].velocity[a]);
    ASSERT_NEAR(
        after[i] - before[i],
        d3q19::weight(q) * (static_cast<double>(change[cell].density) + 3 * (c.x * u[0] + c.y * u[1] + c.z * u[2])),
        3e-7)
        << "cell " << cell << " direction " << q;
  }
}

TEST_P(CellMoments, that_were_added_to_are_nothing_to_compare_with) {
  const auto backend = make_test_backend(pores_with_gaps({11, 9, 7}), slanted_flow(GetParam()));
  backend->advance_and_compare();
  backend->add_to_cells(any_fields(backend->cells()));
  EXPECT_TRUE(std::isinf(backend->advance_and_compare().rates.velocity_residual));
}

INSTANTIATE_TEST_SUITE_P(Precision, CellMoments, testing::Values(Precision::float32, Precision::float64),
                         [](const auto& named) { return to_string(named.param); });

}  // namespace
}  // namespace perm
