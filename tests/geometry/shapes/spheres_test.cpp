// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/solids/spheres.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/processors/threads.hpp"
#include "geometry/shapes/solids/spheres_random.hpp"
#include "geometry/shapes/whole_images.hpp"

namespace perm {
namespace {

/// Tests every voxel against the sphere and its 26 images nearest to the box.
PoreSpace draw_voxel_by_voxel(const Extent& extent, const Sphere& sphere) {
  PoreSpace pores(extent);
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x) {
        bool is_inside = false;
        for (int image = 0; image < 27; ++image) {
          const double dx = static_cast<double>(x + (image % 3 - 1) * extent.nx) + 0.5 - sphere.x;
          const double dy = static_cast<double>(y + (image / 3 % 3 - 1) * extent.ny) + 0.5 - sphere.y;
          const double dz = static_cast<double>(z + (image / 9 - 1) * extent.nz) + 0.5 - sphere.z;
          is_inside = is_inside || dx * dx + dy * dy + dz * dz < sphere.radius * sphere.radius;
        }
        if (!is_inside) pores.set_pore(x, y, z);
      }
  return pores;
}

TEST(Spheres, covers_the_voxels_whose_centres_are_nearer_than_the_radius_in_the_periodic_image) {
  RandomNumbers random(7);
  for (const Extent extent : {Extent{31, 17, 5}, Extent{64, 32, 32}, Extent{33, 7, 70}, Extent{97, 3, 1}})
    for (int n = 0; n < 40; ++n) {
      const double smallest = static_cast<double>(std::min({extent.nx, extent.ny, extent.nz}));
      const Sphere sphere{random.uniform() * static_cast<double>(extent.nx),
                          random.uniform() * static_cast<double>(extent.ny),
                          random.uniform() * static_cast<double>(extent.nz), random.uniform() * 0.8 * smallest};
      EXPECT_EQ(make_spheres(extent, std::vector{sphere}), draw_voxel_by_voxel(extent, sphere))
          << to_string(extent) << ": " << sphere.x << " " << sphere.y << " " << sphere.z << " " << sphere.radius;
    }
}

TEST(Spheres, leaves_out_voxels_whose_centres_lie_exactly_at_the_radius) {
  EXPECT_EQ(make_spheres({16, 16, 16}, std::vector<Sphere>{{8.5, 8.5, 8.5, 1.0}}).count_pores(), 4096 - 1);
  EXPECT_EQ(make_spheres({16, 16, 16}, std::vector<Sphere>{{8.5, 8.5, 8.5, 1.0 + 1e-12}}).count_pores(), 4096 - 7);
  // The voxels at (3, 4, 0) are outside, because 3^2 + 4^2 = 5^2.
  const PoreSpace pores = make_spheres({16, 16, 16}, std::vector<Sphere>{{8.5, 8.5, 8.5, 5.0}});
  EXPECT_TRUE(pores.is_pore(11, 12, 8));
  EXPECT_FALSE(pores.is_pore(11, 11, 8));
}

TEST(Spheres, a_sphere_wider_than_the_box_covers_all_that_its_images_cover) {
  EXPECT_EQ(make_spheres({8, 8, 8}, std::vector<Sphere>{{1, 2, 3, 7.0}}).count_pores(), 0);
  EXPECT_EQ(make_spheres({40, 8, 8}, std::vector<Sphere>{{1, 2, 3, 7.0}}).count_pores(),
            draw_voxel_by_voxel({40, 8, 8}, {1, 2, 3, 7.0}).count_pores());
}

TEST(Spheres, a_centre_outside_the_box_stands_for_its_periodic_image) {
  EXPECT_EQ(make_spheres({20, 24, 28}, std::vector<Sphere>{{-3.25, 25.5, 60, 4.3}}),
            make_spheres({20, 24, 28}, std::vector<Sphere>{{16.75, 1.5, 4, 4.3}}));
}

TEST(Spheres, counts_before_drawing_what_drawing_turns_solid) {
  PoreSlab pores = make_spheres({50, 40, 30}, std::vector<Sphere>{{10, 10, 10, 9}});
  const Sphere sphere{1, 12, 28, 8};
  const std::int64_t before = pores.count_pores();
  const std::int64_t expected = count_pores_inside(pores, sphere);
  EXPECT_GT(expected, 0);
  EXPECT_EQ(pores.count_pores(), before);
  EXPECT_EQ(make_solid(pores, sphere), expected);
  EXPECT_EQ(pores.count_pores(), before - expected);
  EXPECT_EQ(make_solid(pores, sphere), 0);
}

TEST(Spheres, drawn_by_many_threads_are_those_drawn_one_by_one) {
  const int before = set_loop_threads(5);
  for (const Extent& extent : {Extent{40, 30, 70}, Extent{33, 20, 7}, Extent{5, 6, 1}})
    for (const double largest : {1.2, 3.0, 50.0}) {  // 50: wider than the image
      RandomNumbers random(11);
      std::vector<Sphere> spheres;
      const int count = largest < 2 ? 70'000 : 200;  // more than are drawn at once
      const double side = largest < 2 ? 1000 : 100;  // most are outside of the image, where their periodic images count
      for (int i = 0; i < count; ++i)
        spheres.push_back({random.uniform() * side - side / 2, random.uniform() * side - side / 2,
                           random.uniform() * side - side / 2, random.uniform() * (largest < 2 ? 1 : largest)});
      const Shift shift({0.25, -7.5, 11.75});
      PoreSlab one_by_one = PoreSlab::even(extent, {});
      PoreSlab together = one_by_one;
      std::int64_t turned = 0;
      for (const Sphere& sphere : spheres) turned += make_solid(one_by_one, sphere, shift);
      EXPECT_EQ(make_solid(together, spheres, shift), turned);
      EXPECT_EQ(together.pores(), one_by_one.pores());
    }
  set_loop_threads(before);
}

TEST(Spheres, takes_cube_roots) {
  for (const double x : {1e-9, 0.001, 0.5, 1.0, 2.0, 27.0, 1e12}) EXPECT_NEAR(cube_root(x) / std::cbrt(x), 1, 1e-15);
}

TEST(PortableFunctions, agree_with_the_standard_library) {
  for (double x = 1e-8; x < 1e8; x *= 1.7)
    EXPECT_NEAR(portable_log(x), std::log(x), 2e-15 * (1 + std::abs(std::log(x))));
  for (double x = -20; x < 20; x += 0.37) EXPECT_NEAR(portable_exp(x) / std::exp(x), 1, 1e-14);
}

TEST(RandomNumbers, are_the_same_for_a_seed_everywhere) {
  // The C++ standard, [rand.predef], gives the 10000th output of std::mt19937_64 with the default seed.
  RandomNumbers random(5489);
  double last = 0;
  for (int n = 0; n < 10000; ++n) last = random.uniform();
  EXPECT_EQ(last, static_cast<double>(9981545732273789042ULL >> 11U) * 0x1p-53);
}

TEST(RandomNumbers, have_the_moments_of_their_distributions) {
  RandomNumbers random(3);
  const int count = 200000;
  double uniform = 0, normal = 0, normal2 = 0, normal4 = 0;
  for (int n = 0; n < count; ++n) {
    uniform += random.uniform() / count;
    const double x = random.normal();
    normal += x / count;
    normal2 += x * x / count;
    normal4 += x * x * x * x / count;
  }
  EXPECT_NEAR(uniform, 0.5, 0.003);  // this bound and those below are about 5 standard errors
  EXPECT_NEAR(normal, 0, 0.011);
  EXPECT_NEAR(normal2, 1, 0.016);
  EXPECT_NEAR(normal4, 3, 0.11);
}

}  // namespace
}  // namespace perm
