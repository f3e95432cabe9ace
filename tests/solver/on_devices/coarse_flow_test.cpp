// SPDX-License-Identifier: Apache-2.0
// A backend adds the flow of a coarser image to its own, and gives its own flow to read.
#include "solver/cell/coarse_flow.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "geometry/random_pores.hpp"
#include "solver/dense_flow.hpp"
#include "solver/state_bits.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

class CoarseFlowAdded : public testing::TestWithParam<Precision> {
 protected:
  static SolverSettings settings() {
    SolverSettings settings;
    settings.precision = GetParam();
    settings.force = {2e-3, -8e-4, 6e-4};
    settings.tau = 0.8;
    settings.threads = 2;
    return settings;
  }
};

TEST_P(CoarseFlowAdded, changes_every_distribution_by_its_interpolated_equilibrium) {
  for (const Extent& extent : {Extent{33, 18, 13}, Extent{66, 9, 8}, Extent{32, 31, 30}}) {
    SCOPED_TRACE(to_string(extent));
    std::mt19937 random(23);
    const PoreSpace pores = random_pores(extent, 0.7, random);
    const Extent half{(extent.nx + 1) / 2, (extent.ny + 1) / 2, (extent.nz + 1) / 2};
    std::vector<CellField> values;
    const auto any_value = [&random] { return static_cast<float>(random()) / 4294967296.0F - 0.5F; };
    for (std::int64_t i = 0; i < half.voxels(); ++i) {
      const float density = any_value();
      const float u = any_value();
      const float v = any_value();
      values.push_back(i % 3 == 0 ? CellField{no_density, {0, 0, 0}} : CellField{density, {u, v, any_value()}});
    }
    const CoarseFlow flow = rows_of(half, 2, 1.5, values);

    const auto backend = make_test_backend(pores, settings());
    backend->advance(4);
    const std::vector<double> before = all_distributions(*backend);
    backend->add_flow(flow);
    const std::vector<double> after = all_distributions(*backend);
    EXPECT_EQ(backend->steps(), 4);
    const auto wrap = [](std::int64_t i, std::int64_t n) { return (i + n) % n; };
    std::size_t next = 0;  // cells come in memory order
    for (std::int64_t z = 0; z < extent.nz; ++z)
      for (std::int64_t y = 0; y < extent.ny; ++y)
        for (std::int64_t x = 0; x < extent.nx; ++x) {
          if (!pores.is_pore(x, y, z)) continue;
          auto cell = interpolate(flow.view(), x, y, z);
          stop_in_gaps(cell, [&](int q) {
            const d3q19::Velocity c = d3q19::velocity(q);
            return !pores.is_pore(wrap(x + c.x, extent.nx), wrap(y + c.y, extent.ny), wrap(z + c.z, extent.nz));
          });
          double density = 0;
          std::array<double, 3> momentum{};
          for (int q = 0; q < d3q19::directions; ++q, ++next) {
            const d3q19::Velocity c = d3q19::velocity(q);
            const double change = after[next] - before[next];
            const auto u = [&](int a) { return static_cast<double>(cell.velocity[a]); };
            ASSERT_NEAR(
                change,
                d3q19::weight(q) * (static_cast<double>(cell.density) + 3 * (c.x * u(0) + c.y * u(1) + c.z * u(2))),
                3e-7)
                << x << ' ' << y << ' ' << z << " direction " << q;
            density += change;
            momentum[0] += c.x * change;
            momentum[1] += c.y * change;
            momentum[2] += c.z * change;
          }
          ASSERT_NEAR(density, cell.density, 1e-6) << x << ' ' << y << ' ' << z;
          for (std::size_t a = 0; a < 3; ++a)
            ASSERT_NEAR(momentum[a], cell.velocity[a], 1e-6) << x << ' ' << y << ' ' << z << " axis " << a;
        }
    EXPECT_EQ(next, after.size());
  }
}

TEST_P(CoarseFlowAdded, is_read_as_captured) {
  std::mt19937 random(31);
  const Extent extent{37, 5, 6};
  const PoreSpace pores = random_pores(extent, 0.7, random);
  const auto backend = make_test_backend(pores, settings());
  backend->advance(10);
  backend->advance_and_capture();
  const auto plane = static_cast<std::size_t>(extent.plane_voxels());
  std::vector<CellField> flow(plane);
  std::vector<float> velocity(3 * plane);
  std::vector<float> density(plane);
  for (std::int64_t z = 0; z < extent.nz; ++z) {
    backend->read_plane(z, velocity, density);
    std::ranges::fill(flow, CellField{42, {42, 42, 42}});
    backend->read_flow(z, flow);
    for (std::size_t i = 0; i < plane; ++i) {
      const CellField& field = flow[i];
      if (density[i] == 0) {
        ASSERT_EQ(field.density, no_density);
      } else {
        ASSERT_EQ(1.0F + field.density, density[i]);
      }
      for (std::size_t a = 0; a < 3; ++a) ASSERT_EQ(field.velocity[a], velocity[3 * i + a]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Precision, CoarseFlowAdded, testing::Values(Precision::float32, Precision::float64),
                         [](const auto& named) { return to_string(named.param); });

}  // namespace
}  // namespace perm
