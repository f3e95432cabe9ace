// SPDX-License-Identifier: Apache-2.0
// Faults are put into stacks of rock, one kind at a time, and found; stacks without a fault have none.
#include <gmock/gmock.h>

#include <numeric>

#include "input/look/grey_plug.hpp"

namespace perm {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Extent of_stack{48, 40, 36};

using Stack = std::vector<std::uint8_t>;

Stack stack(double noise = 8, std::uint64_t seed = 4) { return grey_of(rock_of(of_stack, 0.4, seed), noise, seed); }

void swap_planes(Stack& grey, std::int64_t a, std::int64_t b) {
  std::swap_ranges(grey.begin() + a * of_stack.plane_voxels(), grey.begin() + (a + 1) * of_stack.plane_voxels(),
                   grey.begin() + b * of_stack.plane_voxels());
}

SliceFaults faults_of(const Stack& grey) { return look_at(of_stack, grey).slices; }

TEST(SliceFaults, are_none_in_stacks_of_rock_with_and_without_noise) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U})
    for (const double noise : {0.0, 5.0, 15.0, 30.0}) {
      const SliceFaults faults = faults_of(stack(noise, seed));
      EXPECT_THAT(faults.blank, IsEmpty()) << seed << " " << noise;
      EXPECT_THAT(faults.strange, IsEmpty()) << seed << " " << noise;
      EXPECT_THAT(faults.swapped, IsEmpty()) << seed << " " << noise;
    }
}

TEST(SliceFaults, are_blank_planes_at_ends_and_inside) {
  Stack grey = stack();
  for (const std::int64_t z : {0, 1, 20, 35})
    std::fill_n(grey.begin() + z * of_stack.plane_voxels(), of_stack.plane_voxels(), std::uint8_t{77});
  const SliceFaults faults = faults_of(grey);
  EXPECT_THAT(faults.blank, ElementsAre(0, 1, 20, 35));
  EXPECT_THAT(faults.strange, IsEmpty());
}

TEST(SliceFaults, are_planes_from_another_place) {
  Stack grey = stack();
  swap_planes(grey, 5, 25);
  EXPECT_THAT(faults_of(grey).strange, ElementsAre(5, 25));
}

TEST(SliceFaults, are_planes_of_another_brightness) {
  Stack grey = stack();
  for (std::int64_t i = 0; i < of_stack.plane_voxels(); ++i) {
    std::uint8_t& voxel = grey[static_cast<std::size_t>(17 * of_stack.plane_voxels() + i)];
    voxel = static_cast<std::uint8_t>(std::min(255, voxel + 70));
  }
  EXPECT_THAT(faults_of(grey).strange, ElementsAre(17));
}

TEST(SliceFaults, are_neighbours_that_have_changed_places) {
  Stack grey = stack(2);
  swap_planes(grey, 11, 12);
  const SliceFaults faults = faults_of(grey);
  EXPECT_THAT(faults.swapped, ElementsAre(11));
  EXPECT_THAT(faults.strange, IsEmpty());
}

TEST(SliceFaults, are_none_in_noise_in_channels_and_in_layers) {
  Noise random(3);
  Stack noise;
  for (std::int64_t i = 0; i < of_stack.voxels(); ++i)
    noise.push_back(static_cast<std::uint8_t>(std::clamp(128 + 30 * random.next(), 0.0, 255.0)));
  EXPECT_THAT(faults_of(noise).strange, IsEmpty());
  EXPECT_THAT(faults_of(noise).swapped, IsEmpty());
  Stack channels;
  Stack layers;
  for (std::int64_t i = 0; i < of_stack.voxels(); ++i) {
    channels.push_back(i % of_stack.nx < 10 ? 0 : 200);
    layers.push_back(i / of_stack.plane_voxels() % 2 == 0 ? static_cast<std::uint8_t>(i % 7) : 200);
  }
  EXPECT_THAT(faults_of(channels).strange, IsEmpty());
  EXPECT_THAT(faults_of(channels).swapped, IsEmpty());
  EXPECT_THAT(faults_of(layers).strange, IsEmpty());
  EXPECT_THAT(faults_of(layers).swapped, IsEmpty());
}

}  // namespace
}  // namespace perm
