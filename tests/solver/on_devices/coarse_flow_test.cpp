// SPDX-License-Identifier: Apache-2.0
// What a finer flow is begun with: the interpolation by itself, and what a backend adds.
#include "solver/cell/coarse_flow.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "core/errors.hpp"
#include "geometry/random_pores.hpp"
#include "solver/state_bits.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

/// Made of value(x, y, z): density and velocity at the middle of each coarse voxel, in fine voxels.
template <class Value>
CoarseFlow flow_of(const Extent& extent, std::int64_t factor, const Value& value) {
  CoarseFlow flow{extent, factor, 1, {}};
  const auto middle = [factor](std::int64_t i) { return (static_cast<double>(i) + 0.5) * static_cast<double>(factor); };
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x) {
        const std::array<double, 4> v = value(middle(x), middle(y), middle(z));
        flow.values.push_back(
            {static_cast<float>(v[0]), {static_cast<float>(v[1]), static_cast<float>(v[2]), static_cast<float>(v[3])}});
      }
  return flow;
}

CellField& voxel(CoarseFlow& flow, std::int64_t x, std::int64_t y, std::int64_t z) {
  return flow.values[static_cast<std::size_t>(flow.extent.index(x, y, z))];
}

CoarseFlow without_density(const Extent& extent) {
  return flow_of(extent, 2, [](double, double, double) {
    return std::array<double, 4>{static_cast<double>(no_density), 0, 0, 0};
  });
}

std::array<double, 4> linear(double x, double y, double z) {
  return {0.3 - 0.02 * x + 0.05 * y + 0.01 * z, 1 + 0.1 * x - 0.2 * y + 0.3 * z, 0.4 * x, 0.7 * z - 0.5 * y};
}

TEST(CoarseFlow, is_interpolated_linearly_between_the_middles_of_its_voxels) {
  const Extent extent{5, 6, 7};
  for (const std::int64_t factor : {2, 4}) {
    const CoarseFlow flow = flow_of(extent, factor, linear);
    // Outside lie voxels that are half of the other end of the image.
    const std::int64_t edge = factor / 2;
    for (std::int64_t z = edge; z < factor * extent.nz - edge; ++z)
      for (std::int64_t y = edge; y < factor * extent.ny - edge; ++y)
        for (std::int64_t x = edge; x < factor * extent.nx - edge; ++x) {
          const auto expected =
              linear(static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5, static_cast<double>(z) + 0.5);
          const auto cell = interpolate(flow.view(), x, y, z);
          ASSERT_NEAR(cell.density, expected[0], 2e-6) << x << ' ' << y << ' ' << z;
          for (std::size_t a = 0; a < 3; ++a)
            ASSERT_NEAR(cell.velocity[a], expected[a + 1], 2e-5) << x << ' ' << y << ' ' << z << " axis " << a;
        }
  }
}

TEST(CoarseFlow, is_periodic) {
  CoarseFlow flow = flow_of({3, 1, 1}, 2, [](double x, double, double) { return std::array<double, 4>{x, -x, 0, 0}; });
  // Coarse values 1, 3, 5; fine voxel 0 is three quarters of the first and one of the last.
  EXPECT_FLOAT_EQ(interpolate(flow.view(), 0, 0, 0).density, 0.75F * 1 + 0.25F * 5);
  EXPECT_FLOAT_EQ(interpolate(flow.view(), 5, 1, 1).density, 0.75F * 5 + 0.25F * 1);
  EXPECT_FLOAT_EQ(interpolate(flow.view(), 5, 1, 1).velocity[0], -0.75F * 5 - 0.25F * 1);
}

TEST(CoarseFlow, of_a_uniform_flow_is_that_everywhere_in_units_of_the_finer_one) {
  CoarseFlow flow = flow_of({4, 3, 5}, 2, [](double, double, double) {
    return std::array<double, 4>{0.25, 1, -2, 0.5};
  });
  flow.velocity_unit = 3;
  for (std::int64_t z = 0; z < 10; ++z)
    for (std::int64_t y = 0; y < 6; ++y)
      for (std::int64_t x = 0; x < 8; ++x) {
        const auto cell = interpolate(flow.view(), x, y, z);
        ASSERT_EQ(cell.density, 0.25F);
        ASSERT_EQ(cell.velocity[0], 3.0F);
        ASSERT_EQ(cell.velocity[1], -6.0F);
        ASSERT_EQ(cell.velocity[2], 1.5F);
      }
}

