// SPDX-License-Identifier: Apache-2.0
// Signed distances: how they are read, what is none, and the surface between voxels that they give. Every test holds
// for any number of processes.
#include <gmock/gmock.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numbers>
#include <random>

#include "core/errors.hpp"
#include "geometry/distance/distance_surface.hpp"
#include "geometry/distance/read_distances.hpp"
#include "geometry/listed_image.hpp"
#include "geometry/shapes/surfaces/capsule_surface.hpp"

namespace perm {
namespace {

using Place = Surface::Place;
using testing::HasSubstr;

std::vector<float> values_of(const Extent& n, const std::function<double(const Place&)>& of) {
  std::vector<float> values;
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x)
        values.push_back(static_cast<float>(
            of({static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5, static_cast<double>(z) + 0.5})));
  return values;
}

std::vector<float> distances_of(const Surface& surface, const Extent& n) {
  return values_of(n, [&](const Place& at) { return surface.distance(at); });
}

DistanceArray read(const Extent& n, std::vector<float> values, FileAxes axes = FileAxes::xyz) {
  ListedImage<float> image(n, std::move(values));
  return read_distances(image, axes, Communicator::world());
}

/// Gives the surface of these values, whether they are distances or not, all of it in each process.
std::shared_ptr<const DistanceSurface> surface_of(const Extent& n, const std::vector<float>& values) {
  DistanceArray array(n, {0, n.nz}, Communicator());
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      std::ranges::copy(std::span(values).subspan(static_cast<std::size_t>(n.index(0, y, z)), n.nx),
                        array.row(y, z).begin());
  return std::make_shared<DistanceSurface>(std::make_shared<DistanceArray>(std::move(array)));
}

const Extent box{20, 17, 23};
CapsuleSurface spheres(double radius) {
  return CapsuleSurface(std::vector<Sphere>{{4.3, 16.9, 5.1, radius}, {14.2, 7.7, 21.6, 0.8 * radius}}, box);
}

/// Links that graze a surface have larger errors than the mean.
double mean_error_of_cuts(const Surface& surface, const Surface& exact, double size) {
  double sum = 0;
  int links = 0;
  std::mt19937 random(3);
  std::uniform_int_distribution<int> anywhere(0, 100);
  for (int i = 0; i < 20000; ++i) {
    const Place from{anywhere(random) % 20 * size + 0.5 * size, anywhere(random) % 17 * size + 0.5 * size,
                     anywhere(random) % 23 * size + 0.5 * size};
    for (const Place& way : {Place{1, 0, 0}, Place{0, -1, 1}, Place{-1, 1, 0}, Place{0, 0, -1}}) {
      const Place link{way[0] * size, way[1] * size, way[2] * size};
      if (!exact.is_pore(from) || exact.is_pore({from[0] + link[0], from[1] + link[1], from[2] + link[2]})) continue;
      double found = 0;
      double place = 0;
      surface.cut(from, std::span(&link, 1), std::span(&found, 1));
      exact.cut(from, std::span(&link, 1), std::span(&place, 1));
      sum += std::abs(found - place);
      ++links;
    }
  }
  return sum / links;
}

// Twice the radius has half the curvature, and errors go at least as its square.
TEST(Distance, of_spheres_cuts_links_where_they_do) {
  std::vector<double> errors;
  for (const double radius : {2.5, 5.0}) {
    const CapsuleSurface exact = spheres(radius);
    const auto surface = surface_of(box, distances_of(exact, box));
    errors.push_back(mean_error_of_cuts(*surface, exact, 1));
  }
  EXPECT_LT(errors[0], 0.006);
  EXPECT_LT(errors[1], errors[0] / 4);
}

TEST(Distance, is_exact_between_voxels_where_it_is_of_second_order) {
  const Extent n{16, 16, 16};
  const auto of = [](const Place& at) {
    const double x = at[0] - 8;
    const double y = at[1] - 8;
    const double z = at[2] - 8;
    return 1 + 0.5 * x - 0.25 * y + 0.125 * z + 0.0625 * (x * x - 2 * y * y + z * z + x * y - y * z);
  };
  const auto surface = surface_of(n, values_of(n, of));
  std::mt19937 random(5);
  std::uniform_real_distribution<double> inside(3, 13);
  for (int i = 0; i < 1000; ++i) {
    const Place at{inside(random), inside(random), inside(random)};
    EXPECT_NEAR(surface->distance(at), of(at), 1e-5);
  }
}

// The distance between two walls has an edge in the middle; curvature is not taken from across it.
TEST(Distance, keeps_flat_walls_flat_beside_a_gap_of_two_voxels) {
  const Extent n{4, 12, 4};
  const auto surface = surface_of(n, values_of(n, [](const Place& at) { return 1.3 - std::abs(at[1] - 6.1); }));
  const Place link{0, 1, 0};
  double place = 0;
  surface->cut({1.5, 6.5, 1.5}, std::span(&link, 1), std::span(&place, 1));
  EXPECT_NEAR(place, 0.9, 1e-5);
}

TEST(Distance, refined_has_the_same_surface) {
  const CapsuleSurface exact = spheres(4.5);
  const std::shared_ptr<const Surface> fine = refine(surface_of(box, distances_of(exact, box)), 3);
  const auto finer = refine(std::make_shared<CapsuleSurface>(spheres(4.5)), 3);
  EXPECT_LT(mean_error_of_cuts(*fine, *finer, 1), 0.004);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> anywhere(0, 17);
  for (int i = 0; i < 2000; ++i) {
    const Place at{3 * anywhere(random), 3 * anywhere(random), 3 * anywhere(random)};
    if (std::abs(finer->distance(at)) < 0.1) continue;
    EXPECT_EQ(fine->is_pore(at), finer->is_pore(at));
  }
}

TEST(Distance, is_shared_by_processes_and_each_finds_the_cuts_of_one_alone) {
  const CapsuleSurface exact = spheres(4);
  const std::vector<float> values = distances_of(exact, box);
  const auto whole = surface_of(box, values);
  const auto shared = std::make_shared<DistanceSurface>(std::make_shared<DistanceArray>(read(box, values)));
  const Communicator world = Communicator::world();
  for (const int factor : {1, 2}) {
    const std::int64_t nz = box.nz * factor;
    // Each has other planes than it has read; the last has none where there are two or more.
    const Range planes = even_part(nz, (world.rank() + 1) % world.size(), world.size());
    const auto near = near_planes(refine(shared, factor), planes);
    const auto alone = refine(whole, factor);
    for (std::int64_t z = planes.first; z < planes.last; ++z)
      for (std::int64_t y = 0; y < box.ny * factor; ++y)
        for (std::int64_t x = 0; x < box.nx * factor; ++x) {
          const Place at{static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5, static_cast<double>(z) + 0.5};
          ASSERT_EQ(near->distance(at), alone->distance(at));
          const std::array<Place, 2> links{{{0, 0, 1}, {0, 1, -1}}};
          std::array<double, 2> found{};
          std::array<double, 2> expected{};
          if (!alone->is_pore(at)) continue;
          near->cut(at, links, found);
          alone->cut(at, links, expected);
          ASSERT_EQ(found, expected);
        }
  }
}

TEST(Distance, gives_the_pores_whichever_axis_runs_fastest) {
  const CapsuleSurface exact = spheres(4);
  const PoreSlab expected = voxels_of(std::make_shared<CapsuleSurface>(exact), box, Communicator::world());
  EXPECT_TRUE(pores_of(read(box, distances_of(exact, box))).pores() == expected.pores());
  const Extent file{box.nz, box.ny, box.nx};
  const auto turned = values_of(file, [&](const Place& at) { return exact.distance({at[2], at[1], at[0]}); });
  EXPECT_TRUE(pores_of(read(file, turned, FileAxes::zyx)).pores() == expected.pores());
}

std::string message_of(const Extent& n, const std::vector<float>& values) {
  try {
    read(n, values);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

TEST(Distance, is_refused_where_it_is_none) {
  const std::vector<float> good = distances_of(spheres(4), box);
  EXPECT_EQ(message_of(box, good), "");
  const auto changed = [&](const std::function<double(double)>& change) {
    std::vector<float> values;
    for (const float value : good) values.push_back(static_cast<float>(change(value)));
    return values;
  };
  EXPECT_EQ(message_of(box, changed([](double d) { return std::clamp(d, -2.0, 2.0); })), "")
      << "far values do not count";
  EXPECT_THAT(message_of(box, changed([](double d) { return 2e-6 * d; })), HasSubstr("they change by"));
  EXPECT_THAT(message_of(box, changed([](double d) { return 2e-6 * d; })),
              HasSubstr("Divide them by the length of a voxel"));
  EXPECT_THAT(message_of(box, changed([](double d) { return d * d * d; })), HasSubstr("they change by"));
  EXPECT_THAT(message_of(box, changed([](double d) { return std::abs(d) + 1; })), HasSubstr("there is no surface"));
  EXPECT_THAT(message_of(box, changed([](double d) { return -std::abs(d); })), HasSubstr("there is no surface"));
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    std::vector<float> values = good;
    values[static_cast<std::size_t>(box.index(3, 4, 21))] = bad;
    EXPECT_THAT(message_of(box, values), HasSubstr("voxel (3, 4, 21) is not a finite number"));
  }
  std::mt19937 random(1);
  std::normal_distribution<double> any;
  EXPECT_THAT(message_of(box, changed([&](double) { return any(random); })), HasSubstr("they change by"));
}

// The distance between centres of voxels of opposite kinds is 1 at least, so that a difference of two maps jumps by 2.
TEST(Distance, of_a_map_of_voxels_is_refused) {
  const Extent n{12, 12, 12};
  const auto map = values_of(n, [](const Place& at) {
    return at[0] > 3 && at[0] < 9 ? std::min(at[0] - 2.5, 9.5 - at[0]) : -std::max(at[0] - 8.5, 3.5 - at[0]);
  });
  EXPECT_THAT(message_of(n, map), HasSubstr("--walls voxels --pore 0:"));
}

// A part of a larger image jumps at its faces, where it is joined to itself.
TEST(Distance, may_jump_at_the_faces_of_the_image) {
  const CapsuleSurface exact = spheres(4);
  const Extent part{11, 10, 6};
  const ChangeOfDistance change = measure_change(read(part, distances_of(exact, part)));
  EXPECT_GT(change.voxels, 20);
  EXPECT_NEAR(change.mean, 1, 0.05);
  EXPECT_EQ(change.outside, 0);
}

TEST(Distance, is_no_whole_number) {
  ListedImage<std::int16_t> image({2, 2, 2}, std::vector<std::int16_t>(8, 3));
  EXPECT_THROW(read_distances(image, FileAxes::xyz, Communicator::world()), InputError);
}

}  // namespace
}  // namespace perm
