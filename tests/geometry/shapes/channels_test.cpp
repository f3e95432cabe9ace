// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/channels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "core/errors.hpp"
#include "geometry/shapes/whole_images.hpp"

namespace perm {
namespace {

constexpr Extent box{20, 24, 31};

TEST(Plates, leave_exactly_the_gap_open_normal_to_the_next_axis) {
  for (const Axis axis : all_axes) {
    const std::int64_t extent = box.along(next_axis(axis));
    for (const std::int64_t gap : {std::int64_t{1}, std::int64_t{8}, extent - 1})
      EXPECT_EQ(make_plates(box, axis, static_cast<double>(gap)).count_pores(), box.voxels() / extent * gap);
  }
}

TEST(Plates, lie_in_the_middle) {
  const PoreSpace pores = make_plates({3, 10, 3}, Axis::x, 8);
  for (std::int64_t y = 0; y < 10; ++y) EXPECT_EQ(pores.is_pore(1, y, 2), y >= 1 && y <= 8);
  EXPECT_TRUE(make_plates({3, 5, 4}, Axis::y, 1).is_pore(0, 0, 1)) << "normal to z, half a voxel low";
}

TEST(Duct, has_exactly_the_section_asked_for_along_each_axis) {
  for (const Axis axis : all_axes) EXPECT_EQ(make_duct(box, axis, {7, 12}).count_pores(), 7 * 12 * box.along(axis));
  const PoreSpace pores = make_duct({4, 10, 20}, Axis::x, {4, 6});
  EXPECT_TRUE(pores.is_pore(0, 3, 7) && pores.is_pore(3, 6, 12));
  EXPECT_FALSE(pores.is_pore(0, 2, 7) || pores.is_pore(0, 7, 7) || pores.is_pore(0, 3, 6) || pores.is_pore(0, 3, 13));
}

TEST(Tube, holds_the_voxels_nearer_to_its_axis_than_its_radius) {
  // The section is 8 voxels wide. 12 voxel centres lie nearer than 2 to the centre line: (1/2, 1/2), (1/2, 3/2) and
  // (3/2, 1/2) with all signs.
  EXPECT_EQ(make_tube({5, 8, 8}, Axis::x, 2).count_pores(), 5 * 12);
  // The section is 9 voxels wide. (0, 0), (1, 0), (1, 1) with all signs and places are inside; (2, 0) lies at the
  // radius.
  EXPECT_EQ(make_tube({9, 5, 9}, Axis::y, 2).count_pores(), 5 * 9);
  const PoreSpace large = make_tube({256, 256, 2}, Axis::z, 100);
  EXPECT_NEAR(static_cast<double>(large.count_pores()) / 2 / (std::numbers::pi * 1e4), 1, 2e-3);
}

TEST(Tube, keeps_its_mirror_planes_and_a_wall) {
  for (const Extent extent : {Extent{6, 21, 30}, Extent{6, 20, 33}}) {
    const PoreSpace pores = make_tube(extent, Axis::x, (static_cast<double>(extent.ny) - 1) / 2);
    for (std::int64_t z = 0; z < extent.nz; ++z)
      for (std::int64_t y = 0; y < extent.ny; ++y) {
        EXPECT_EQ(pores.is_pore(0, y, z), pores.is_pore(5, extent.ny - 1 - y, z));
        EXPECT_EQ(pores.is_pore(0, y, z), pores.is_pore(0, y, extent.nz - 1 - z));
        EXPECT_FALSE(y == 0 && pores.is_pore(0, y, z));
      }
  }
}

TEST(Annulus, is_the_tube_without_the_rod) {
  for (const Axis axis : all_axes) {
    const PoreSpace tube = make_tube(box, axis, 9);
    const PoreSpace rod = make_tube(box, axis, 4.2);
    const PoreSpace annulus = make_annulus(box, axis, {9, 4.2});
    EXPECT_EQ(annulus.count_pores(), tube.count_pores() - rod.count_pores());
    for (std::size_t word = 0; word < tube.words().size(); ++word)
      EXPECT_EQ(annulus.words()[word], tube.words()[word] & ~rod.words()[word]);
  }
}

TEST(Annulus, refuses_radii_that_leave_no_rod_or_no_room) {
  const auto refuses = [](const AnnulusSection& section, const char* words) {
    EXPECT_THAT([&] { make_annulus(box, Axis::x, section); },
                testing::ThrowsMessage<InputError>(testing::HasSubstr(words)));
  };
  for (const double inner : {0.0, 0.9, 8.1, 9.0, std::numeric_limits<double>::quiet_NaN()})
    refuses({9, inner}, "--inner-radius from 1 to 8");
  refuses({1.5, 1}, "--radius of at least 2");
  refuses({12, 3}, "from 1 to 11.5");
  EXPECT_NO_THROW(make_annulus(box, Axis::x, {9, 8}));
}

TEST(Channels, refuse_what_does_not_fit_or_is_not_whole) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double gap : {-3.0, 0.0, 0.5, 7.5, nan})
    EXPECT_THAT([&] { make_plates(box, Axis::x, gap); },
                testing::ThrowsMessage<InputError>(testing::HasSubstr("whole number from 1 to 23")));
  EXPECT_THAT([] { make_plates(box, Axis::x, 24); },
              testing::ThrowsMessage<InputError>(
                  testing::AllOf(testing::HasSubstr("leaves no wall"), testing::HasSubstr("at least 25 along y"))));
  EXPECT_THAT(
      [] {
        make_duct(box, Axis::x, {8, 31});
      },
      testing::ThrowsMessage<InputError>(testing::HasSubstr("--width 31 leaves no wall")));
  EXPECT_THAT(
      [] {
        make_duct(box, Axis::x, {8.5, 8});
      },
      testing::ThrowsMessage<InputError>(testing::HasSubstr("--gap is 8.5")));
  for (const double radius : {-1.0, 0.0, 12.0, nan})
    EXPECT_THAT([&] { make_tube(box, Axis::x, radius); },
                testing::ThrowsMessage<InputError>(testing::HasSubstr("from 1 to 11.5")));
  EXPECT_THAT(
      [] {
        make_tube({9, 9, 2}, Axis::x, 1);
      },
      testing::ThrowsMessage<InputError>(testing::HasSubstr("at least 3 across")));
  EXPECT_THROW(make_plates({8, 1, 8}, Axis::x, 1), InputError);
}

}  // namespace
}  // namespace perm
