// SPDX-License-Identifier: Apache-2.0
// A grey image says which of its voxels become pore or solid where the threshold moves.
#include "geometry/segmentation/moving_voxels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "geometry/listed_image.hpp"
#include "geometry/segmentation/segmentation.hpp"
#include "geometry/slabs.hpp"

namespace perm {
namespace {

constexpr Extent grey_extent{37, 11, 9};

template <class T>
ListedImage<T> noisy_image(double contrast) {
  std::mt19937 random(3);
  std::vector<T> greys;
  for (std::int64_t voxel = 0; voxel < grey_extent.voxels(); ++voxel)
    greys.push_back(static_cast<T>(40 + contrast * static_cast<double>(random() % 1000) / 1000));
  return {grey_extent, greys};
}

PoreRule below(const std::string& threshold, FileAxes axes = FileAxes::xyz) {
  return {.pore = parse_grey_ranges(":" + threshold), .solid = {}, .labels = {}, .axes = axes};
}
PoreRule solid_from(const std::string& threshold) {
  return {.pore = {}, .solid = parse_grey_ranges(threshold + ":"), .labels = {}};
}

template <class T>
void expect_those_between(const PoreRule& rule, const PoreRule& less, const PoreRule& more, double by) {
  auto image = noisy_image<T>(160);
  const Segmentation found = segment(image, rule);
  ASSERT_NE(found.moving, nullptr);
  EXPECT_EQ(found.moving->grey_values, by);
  EXPECT_NEAR(found.moving->a_voxel, 128, 6);
  const PoreSpace few = segment(image, less).pores.pores();
  const PoreSpace many = segment(image, more).pores.pores();
  const PoreSpace& moving = found.moving->voxels.pores();
  ASSERT_EQ(few.words().size(), moving.words().size());
  std::int64_t count = 0;
  for (std::size_t i = 0; i < moving.words().size(); ++i) {
    ASSERT_EQ(moving.words()[i], many.words()[i] & ~few.words()[i]) << i;
    count += moving.words()[i] != 0 ? 1 : 0;
  }
  EXPECT_GT(count, 50);
}

// Neighbours below and above 120 of values from 40 to 200 that are alike likely are 80 apart, of which 16 % are 12
// or 13.
TEST(MovingVoxels, are_those_that_two_thresholds_tell_apart) {
  expect_those_between<std::uint8_t>(below("120"), below("108"), below("132"), 12);
  expect_those_between<std::uint8_t>(below("120", FileAxes::zyx), below("108", FileAxes::zyx),
                                     below("132", FileAxes::zyx), 12);
  expect_those_between<std::uint16_t>(solid_from("120"), solid_from("108"), solid_from("132"), 12);
  expect_those_between<std::int32_t>({.pore = {}, .solid = parse_grey_ranges(":120"), .labels = {}},
                                     {.pore = {}, .solid = parse_grey_ranges(":132"), .labels = {}},
                                     {.pore = {}, .solid = parse_grey_ranges(":108"), .labels = {}}, 12);
}

TEST(MovingVoxels, of_real_numbers_move_by_what_takes_a_wall_a_tenth_of_a_voxel) {
  auto image = noisy_image<float>(0.5);
  const Segmentation found = segment(image, below("40.25"));
  ASSERT_NE(found.moving, nullptr);
  EXPECT_NEAR(found.moving->grey_values, 0.04, 0.002);
}

TEST(MovingVoxels, know_the_blur_of_the_image) {
  const Extent n{50, 50, 50};
  for (const double blur : {0.7, 1.0, 1.5}) {
    std::vector<float> greys;  // of a ball of solid whose edge is that of a Gaussian
    for (std::int64_t z = 0; z < n.nz; ++z)
      for (std::int64_t y = 0; y < n.ny; ++y)
        for (std::int64_t x = 0; x < n.nx; ++x) {
          const double radius =
              std::hypot(static_cast<double>(x) - 24.7, static_cast<double>(y) - 25.2, static_cast<double>(z) - 24.1);
          greys.push_back(static_cast<float>(40 + 60 * std::erfc((radius - 19) / (blur * std::numbers::sqrt2))));
        }
    ListedImage<float> image(n, greys);
    const Segmentation found = segment(image, below("100"));
    ASSERT_NE(found.moving, nullptr);
    EXPECT_NEAR(found.moving->blur, blur, 0.15 * blur);
  }
}

TEST(MovingVoxels, are_none_of_labels_nor_where_grey_values_are_too_few) {
  auto labels = noisy_image<std::uint8_t>(9);  // 40 to 48
  EXPECT_EQ(segment(labels, {.pore = parse_grey_ranges("40,41,42,43"), .solid = {}, .labels = {}}).moving, nullptr);
  EXPECT_EQ(segment(labels, below("43")).moving, nullptr);
  std::vector<std::uint8_t> binary;
  for (std::int64_t voxel = 0; voxel < grey_extent.voxels(); ++voxel) binary.push_back(voxel % 3 == 0 ? 255 : 0);
  ListedImage<std::uint8_t> image(grey_extent, binary);
  EXPECT_EQ(segment(image, below("100")).moving, nullptr) << "no voxel is near the threshold";
}

TEST(MovingVoxels, are_those_of_one_process) {
  for (const FileAxes axes : {FileAxes::xyz, FileAxes::zyx}) {
    auto image = noisy_image<float>(0.5);
    const Segmentation alone = segment(image, below("40.25", axes));
    const Segmentation together = segment(image, below("40.25", axes), Communicator::world());
    ASSERT_NE(together.moving, nullptr);
    EXPECT_EQ(together.moving->grey_values, alone.moving->grey_values);
    expect_part_of(together.moving->voxels, alone.moving->voxels.pores());
  }
}

}  // namespace
}  // namespace perm
