// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/fibres.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/errors.hpp"
#include "geometry/shapes/fibre_contacts.hpp"
#include "geometry/shapes/solids/spheres.hpp"

namespace perm {
namespace {

constexpr std::array all_orientations{Orientation::isotropic, Orientation::planar, Orientation::aligned};

struct Medium {
  PoreSpace pores;
  std::vector<Fibre> fibres;
};

Medium make(const Extent& extent, const FibreRequest& request) {
  PoreSlab slab{PoreSpace(extent)};
  std::vector<Fibre> fibres;
  draw_random_fibres(slab, request, [&](const Fibre& fibre) { fibres.push_back(fibre); });
  return {std::move(slab.pores()), std::move(fibres)};
}

FibreRequest request_for(Orientation orientation, double porosity, double radius, double length) {
  FibreRequest request;
  request.porosity = porosity;
  request.radius = radius;
  request.form.orientation = orientation;
  request.form.length = length;
  return request;
}

TEST(Fibres, porosity_is_within_half_of_the_shortest_fibre_of_the_target) {
  for (const Extent& extent : {Extent{48, 48, 48}, Extent{50, 37, 33}})
    for (const double porosity : {0.3, 0.7, 0.95, 0.999, 1.0})
      for (const std::uint64_t seed : {1, 2, 3})
        for (const Orientation orientation : {Orientation::isotropic, Orientation::planar}) {
          FibreRequest request = request_for(orientation, porosity, 3, 50);
          request.seed = seed;
          const double shortest = (sphere_volume(3) + std::numbers::pi * 9) / static_cast<double>(extent.voxels());
          EXPECT_NEAR(make(extent, request).pores.porosity(), porosity, 0.55 * shortest) << to_string(orientation);
        }
}

TEST(Fibres, aligned_ones_are_whole_and_as_near_to_the_porosity_as_that_allows) {
  const Extent extent{48, 40, 5};
  for (const double porosity : {0.3, 0.7, 0.9, 0.999}) {
    const Medium medium = make(extent, request_for(Orientation::aligned, porosity, 3, 50));
    EXPECT_NEAR(medium.pores.porosity(), porosity, 0.55 * std::numbers::pi * 9 / (48 * 40));
    for (std::int64_t z = 1; z < 5; ++z)
      for (std::int64_t y = 0; y < 40; ++y)
        EXPECT_TRUE(std::ranges::equal(medium.pores.row(y, z), medium.pores.row(y, 0)));
  }
}

TEST(Fibres, of_one_direction_are_those_of_another_along_another_axis) {
  for (const Axis axis : all_axes) {
    FibreRequest request = request_for(Orientation::aligned, 0.6, 3, 50);
    request.form.axis = axis;
    const Medium medium = make({40, 40, 40}, request);
    EXPECT_NEAR(medium.pores.porosity(), 0.6, 0.01);
    for (const Fibre& fibre : medium.fibres) EXPECT_EQ(fibre.through, axis);
  }
}

/// Gives the mean of n_a n_a over the pieces of all fibres, for each axis a.
Vector second_moments(const std::vector<Fibre>& fibres) {
  Vector sums{};
  double length2 = 0;
  for (const Fibre& fibre : fibres)
    for (std::size_t i = 1; i < fibre.line.size(); ++i) {
      const Vector d = moved(fibre.line[i], fibre.line[i - 1], -1);
      for (std::size_t a = 0; a < 3; ++a) sums[a] += d[a] * d[a];
      length2 += square(d);
    }
  for (double& sum : sums) sum /= length2;
  return sums;
}

TEST(Fibres, point_every_way_alike) {
  for (const std::optional<double> persistence : {std::optional<double>{}, std::optional<double>{30}}) {
    FibreRequest request = request_for(Orientation::isotropic, 0.1, 1, 40);
    request.form.persistence_length = persistence;
    const std::vector<Fibre> fibres = make({96, 96, 96}, request).fibres;
    ASSERT_GT(fibres.size(), 5000U);
    for (const double moment : second_moments(fibres)) EXPECT_NEAR(moment, 1.0 / 3, 0.01);
    Vector absolute{};
    for (const Fibre& fibre : fibres) {
      const Vector d = moved(fibre.line[1], fibre.line[0], -1);
      for (std::size_t a = 0; a < 3; ++a) absolute[a] += std::abs(d[a]) / std::sqrt(square(d));
    }
    for (const double sum : absolute)
      EXPECT_NEAR(sum / static_cast<double>(fibres.size()), 0.5, 0.012) << "uniform on a sphere, not in angles";
  }
}

// A box could favour its own axes or diagonals where places are scarce. The sum of the fourth powers of the components,
// 3/5 on a sphere, is 1 along axes and 1/3 along diagonals.
TEST(Fibres, without_overlap_point_every_way_alike_too) {
  FibreRequest request = request_for(Orientation::isotropic, 0.9, 1.5, 64);
  request.overlap = FibreOverlap::no;
  Vector moments{};
  double fourth = 0;
  double fibres = 0;
  for (request.seed = 1; request.seed <= 6; ++request.seed)
    for (const Fibre& fibre : make({64, 64, 64}, request).fibres) {
      const Vector d = moved(fibre.line[1], fibre.line[0], -1);
      for (std::size_t a = 0; a < 3; ++a) {
        const double share = d[a] * d[a] / square(d);
        moments[a] += share;
        fourth += share * share;
      }
      ++fibres;
    }
  ASSERT_GT(fibres, 300);
  for (const double moment : moments) EXPECT_NEAR(moment / fibres, 1.0 / 3, 0.05);
  EXPECT_NEAR(fourth / fibres, 0.6, 0.04);
}

TEST(Fibres, of_a_plane_lie_across_its_normal_and_point_every_way_in_it) {
  for (const Axis axis : all_axes) {
    FibreRequest request = request_for(Orientation::planar, 0.2, 1, 40);
    request.form.axis = axis;
    request.form.persistence_length = 30;
    const Vector moments = second_moments(make({64, 64, 64}, request).fibres);
    EXPECT_EQ(moments[static_cast<std::size_t>(axis)], 0);
    EXPECT_NEAR(moments[static_cast<std::size_t>(next_axis(axis))], 0.5, 0.02);
  }
}

TEST(Fibres, forget_their_direction_over_the_persistence_length) {
  for (const Orientation orientation : {Orientation::isotropic, Orientation::planar}) {
    RandomNumbers random(5);
    FibreForm form;
    form.orientation = orientation;
    form.length = 60;
    form.persistence_length = 30;
    const double radius = 3;
    double cosine = 0;
    double end_to_end2 = 0;
    constexpr int fibres = 4000;
    for (int i = 0; i < fibres; ++i) {
      const Fibre fibre = draw_fibre_line(random, {64, 64, 64}, form, radius);
      ASSERT_EQ(fibre.line.size(), 21U);
      EXPECT_NEAR(length_of(fibre), 60, 1e-9);
      cosine += dot(moved(fibre.line[1], fibre.line[0], -1), moved(fibre.line[11], fibre.line[10], -1)) / 9;
      end_to_end2 += square(moved(fibre.line.back(), fibre.line.front(), -1));
    }
    EXPECT_NEAR(cosine / fibres, std::exp(-1.0), 0.03);
    // Kratky and Porod: <R^2> = 2 P L (1 - P/L (1 - exp(-L/P))); the steps of 3 voxels change it by 0.3 %.
    EXPECT_NEAR(end_to_end2 / fibres / (2 * 30 * 60 * (1 - 0.5 * (1 - std::exp(-2.0)))), 1, 0.03);
  }
}

TEST(Fibres, of_two_radii_have_their_shares_of_the_volume) {
  for (const double share : {0.2, 0.7}) {
    FibreRequest request = request_for(Orientation::isotropic, 0.7, 2, 60);
    request.second_radius = 4;
    request.second_share = share;
    double first = 0;
    double second = 0;
    for (const Fibre& fibre : make({80, 80, 80}, request).fibres)
      (fibre.radius == 4 ? second : first) += fibre.radius * fibre.radius * length_of(fibre);
    EXPECT_NEAR(second / (first + second), share, 16 * 60 / (first + second)) << "one thick fibre";
  }
}

/// Gives the shortest distance of two lines and all periodic images of the second, from the distances of all pieces.
double distance_between(const Fibre& a, const Fibre& b, const Extent& extent) {
  double least2 = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < a.line.size(); ++i)
    for (std::size_t j = 1; j < b.line.size(); ++j) {
      Vector nearest{};  // image of b's piece nearest to a's, by their begins
      for (const Axis axis : all_axes) {
        const auto n = static_cast<std::size_t>(axis);
        const auto side = static_cast<double>(extent.along(axis));
        nearest[n] = std::round((a.line[i][n] - b.line[j][n]) / side) * side;
      }
      for (int image = 0; image < 27; ++image) {
        const Vector shift{
            nearest[0] + static_cast<double>((image % 3 - 1) * extent.nx),
            nearest[1] + static_cast<double>((image / 3 % 3 - 1) * extent.ny),
            nearest[2] + static_cast<double>((image / 9 - 1) * extent.nz),
        };
        least2 = std::min(least2, square(shortest_between(a.line[i - 1], a.line[i], moved(b.line[j - 1], shift),
                                                          moved(b.line[j], shift))));
      }
    }
  return std::sqrt(least2);
}

TEST(Fibres, without_overlap_are_a_diameter_apart_across_the_faces_too) {
  for (const Orientation orientation : all_orientations)
    for (const Extent& extent : {Extent{40, 40, 40}, Extent{50, 31, 24}}) {
      FibreRequest request = request_for(orientation, 0.85, 2, 30);
      request.overlap = FibreOverlap::no;
      request.second_radius = 3;
      request.second_share = 0.4;
      if (orientation != Orientation::aligned) request.form.persistence_length = 60;
      const Medium medium = make(extent, request);
      ASSERT_GT(medium.fibres.size(), 4U);
      EXPECT_NEAR(medium.pores.porosity(), 0.85, 0.02);
      for (std::size_t i = 0; i < medium.fibres.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          EXPECT_GE(distance_between(medium.fibres[i], medium.fibres[j], extent),
                    medium.fibres[i].radius + medium.fibres[j].radius)
              << to_string(orientation) << ' ' << i << ' ' << j;
    }
}

// Where fibres overlap at random, two points are pore independently of each other when no fibre can hold both. Planar
// fibres hold none farther apart than a diameter along the normal.
TEST(Fibres, that_overlap_are_placed_independently) {
  const Extent extent{128, 128, 128};
  const PoreSpace pores = make(extent, request_for(Orientation::planar, 0.5, 2, 64)).pores;
  std::int64_t both = 0;
  for (std::int64_t z = 0; z < 128; ++z)
    for (std::int64_t y = 0; y < 128; ++y)
      for (std::int64_t x = 0; x < 128; ++x)
        both += pores.is_pore(x, y, z) && pores.is_pore(x, y, (z + 5) % 128) ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(both) / static_cast<double>(extent.voxels()), 0.25, 0.01);
}

TEST(Fibres, same_seed_same_voxels_and_another_seed_others) {
  for (const FibreOverlap overlap : {FibreOverlap::yes, FibreOverlap::no}) {
    FibreRequest request = request_for(Orientation::isotropic, 0.9, 2, 40);
    request.overlap = overlap;
    FibreRequest other = request;
    other.seed = 2;
    EXPECT_EQ(make({40, 40, 40}, request).pores, make({40, 40, 40}, request).pores);
    EXPECT_NE(make({40, 40, 40}, request).pores, make({40, 40, 40}, other).pores);
  }
}

TEST(Fibres, fit_into_the_smallest_boxes) {
  for (const Orientation orientation : all_orientations)
    for (const FibreOverlap overlap : {FibreOverlap::yes, FibreOverlap::no})
      for (const double radius : {1.0, 2.0}) {
        FibreRequest request = request_for(orientation, 0.8, radius, 8);
        request.overlap = overlap;
        EXPECT_NEAR(make({8, 8, 8}, request).pores.porosity(), 0.8, 0.6 * sphere_volume(radius) / 512 + 0.05);
      }
  FibreRequest thin = request_for(Orientation::aligned, 0.8, 1, 1);
  EXPECT_NEAR(make({4, 4, 1}, thin).pores.porosity(), 0.8, 0.1) << "one fibre covers 2 to 5 voxels of 16";
}

TEST(Fibres, that_find_no_place_say_so_and_do_not_go_on_for_ever) {
  for (const Orientation orientation : all_orientations) {
    FibreRequest request = request_for(orientation, 0.1, 3, 40);
    request.overlap = FibreOverlap::no;
    EXPECT_THAT(
        [&] {
          make({32, 32, 32}, request);
        },
        testing::ThrowsMessage<InputError>(
            testing::AllOf(testing::HasSubstr("do not reach the porosity 0.1 without overlap"),
                           testing::HasSubstr("Give a porosity of at least"))));
  }
}

}  // namespace
}  // namespace perm
