// SPDX-License-Identifier: Apache-2.0
// A backend sums the squared speeds of its cells in each part of the pores.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "geometry/random_pores.hpp"
#include "solver/domain/part_sums.hpp"
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

class SpeedsOfParts : public testing::TestWithParam<Precision> {
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

/// Gives the sums from the distributions of a flow. `cells` becomes the number of cells of each part.
std::vector<double> sums_of(const Backend& backend, const SomeParts& parts, std::vector<double>& cells) {
  const std::vector<double> f = all_distributions(backend);
  std::vector<double> sums(cells.size());
  for (std::size_t cell = 0; cell < parts.of_cell.size(); ++cell) {
    const std::uint32_t part = parts.of_cell[cell];
    cells[part] += 1;
    if (part == 0) continue;
    std::array<double, 3> velocity = backend.settings().force;
    for (double& component : velocity) component /= 2;
    for (int q = 0; q < d3q19::directions; ++q) {
      const double value = f[cell * d3q19::directions + static_cast<std::size_t>(q)];
      const d3q19::Velocity c = d3q19::velocity(q);
      velocity[0] += c.x * value;
      velocity[1] += c.y * value;
      velocity[2] += c.z * value;
    }
    for (const double component : velocity) sums[part] += component * component;
  }
  return sums;
}

TEST_P(SpeedsOfParts, are_those_of_the_distributions_but_in_the_first_part) {
  for (const PartCase& some :
       {PartCase{{45, 17, 21}, 0.6, 9, 4}, PartCase{{700, 3, 4}, 1.0, 3, 1000}, PartCase{{64, 9, 30}, 0.2, 4000, 1},
        PartCase{{1, 13, 17}, 0.7, 2, 1}, PartCase{{130, 20, 5}, 0.9, 1, 50}}) {
    SCOPED_TRACE(to_string(some.extent));
    std::mt19937 random(5);
    const PoreSpace pores = random_pores(some.extent, some.porosity, random);
    const SomeParts parts = make_parts(pores, some, random);
    const auto backend = make_test_backend(pores, settings());
    for (const int steps : {0, 20, 20}) {
      backend->advance(steps);
      const std::vector<double> sums = backend->sum_squared_speeds(parts.parts);
      std::vector<double> cells(some.parts);
      const std::vector<double> expected = sums_of(*backend, parts, cells);
      ASSERT_EQ(sums.size(), some.parts);
      EXPECT_EQ(sums[0], 0);
      constexpr double quantum = 2.3e-5 * 2.3e-5 / PartSums::quanta_of_squared_speed;
      for (std::size_t part = 1; part < some.parts; ++part) {
        ASSERT_NEAR(sums[part], expected[part], 1e-6 * expected[part] + quantum * cells[part]) << part;
        EXPECT_GT(sums[part], steps == 0 || cells[part] < 100 ? -1 : 0);
      }
    }
  }
}

TEST_P(SpeedsOfParts, are_not_numbers_where_a_speed_is_none_but_in_the_first_part) {
  std::mt19937 random(5);
  const PartCase some{{40, 9, 8}, 0.6, 5, 3};
  const PoreSpace pores = random_pores(some.extent, some.porosity, random);
  const SomeParts parts = make_parts(pores, some, random);
  const auto backend = make_test_backend(pores, settings());
  std::vector<double> f(d3q19::directions);
  for (const bool is_first_part : {true, false}) {
    const auto cell =
        std::ranges::find_if(parts.of_cell, [&](std::uint32_t part) { return (part == 0) == is_first_part; }) -
        parts.of_cell.begin();
    backend->read_distributions(cell, f);
    f[3] = std::numeric_limits<double>::quiet_NaN();
    backend->write_distributions(cell, f);
    for (const double sum : backend->sum_squared_speeds(parts.parts)) EXPECT_EQ(std::isnan(sum), !is_first_part);
  }
}

INSTANTIATE_TEST_SUITE_P(Precision, SpeedsOfParts, testing::Values(Precision::float32, Precision::float64),
                         [](const auto& named) { return to_string(named.param); });

}  // namespace
}  // namespace perm
