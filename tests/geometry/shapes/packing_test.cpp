// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/packing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/errors.hpp"
#include "core/stop_check.hpp"

namespace perm {
namespace {

/// Gives the smallest distance of two spheres over the sum of their radii, among all pairs and their nearest periodic
/// images.
double closest_pair(const std::vector<Sphere>& spheres, const Extent& extent) {
  const auto nearest = [](double d, std::int64_t period) {
    return d - static_cast<double>(period) * std::round(d / static_cast<double>(period));
  };
  double closest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < spheres.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const double dx = nearest(spheres[i].x - spheres[j].x, extent.nx);
      const double dy = nearest(spheres[i].y - spheres[j].y, extent.ny);
      const double dz = nearest(spheres[i].z - spheres[j].z, extent.nz);
      closest = std::min(closest, std::sqrt(dx * dx + dy * dy + dz * dz) / (spheres[i].radius + spheres[j].radius));
    }
  return closest;
}

double porosity_of(const std::vector<Sphere>& spheres, const Extent& extent) {
  double solid = 0;
  for (const Sphere& sphere : spheres) solid += sphere_volume(sphere.radius);
  return 1 - solid / static_cast<double>(extent.voxels());
}

class PackingCases : public testing::TestWithParam<PackingRequest> {};

TEST_P(PackingCases, spheres_do_not_overlap_and_have_exactly_the_porosity) {
  const PackingRequest& request = GetParam();
  const std::vector<Sphere> spheres = pack_spheres(request);
  EXPECT_GT(closest_pair(spheres, request.extent), 1.0);
  EXPECT_NEAR(porosity_of(spheres, request.extent), request.porosity, 1e-12);
  for (const Sphere& sphere : spheres) {
    EXPECT_TRUE(sphere.x >= 0 && sphere.x < static_cast<double>(request.extent.nx));
    EXPECT_TRUE(sphere.y >= 0 && sphere.y < static_cast<double>(request.extent.ny));
    EXPECT_TRUE(sphere.z >= 0 && sphere.z < static_cast<double>(request.extent.nz));
    EXPECT_LE(2 * sphere.radius,
              static_cast<double>(std::min({request.extent.nx, request.extent.ny, request.extent.nz})));
  }
}

constexpr Extent cube{64, 64, 64};
INSTANTIATE_TEST_SUITE_P(Equal, PackingCases,
                         testing::Values(PackingRequest{cube, 0.40, 6.4, 0, 1}, PackingRequest{cube, 0.40, 6.4, 0, 2},
                                         PackingRequest{cube, 0.38, 4, 0, 3}, PackingRequest{cube, 0.45, 6.4, 0, 1},
                                         PackingRequest{cube, 0.60, 6.4, 0, 1}, PackingRequest{cube, 0.95, 6.4, 0, 1},
                                         PackingRequest{cube, 0.50, 14, 0, 1}, PackingRequest{cube, 0.75, 30, 0, 1}));
INSTANTIATE_TEST_SUITE_P(Distributed, PackingCases,
                         testing::Values(PackingRequest{cube, 0.40, 6.4, 0.2, 1}, PackingRequest{cube, 0.45, 5, 0.2, 2},
                                         PackingRequest{cube, 0.60, 6.4, 0.2, 1},
                                         PackingRequest{cube, 0.40, 4, 0.5, 1}));
INSTANTIATE_TEST_SUITE_P(Box, PackingCases,
                         testing::Values(PackingRequest{{40, 64, 97}, 0.40, 6, 0, 1},
                                         PackingRequest{{128, 128, 15}, 0.42, 5, 0, 1},
                                         PackingRequest{{200, 24, 24}, 0.42, 6, 0.1, 1},
                                         PackingRequest{{101, 101, 101}, 0.40, 4.5, 0, 9}));

TEST(Packing, keeps_the_radius_near_the_one_asked_for) {
  for (const Sphere& sphere : pack_spheres({cube, 0.4, 6.4, 0, 1})) EXPECT_NEAR(sphere.radius, 6.4, 0.05);
}

TEST(Packing, radii_have_the_mean_and_spread_asked_for) {
  const std::vector<Sphere> spheres = pack_spheres({{128, 128, 128}, 0.5, 5, 0.2, 1});
  const auto count = static_cast<double>(spheres.size());
  double mean = 0;
  double square = 0;
  for (const Sphere& sphere : spheres) {
    mean += sphere.radius / count;
    square += sphere.radius * sphere.radius / count;
  }
  EXPECT_GT(spheres.size(), 1500U);
  EXPECT_NEAR(mean, 5, 0.1);
  EXPECT_NEAR(std::sqrt(square - mean * mean) / mean, 0.2, 0.015);
}

TEST(Packing, same_seed_same_spheres_and_another_seed_others) {
  const PackingRequest request{cube, 0.45, 6.4, 0.1, 11};
  PackingRequest other = request;
  other.seed = 12;
  EXPECT_EQ(pack_spheres(request), pack_spheres(request));
  EXPECT_NE(pack_spheres(request), pack_spheres(other));
}

TEST(Packing, moves_leave_radii_and_overlap_nothing) {
  const PackingRequest thin{{128, 128, 15}, 0.42, 5, 0.1, 1}, dense{cube, 0.38, 4, 0, 3}, few{cube, 0.75, 30, 0, 1};
  for (const PackingRequest& still : {thin, dense, few}) {
    PackingRequest request = still;
    request.moves = 100;
    const std::vector<Sphere> moved = pack_spheres(request);
    EXPECT_GT(closest_pair(moved, request.extent), 1.0);
    EXPECT_NEAR(porosity_of(moved, request.extent), request.porosity, 1e-12);
    const std::vector<Sphere> packed = pack_spheres(still);
    ASSERT_EQ(moved.size(), packed.size());
    std::size_t elsewhere = 0;
    for (std::size_t i = 0; i < moved.size(); ++i) {
      EXPECT_EQ(moved[i].radius, packed[i].radius);
      if (moved[i] != packed[i]) ++elsewhere;
    }
    EXPECT_EQ(elsewhere, moved.size());
    EXPECT_EQ(pack_spheres(request), moved);
  }
}

/// Gives the mean number of neighbours of a sphere whose centres are nearer than `reach` diameters.
double neighbours_within(double reach, const std::vector<Sphere>& spheres, double edge) {
  double pairs = 0;
  for (std::size_t i = 0; i < spheres.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      double distance2 = 0;
      for (const double d : {spheres[i].x - spheres[j].x, spheres[i].y - spheres[j].y, spheres[i].z - spheres[j].z}) {
        const double nearest = d - edge * std::round(d / edge);
        distance2 += nearest * nearest;
      }
      if (std::sqrt(distance2) < reach * 2 * spheres[i].radius) ++pairs;
    }
  return 2 * pairs / static_cast<double>(spheres.size());
}

// Carnahan and Starling (1969): beside a hard sphere of a fluid with solid fraction c the density is (1 - c/2)/(1 -
// c)^3 times the mean. Of c = 0.1 and 0.3 that is 1.30 and 2.48; spheres as packed have twice as many contacts and
// more.
TEST(Packing, moves_bring_the_density_beside_a_sphere_that_hard_spheres_have) {
  for (const double solid : {0.1, 0.3}) {
    PackingRequest request{{96, 96, 96}, 1 - solid, 3, 0, 5, 0};
    const double contact = (1 - solid / 2) / std::pow(1 - solid, 3);
    constexpr double reach = 1.02;
    const double expected =
        8 * solid * (reach * reach * reach - 1) * contact;  // 4/3 pi d^3 of number density 6 c/pi d^3
    EXPECT_GT(neighbours_within(reach, pack_spheres(request), 96), 1.8 * expected);
    double found = 0;
    const std::uint64_t arrangements = solid < 0.2 ? 28 : 6;
    request.moves = 300;
    for (request.seed = 1; request.seed <= arrangements; ++request.seed)
      found += neighbours_within(reach, pack_spheres(request), 96) / static_cast<double>(arrangements);
    // They have 700 and 2,600 such pairs: 7 and 4 % are two standard errors.
    EXPECT_NEAR(found / expected, 1, solid < 0.2 ? 0.08 : 0.05);
  }
}

TEST(Packing, says_what_porosity_was_reached_when_the_spheres_jam) {
  // Random close packing of equal spheres has a porosity of 0.36 to 0.37; small boxes are a little less dense.
  EXPECT_THAT(
      [] {
        pack_spheres({cube, 0.33, 6.4, 0, 1});
      },
      testing::ThrowsMessage<InputError>(
          testing::AllOf(testing::HasSubstr("do not pack to the porosity 0.33"), testing::HasSubstr("jammed at 0.3"))));
}

TEST(Packing, can_be_stopped_and_makes_the_same_bits_when_it_is_not) {
  const PackingRequest request{cube, 0.45, 6.4, 0, 11};
  const std::vector<Sphere> spheres = pack_spheres(request);
  int calls = 0;
  const StopScope stops(
      {[&calls] { return ++calls == 10 ? 2 : 0; }, [](int why) { throw Interrupted(static_cast<StopCause>(why)); }});
  EXPECT_THROW(pack_spheres(request), Interrupted);
  EXPECT_EQ(pack_spheres(request), spheres) << "the check does not throw again";
  EXPECT_GT(calls, 20);
}

TEST(Packing, refuses_what_no_arrangement_reaches) {
  EXPECT_THAT(
      [] {
        pack_spheres({cube, 0.2, 6.4, 0, 1});
      },
      testing::ThrowsMessage<InputError>(testing::HasSubstr("even in order")));
}

TEST(Packing, refuses_values_out_of_range) {
  const auto refuses = [](const PackingRequest& request, const std::string& what) {
    EXPECT_THAT([&] { pack_spheres(request); }, testing::ThrowsMessage<InputError>(testing::HasSubstr(what)));
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double porosity : {0.0, -0.1, 1.0, 1.5, nan}) refuses({cube, porosity, 6, 0, 1}, "porosity");
  for (const double radius : {0.0, -2.0, 0.9, 32.5, nan}) refuses({cube, 0.5, radius, 0, 1}, "from 1 to 32");
  for (const double spread : {-0.1, 0.6, nan}) refuses({cube, 0.5, 6, spread, 1}, "spread");
  refuses({cube, 0.5, 6, 0, 1, -1}, "number of moves");
  refuses({cube, 0.9999, 6, 0, 1}, "No sphere of radius 6");
  refuses({{64, 64, 1}, 0.5, 6, 0, 1}, "--size");
  refuses({cube, 0.45, 31.9, 0, 1}, "overlaps itself");
}

}  // namespace
}  // namespace perm