TEST(CoarseFlow, takes_the_density_from_pores_only_and_the_velocity_of_solid_as_zero) {
  CoarseFlow flow = flow_of({4, 1, 1}, 2, [](double x, double, double) { return std::array<double, 4>{x, 1, 0, 0}; });
  voxel(flow, 1, 0, 0) = {no_density, {0, 0, 0}};
  // Fine voxels 1 and 2 lie between the first coarse voxel and the solid one.
  for (const std::int64_t x : {1, 2}) EXPECT_FLOAT_EQ(interpolate(flow.view(), x, 0, 0).density, 1) << x;
  for (const std::int64_t x : {3, 4}) EXPECT_FLOAT_EQ(interpolate(flow.view(), x, 0, 0).density, 5) << x;
  EXPECT_FLOAT_EQ(interpolate(flow.view(), 1, 0, 0).velocity[0], 0.75F);
  EXPECT_FLOAT_EQ(interpolate(flow.view(), 2, 0, 0).velocity[0], 0.25F);
}

TEST(CoarseFlow, takes_the_mean_density_of_the_nearest_pores_where_none_is_next_to_it) {
  CoarseFlow flow = without_density({9, 9, 9});
  EXPECT_EQ(interpolate(flow.view(), 8, 8, 8).density, 0);
  voxel(flow, 7, 4, 4).density = 0.5F;
  EXPECT_EQ(interpolate(flow.view(), 8, 8, 8).density, 0.5F) << "three coarse voxels away";
  EXPECT_EQ(interpolate(flow.view(), 6, 8, 8).density, 0) << "four away";
  voxel(flow, 4, 4, 2).density = 0.125F;
  EXPECT_EQ(interpolate(flow.view(), 8, 8, 8).density, 0.125F) << "two away";
  voxel(flow, 2, 6, 6).density = 0.375F;
  EXPECT_EQ(interpolate(flow.view(), 8, 8, 8).density, 0.25F) << "the mean of both";
}

TEST(CoarseFlow, stands_still_along_axes_with_solid_on_both_sides) {
  for (int walls = 0; walls < 64; ++walls) {
    const std::array<int, 6> sides{d3q19::direction({1, 0, 0}), d3q19::direction({-1, 0, 0}),
                                   d3q19::direction({0, 1, 0}), d3q19::direction({0, -1, 0}),
                                   d3q19::direction({0, 0, 1}), d3q19::direction({0, 0, -1})};
    const auto is_solid = [&](int q) {
      for (std::size_t i = 0; i < sides.size(); ++i)
        if (sides[i] == q) return (walls >> i & 1) != 0;
      return true;  // edges do not matter
    };
    CellField cell{0.5F, {1, 2, 3}};
    stop_in_gaps(cell, is_solid);
    EXPECT_EQ(cell.density, 0.5F);
    for (int a = 0; a < 3; ++a)
      EXPECT_EQ(cell.velocity[a], (walls >> 2 * a & 3) == 3 ? 0.0F : static_cast<float>(a + 1)) << walls;
  }
}

TEST(CoarseFlow, is_added_at_equilibrium) {
  const CellField cell{0.5F, {0.1F, -0.2F, 0.3F}};
  double density = 0;
  std::array<double, 3> momentum{};
  std::array<double, d3q19::directions> f{};
  for_each_equilibrium(cell, [&](int q, float share) {
    f[static_cast<std::size_t>(q)] += static_cast<double>(share);
    const d3q19::Velocity c = d3q19::velocity(q);
    density += static_cast<double>(share);
    momentum[0] += c.x * static_cast<double>(share);
    momentum[1] += c.y * static_cast<double>(share);
    momentum[2] += c.z * static_cast<double>(share);
  });
  EXPECT_NEAR(density, 0.5, 1e-6);
  for (std::size_t a = 0; a < 3; ++a) EXPECT_NEAR(momentum[a], cell.velocity[a], 1e-7);
  for (int q = 0; q < d3q19::directions; ++q)  // no stress
    EXPECT_NEAR(f[static_cast<std::size_t>(q)] + f[static_cast<std::size_t>(d3q19::opposite(q))],
                2 * d3q19::weight(q) * 0.5, 1e-7);
}

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
    CoarseFlow flow{{(extent.nx + 1) / 2, (extent.ny + 1) / 2, (extent.nz + 1) / 2}, 2, 1.5, {}};
    const auto any_value = [&random] { return static_cast<float>(random()) / 4294967296.0F - 0.5F; };
    for (std::int64_t i = 0; i < flow.extent.voxels(); ++i) {
      const float density = any_value();
      const float u = any_value();
      const float v = any_value();
      flow.values.push_back({i % 3 == 0 ? no_density : density, {u, v, any_value()}});
    }

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

