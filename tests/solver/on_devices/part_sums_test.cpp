// SPDX-License-Identifier: Apache-2.0
// A backend sums the densities of its cells in each part of the pores.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "geometry/random_pores.hpp"
#include "solver/state_bits.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

struct PartCase {
  Extent extent;
  double porosity;
  std::uint32_t parts;
  std::uint32_t run;  ///< about so many neighbours along x are in one part
};

/// Holds parts, and the part of each cell in memory order.
struct SomeParts {
  std::shared_ptr<const CellParts> parts;
  std::vector<std::uint32_t> of_cell;
};

SomeParts make_parts(const PoreSpace& pores, const PartCase& some, std::mt19937& random) {
  std::vector<std::vector<std::uint32_t>> rows;
  std::vector<std::uint32_t> of_cell;
  for (std::int64_t z = 0; z < some.extent.nz; ++z)
    for (std::int64_t y = 0; y < some.extent.ny; ++y) {
      std::vector<std::uint32_t> row;
      std::uint32_t part = random() % some.parts;
      for (std::int64_t x = 0; x < some.extent.nx; ++x) {
        if (random() % some.run == 0) part = random() % some.parts;
        if (pores.is_pore(x, y, z)) row.push_back(part);
      }
      of_cell.insert(of_cell.end(), row.begin(), row.end());
      rows.push_back(std::move(row));
    }
  return {std::make_shared<const CellParts>(some.parts, std::vector<CellParts::Row>(rows.begin(), rows.end())),
          std::move(of_cell)};
}

class PartSums : public testing::TestWithParam<Precision> {
 protected:
  static SolverSettings settings() {
    SolverSettings settings;
    settings.precision = GetParam();
    settings.force = {2e-5, -8e-6, 6e-6};
    settings.tau = 0.8;
    settings.threads = 3;
    return settings;
  }
};

TEST_P(PartSums, are_those_of_the_distributions) {
  for (const PartCase& some :
       {PartCase{{45, 17, 21}, 0.6, 9, 4}, PartCase{{700, 3, 4}, 1.0, 3, 1000}, PartCase{{64, 9, 30}, 0.2, 4000, 1},
        PartCase{{1, 13, 17}, 0.7, 2, 1}, PartCase{{130, 20, 5}, 0.9, 1, 50}}) {
    SCOPED_TRACE(to_string(some.extent));
    std::mt19937 random(5);
    const PoreSpace pores = random_pores(some.extent, some.porosity, random);
    const SomeParts parts = make_parts(pores, some, random);
    const auto backend = make_test_backend(pores, settings());
    std::vector<double> sums(1, 7.0);
    for (const int steps : {0, 20, 20}) {
      backend->advance(steps);
      sums = backend->sum_densities(parts.parts, std::move(sums));
      ASSERT_EQ(sums.size(), some.parts);
      const std::vector<double> f = all_distributions(*backend);
      std::vector<double> expected(some.parts);
      std::vector<double> room(some.parts, 1e-30);  // for rounding
      for (std::size_t cell = 0; cell < parts.of_cell.size(); ++cell) {
        double density = 0;
        for (std::size_t q = 0; q < d3q19::directions; ++q) density += f[cell * d3q19::directions + q];
        expected[parts.of_cell[cell]] += density;
        room[parts.of_cell[cell]] += 2e-5 * 0x1p-40 + 1e-15 * std::abs(density);
      }
      for (std::size_t part = 0; part < some.parts; ++part) ASSERT_NEAR(sums[part], expected[part], room[part]) << part;
    }
  }
}

TEST_P(PartSums, of_squared_speeds_are_those_of_the_distributions_but_in_the_first_part) {
  std::mt19937 random(5);
  const PartCase some{{45, 17, 21}, 0.6, 9, 4};
  const PoreSpace pores = random_pores(some.extent, some.porosity, random);
  const SomeParts parts = make_parts(pores, some, random);
  const auto backend = make_test_backend(pores, settings());
  backend->advance(40);
  const std::vector<double> sums = backend->sum_squared_speeds(parts.parts);
  const std::vector<double> f = all_distributions(*backend);
  std::vector<double> expected(some.parts);
  for (std::size_t cell = 0; cell < parts.of_cell.size(); ++cell) {
    if (parts.of_cell[cell] == 0) continue;
    std::array<double, 3> velocity = settings().force;
    for (double& component : velocity) component /= 2;
    for (int q = 0; q < d3q19::directions; ++q) {
      const double value = f[cell * d3q19::directions + static_cast<std::size_t>(q)];
      const d3q19::Velocity c = d3q19::velocity(q);
      velocity[0] += c.x * value;
      velocity[1] += c.y * value;
      velocity[2] += c.z * value;
    }
    for (const double component : velocity) expected[parts.of_cell[cell]] += component * component;
  }
  ASSERT_EQ(sums.size(), some.parts);
  EXPECT_EQ(sums[0], 0);
  for (std::size_t part = 1; part < some.parts; ++part) {
    EXPECT_GT(sums[part], 0);
    EXPECT_NEAR(sums[part] / expected[part], 1, 1e-6) << part;
  }
}

TEST_P(PartSums, are_not_numbers_where_a_density_is_none) {
  std::mt19937 random(5);
  const PartCase some{{40, 9, 8}, 0.6, 5, 3};
  const PoreSpace pores = random_pores(some.extent, some.porosity, random);
  const SomeParts parts = make_parts(pores, some, random);
  const auto backend = make_test_backend(pores, settings());
  std::vector<double> f(d3q19::directions);
  backend->read_distributions(100, f);
  f[3] = std::numeric_limits<double>::quiet_NaN();
  backend->write_distributions(100, f);
  for (const double sum : backend->sum_densities(parts.parts, {})) EXPECT_TRUE(std::isnan(sum));
  bool has_speed = true;  // the cell may be in part 0, whose speeds do not count
  for (const double sum : backend->sum_squared_speeds(parts.parts)) has_speed &= !std::isnan(sum);
  EXPECT_EQ(has_speed, parts.of_cell[100] == 0);
}

INSTANTIATE_TEST_SUITE_P(Precision, PartSums, testing::Values(Precision::float32, Precision::float64),
                         [](const auto& named) { return to_string(named.param); });

}  // namespace
}  // namespace perm
