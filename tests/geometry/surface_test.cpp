// SPDX-License-Identifier: Apache-2.0
// Surfaces between voxels: where they cut links, and the voxels that are drawn of them.
#include "geometry/surface.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "geometry/shapes/recipe.hpp"
#include "geometry/shapes/surfaces/capsule_surface.hpp"

namespace perm {
namespace {

using Place = Surface::Place;

double cut(const Surface& surface, const Place& from, const Place& link) {
  double place = 0;
  surface.cut(from, std::span(&link, 1), std::span(&place, 1));
  return place;
}

/// The same pores without a rule for cuts, so that these are found by halving.
class Halved final : public Surface {
 public:
  explicit Halved(const Surface& surface) : surface_(surface) {}
  bool is_pore(const Place& at) const override { return surface_.is_pore(at); }

 private:
  const Surface& surface_;
};

TEST(Surface, of_a_sphere_cuts_a_link_where_the_line_meets_it) {
  const CapsuleSurface sphere(std::vector<Sphere>{{5, 5, 5, 2.3}}, {10, 10, 10});
  EXPECT_NEAR(cut(sphere, {2.5, 5, 5}, {1, 0, 0}), 0.2, 1e-12);
  EXPECT_NEAR(cut(sphere, {7.5, 5, 5}, {-1, 0, 0}), 0.2, 1e-12);
  const double diagonal = (5 - 3 - 2.3 / std::sqrt(2.0));
  EXPECT_NEAR(cut(sphere, {3, 3, 5}, {1, 1, 0}), diagonal, 1e-12);
}

TEST(Surface, goes_on_across_the_faces_of_the_image) {
  const CapsuleSurface at_face(std::vector<Sphere>{{0.2, 5, 5, 1.5}}, {10, 10, 10});
  EXPECT_FALSE(at_face.is_pore({9.5, 5, 5}));
  EXPECT_TRUE(at_face.is_pore({8.5, 5, 5}));
  EXPECT_NEAR(cut(at_face, {8.5, 5, 5}, {1, 0, 0}), 0.2, 1e-12);
}

// Spheres that touch their own images: a link may lead from beside one image into another.
TEST(Surface, of_spheres_that_touch_their_images_is_that_found_by_halving) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> anywhere(0, 8);
  for (const double radius : {3.9, 4.0, 4.4, 1.3}) {
    const CapsuleSurface exact(std::vector<Sphere>{{1.7, 6.2, 3.3, radius}, {6.1, 0.4, 7.7, 0.8}}, {8, 8, 8});
    const Halved halved(exact);
    int links = 0;
    for (int i = 0; i < 4000; ++i) {
      const Place from{anywhere(random), anywhere(random), anywhere(random)};
      for (const Place& link : {Place{1, 0, 0}, Place{0, -1, 1}, Place{-1, 1, 0}, Place{0, 0, -1}}) {
        const Place to{from[0] + link[0], from[1] + link[1], from[2] + link[2]};
        if (!exact.is_pore(from) || exact.is_pore(to)) continue;
        ++links;
        const double place = cut(exact, from, link);
        EXPECT_GT(place, 0);
        // Where a link meets two spheres one after the other, halving may find the second one.
        EXPECT_LE(place, cut(halved, from, link) + 1e-9);
        EXPECT_TRUE(exact.is_pore(
            {from[0] + 0.999 * place * link[0], from[1] + 0.999 * place * link[1], from[2] + 0.999 * place * link[2]}));
      }
    }
    EXPECT_GT(links, 100) << radius;
  }
}

TEST(Surface, of_a_sphere_much_wider_than_the_image_is_there_in_all_its_images) {
  const CapsuleSurface wide(std::vector<Sphere>{{0.5, 200, 200, 150}}, {1, 400, 400});
  EXPECT_FALSE(wide.is_pore({0.5, 200, 60}));
  EXPECT_TRUE(wide.is_pore({0.5, 200, 40}));
  EXPECT_NEAR(cut(wide, {0.5, 200, 49.5}, {0, 0, 1}), 0.5, 1e-9);
}

Recipe recipe_of(GeometryKind kind) {
  Recipe recipe;
  recipe.kind = kind;
  recipe.extent = {24, 24, 24};
  recipe.seed = 5;
  const bool is_channel = kind == GeometryKind::tube || kind == GeometryKind::annulus;
  if (kind == GeometryKind::packing || kind == GeometryKind::overlap) recipe.radius = 4;
  if (is_channel) recipe.radius = 9.3;
  if (kind == GeometryKind::annulus) recipe.inner_radius = 3.2;
  if (kind == GeometryKind::plates || kind == GeometryKind::duct) recipe.gap = 7;
  if (kind == GeometryKind::cylinders_hexagonal) recipe.extent = unit_cell_of(recipe, 22);
  if (!is_channel && !recipe.gap) recipe.porosity = 0.7;
  if (!recipe.gap && kind != GeometryKind::overlap && kind != GeometryKind::fibres) recipe.shift = {0.3, 0.6, 7.2};
  return recipe;
}

TEST(Surface, of_a_recipe_has_its_voxels) {
  for (const GeometryKind kind :
       {GeometryKind::sc, GeometryKind::bcc, GeometryKind::fcc, GeometryKind::cylinders_square,
        GeometryKind::cylinders_hexagonal, GeometryKind::packing, GeometryKind::overlap, GeometryKind::tube,
        GeometryKind::annulus, GeometryKind::plates, GeometryKind::duct}) {
    const Recipe recipe = recipe_of(kind);
    const auto surface = surface_maker(recipe)(Communicator());
    EXPECT_TRUE(voxels_of(surface, recipe.extent, Communicator()).pores() == generate(recipe)) << to_string(kind);
    const ImageWithSurface both = generate_with_surface(recipe, Communicator());
    EXPECT_TRUE(both.pores.pores() == generate(recipe)) << to_string(kind);
    EXPECT_EQ(both.surface(Communicator())->distance({3.3, 7.1, 5.2}), surface->distance({3.3, 7.1, 5.2}));
  }
}

TEST(Surface, of_fibres_of_every_form_has_their_voxels) {
  for (const Orientation orientation : {Orientation::isotropic, Orientation::planar, Orientation::aligned})
    for (const std::uint64_t seed : {1, 2, 3}) {
      Recipe recipe;
      recipe.kind = GeometryKind::fibres;
      recipe.extent = {40, 30, 36};
      recipe.porosity = 0.75;
      recipe.radius = 2.3;
      recipe.orientation = orientation;
      recipe.seed = seed;
      if (seed == 2 && orientation != Orientation::aligned) recipe.persistence_length = 12;
      if (seed == 3) recipe.second_radius = 1.4;
      if (seed == 3) recipe.second_share = 0.4;
      const auto surface = surface_maker(recipe)(Communicator());
      EXPECT_TRUE(voxels_of(surface, recipe.extent, Communicator()).pores() == generate(recipe)) << seed;
    }
}

// By halving only the last surface on a link may be found, where it meets several.
TEST(Surface, of_fibres_cuts_links_where_halving_does) {
  Recipe recipe;
  recipe.kind = GeometryKind::fibres;
  recipe.extent = {24, 24, 24};
  recipe.porosity = 0.7;
  recipe.radius = 2.1;
  const auto surface = surface_maker(recipe)(Communicator());
  const Halved halved(*surface);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> anywhere(0, 24);
  int links = 0;
  int same = 0;
  for (int i = 0; i < 20000; ++i) {
    const Place from{anywhere(random), anywhere(random), anywhere(random)};
    for (const Place& link : {Place{1, 0, 0}, Place{0, -1, 1}, Place{-1, 1, 0}, Place{0, 0, -1}}) {
      if (!surface->is_pore(from) || surface->is_pore({from[0] + link[0], from[1] + link[1], from[2] + link[2]}))
        continue;
      ++links;
      const double place = cut(*surface, from, link);
      EXPECT_LE(place, cut(halved, from, link) + 1e-9);
      if (cut(halved, from, link) - place < 1.0 / 4096) ++same;
      EXPECT_TRUE(surface->is_pore(
          {from[0] + 0.999 * place * link[0], from[1] + 0.999 * place * link[1], from[2] + 0.999 * place * link[2]}));
    }
  }
  EXPECT_GT(links, 1000);
  EXPECT_GT(same, links * 99 / 100);
}

TEST(Surface, is_not_known_of_voxels_at_random) { EXPECT_FALSE(surface_maker(recipe_of(GeometryKind::noise))); }

// The way along the gradient by the distance leads to the surface, and no surface is nearer in any direction.
TEST(Surface, of_a_recipe_is_as_far_as_its_distance_says) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> anywhere(0, 24);
  std::normal_distribution<double> any_way;
  for (const GeometryKind kind :
       {GeometryKind::sc, GeometryKind::fcc, GeometryKind::cylinders_hexagonal, GeometryKind::packing,
        GeometryKind::overlap, GeometryKind::tube, GeometryKind::annulus, GeometryKind::plates, GeometryKind::duct,
        GeometryKind::fibres}) {
    const auto surface = surface_maker(recipe_of(kind))(Communicator());
    int pores = 0;
    for (int i = 0; i < 300; ++i) {
      const Place at{anywhere(random), anywhere(random), anywhere(random)};
      const double distance = surface->distance(at);
      ASSERT_EQ(distance > 0, surface->is_pore(at)) << to_string(kind);
      if (distance <= 0) continue;
      ++pores;
      Place gradient{};
      for (std::size_t a = 0; a < 3; ++a) {
        Place low = at;
        Place high = at;
        low[a] -= 1e-5;
        high[a] += 1e-5;
        gradient[a] = (surface->distance(high) - surface->distance(low)) / 2e-5;
      }
      const double length = std::hypot(gradient[0], gradient[1], gradient[2]);
      const auto along = [&](const Place& way, double by) {
        return Place{at[0] + by * way[0], at[1] + by * way[1], at[2] + by * way[2]};
      };
      if (std::abs(length - 1) < 1e-4) {  // not in the middle between two surfaces
        EXPECT_TRUE(surface->is_pore(along(gradient, -0.999 * distance))) << to_string(kind);
        EXPECT_FALSE(surface->is_pore(along(gradient, -1.001 * distance))) << to_string(kind);
      }
      Place way{any_way(random), any_way(random), any_way(random)};
      const double size = std::hypot(way[0], way[1], way[2]);
      for (double& component : way) component /= size;
      EXPECT_TRUE(surface->is_pore(along(way, 0.999 * distance))) << to_string(kind);
    }
    EXPECT_GT(pores, 20) << to_string(kind);
  }
}

TEST(Surface, refined_cuts_smaller_links_at_the_same_place) {
  const auto sphere = std::make_shared<CapsuleSurface>(std::vector<Sphere>{{5, 5, 5, 2.3}}, Extent{10, 10, 10});
  const auto fine = refine(sphere, 3);
  EXPECT_TRUE(fine->is_pore({8, 15, 15}));
  EXPECT_FALSE(fine->is_pore({8.2, 15, 15}));
  EXPECT_NEAR(cut(*fine, {7.5, 15, 15}, {1, 0, 0}), 0.6, 1e-12);
  const Recipe coarse = recipe_of(GeometryKind::bcc);
  Recipe three_times = coarse;
  three_times.extent = {72, 72, 72};
  three_times.shift = {0.9, 1.8, 21.6};
  const auto surface = refine(surface_maker(coarse)(Communicator()), 3);
  EXPECT_TRUE(voxels_of(surface, three_times.extent, Communicator()).pores() == generate(three_times));
}

}  // namespace
}  // namespace perm