TEST_P(CoarseFlowAdded, of_another_lattice_is_that_which_it_gives_to_read) {
  const Extent extent{33, 26, 14};
  std::mt19937 random(29);
  const PoreSpace pores = random_pores(extent, 0.7, random);
  SolverSettings of_coarse = settings();
  of_coarse.precision = Precision::float32;  // as every coarser image is solved
  const auto coarse = make_test_backend(random_pores({17, 13, 7}, 0.8, random), of_coarse);
  coarse->advance(30);
  coarse->advance_and_capture();
  const Extent& half = coarse->domain().image();
  CoarseFlow flow{half, 2, 0.75, std::vector<CellField>(static_cast<std::size_t>(half.voxels()))};
  coarse->read_flow(flow.values);

  const auto whole = make_test_backend(pores, settings());
  const auto rest = state_bits(*whole);
  whole->add_flow_of(*coarse, 2, 0.75);
  EXPECT_FALSE(state_bits(*whole) == rest);
  const auto again = make_test_backend(pores, settings());
  again->add_flow(flow);
  EXPECT_TRUE(state_bits(*again) == state_bits(*whole));
}

TEST_P(CoarseFlowAdded, is_refused_where_the_other_lattice_has_captured_none) {
  std::mt19937 random(37);
  const auto coarse = make_test_backend(random_pores({9, 7, 5}, 0.8, random), settings());
  const auto whole = make_test_backend(random_pores({18, 14, 10}, 0.8, random), settings());
  const auto rest = state_bits(*whole);
  EXPECT_THROW(whole->add_flow_of(*coarse, 2, 1), Error);
  EXPECT_TRUE(state_bits(*whole) == rest);
  std::vector<CellField> flow(9 * 7 * 5);
  EXPECT_THROW(coarse->read_flow(flow), Error);
}

TEST_P(CoarseFlowAdded, is_refused_where_the_other_lattice_is_on_another_device) {
  if (device_under_test() == Device::cpu) GTEST_SKIP() << "this test needs two devices";
  std::mt19937 random(41);
  const auto coarse = make_backend(random_pores({9, 7, 5}, 0.8, random), settings());  // on the CPU
  coarse->advance_and_capture();
  const auto whole = make_test_backend(random_pores({18, 14, 10}, 0.8, random), settings());
  const auto rest = state_bits(*whole);
  try {
    whole->add_flow_of(*coarse, 2, 1);
    FAIL() << "a lattice on the CPU was read as one on a GPU";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("it is not on the device 'cuda'"), std::string::npos) << error.what();
  }
  EXPECT_TRUE(state_bits(*whole) == rest);
}

TEST_P(CoarseFlowAdded, leaves_alone_a_lattice_that_cannot_go_on_in_float32) {
  std::mt19937 random(43);
  const auto backend = make_test_backend(random_pores({9, 7, 5}, 0.8, random), settings());
  try {
    continue_in_float32(*backend);
    FAIL() << "it does not store float16";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("it does not store float16"), std::string::npos) << error.what();
    EXPECT_EQ(error.exit_code(), ExitCode::failure);
  }
}

TEST_P(CoarseFlowAdded, is_read_as_captured) {
  std::mt19937 random(31);
  const Extent extent{37, 5, 6};
  const PoreSpace pores = random_pores(extent, 0.7, random);
  const auto backend = make_test_backend(pores, settings());
  backend->advance(10);
  backend->advance_and_capture();
  std::vector<CellField> flow(static_cast<std::size_t>(extent.voxels()), CellField{42, {42, 42, 42}});
  backend->read_flow(flow);
  const auto plane = static_cast<std::size_t>(extent.plane_voxels());
  std::vector<float> velocity(3 * plane);
  std::vector<float> density(plane);
  for (std::int64_t z = 0; z < extent.nz; ++z) {
    backend->read_plane(z, velocity, density);
    for (std::size_t i = 0; i < plane; ++i) {
      const CellField& field = flow[static_cast<std::size_t>(z) * plane + i];
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
