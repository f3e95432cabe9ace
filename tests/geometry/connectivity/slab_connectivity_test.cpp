// SPDX-License-Identifier: Apache-2.0
// Several processes find the same pores connected as one process that holds the whole image. Every test holds for any
// number of processes.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "geometry/connectivity/connectivity.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/slabs.hpp"

namespace perm {
namespace {

void expect_same(const PoreSpace& whole, AxisSet closed = {}) {
  const Connectivity alone(whole, closed);
  for (PoreSlab& slab : slabs_of(whole, Communicator::world())) {
    const Range planes = slab.planes();
    const Connectivity together(std::move(slab), closed);
    EXPECT_EQ(together.count_components(), alone.count_components());
    for (const Axis axis : all_axes) {
      EXPECT_EQ(together.count_percolating(axis), alone.count_percolating(axis)) << axis_letter(axis);
      const PoreSlab kept = together.percolating(axis);
      const PoreSlab expected = alone.percolating(axis);
      EXPECT_EQ(kept.planes(), planes);
      expect_part_of(kept, expected.pores());
    }
  }
}

/// Gives for example "xz" when x and z percolate.
std::string percolating_axes(const Connectivity& connectivity) {
  std::string axes;
  for (const Axis axis : all_axes)
    if (connectivity.percolates(axis)) axes += axis_letter(axis);
  return axes;
}

/// Compares the result of one process with `components` and `axes`, which are known beforehand, and then the result of
/// several processes with that of one.
void expect_found(const PoreSpace& pores, std::int64_t components, const std::string& axes) {
  const Connectivity alone(pores);
  EXPECT_EQ(alone.count_components(), components);
  EXPECT_EQ(percolating_axes(alone), axes);
  expect_same(pores);
}

/// A line that goes round `turns_x` times along x while it goes round `turns_z` times along z, and its voxels step by
/// step. The two numbers have no common divisor. The strands stay apart as long as 2 turns_x < nz.
struct Helix {
  Extent extent;
  std::vector<std::vector<std::array<std::int64_t, 3>>> steps;

  Helix(std::int64_t turns_x, std::int64_t turns_z, std::int64_t nz) : extent{12 * turns_z, 3, nz} {
    const std::int64_t length = turns_z * nz;
    const auto begin = [&](std::int64_t step) { return step * turns_x * extent.nx / length; };
    for (std::int64_t step = 0; step < length; ++step) {
      auto& voxels = steps.emplace_back();
      for (std::int64_t x = begin(step); x < std::max(begin(step + 1), begin(step) + 1); ++x)
        voxels.push_back({x % extent.nx, 1, step % nz});
    }
  }
  /// Gives the line without step `cut`, or the whole line.
  PoreSpace pores(std::optional<std::size_t> cut = {}) const {
    PoreSpace pores(extent);
    for (std::size_t step = 0; step < steps.size(); ++step)
      if (step != cut)
        for (const auto& [x, y, z] : steps[step]) pores.set_pore(x, y, z);
    return pores;
  }
};

TEST(SlabConnectivity, of_noise_is_that_of_the_whole_image) {
  std::mt19937 random(31);
  constexpr std::array<Extent, 8> extents{
      {{7, 6, 9}, {5, 5, 4}, {3, 7, 2}, {33, 4, 5}, {1, 5, 7}, {6, 5, 1}, {5, 1, 11}, {2, 2, 3}}};
  for (const double porosity : {0.1, 0.13, 0.16, 0.2, 0.3, 0.5, 0.7})
    for (std::size_t i = 0; i < 64; ++i) {
      SCOPED_TRACE(testing::Message() << "porosity " << porosity << ", image " << i);
      expect_same(random_pores(extents[i % extents.size()], porosity, random));
    }
}

TEST(SlabConnectivity, of_very_many_small_images_near_the_threshold_is_that_of_the_whole_image) {
  std::mt19937 random(32);
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(testing::Message() << "image " << i);
    expect_same(random_pores({7, 6, 9}, 0.1 + 0.1 * i / 300, random));
  }
}

TEST(SlabConnectivity, between_closed_faces_is_that_of_the_whole_image) {
  std::mt19937 random(33);
  for (int i = 0; i < 140; ++i) {
    SCOPED_TRACE(testing::Message() << "image " << i);
    AxisSet closed;
    for (const Axis axis : all_axes)
      if (((i % 7 + 1) >> static_cast<int>(axis) & 1) != 0) closed.insert(axis);
    expect_same(random_pores(i % 3 == 0 ? Extent{3, 7, 2} : Extent{7, 6, 9}, 0.1 + 0.2 * i / 140, random), closed);
  }
}

TEST(SlabConnectivity, of_a_helix_percolates_until_it_is_cut) {
  using Turns = std::array<std::int64_t, 2>;
  for (const auto& [turns_x, turns_z] : {Turns{0, 1}, Turns{1, 1}, Turns{1, 2}, Turns{1, 3}, Turns{2, 3}, Turns{3, 2}})
    for (const std::int64_t nz : {7, 8, 11}) {
      SCOPED_TRACE(testing::Message() << turns_x << " turns along x, " << turns_z << " along z, " << nz << " planes");
      const Helix helix(turns_x, turns_z, nz);
      expect_found(helix.pores(), 1, turns_x == 0 ? "z" : "xz");
      for (std::size_t cut = 0; cut < helix.steps.size(); ++cut) expect_found(helix.pores(cut), 1, "");
    }
}

TEST(SlabConnectivity, of_a_ring_that_crosses_slabs_and_the_seam_is_no_way_through) {
  const Extent extent{8, 3, 9};
  for (std::int64_t from = 0; from < extent.nz; ++from) {
    SCOPED_TRACE(testing::Message() << "from plane " << from);
    PoreSpace ring(extent);
    const auto set = [&](std::int64_t x, std::int64_t z) { ring.set_pore(x % extent.nx, 1, (from + z) % extent.nz); };
    for (std::int64_t z = 0; z <= 6; ++z)
      for (const std::int64_t x : {5, 10}) set(x, z);
    for (std::int64_t x = 5; x <= 10; ++x)
      for (const std::int64_t z : {0, 6}) set(x, z);
    expect_found(ring, 1, "");
    // With two voxels more, both ends of the ring meet through the seam.
    for (std::int64_t z = 7; z <= 8; ++z) set(7, z);
    expect_found(ring, 1, "z");
  }
}

TEST(SlabConnectivity, of_winding_inside_one_slab_reaches_what_hangs_on_it_in_others) {
  // There is a line along x or y in one plane, and a dead end that goes up from it through the seam.
  const Extent extent{5, 6, 8};
  for (std::int64_t plane = 0; plane < extent.nz; ++plane)
    for (const Axis axis : {Axis::x, Axis::y}) {
      SCOPED_TRACE(testing::Message() << "plane " << plane << ", along " << axis_letter(axis));
      PoreSpace pores(extent);
      for (std::int64_t i = 0; i < (axis == Axis::x ? extent.nx : extent.ny); ++i)
        pores.set_pore(axis == Axis::x ? i : 2, axis == Axis::y ? i : 2, plane);
      for (std::int64_t up = 1; up <= 5; ++up) pores.set_pore(2, 2, (plane + up) % extent.nz);
      expect_found(pores, 1, std::string(1, axis_letter(axis)));
    }
}

TEST(SlabConnectivity, of_a_tube_along_z_percolates_through_all_slabs) {
  PoreSpace pores({5, 5, 13});
  for (std::int64_t z = 0; z < 13; ++z) pores.set_pore(2, 2, z);
  for (const PoreSlab& slab : slabs_of(pores, Communicator::world())) {
    const Connectivity connectivity(slab);
    EXPECT_TRUE(connectivity.percolates(Axis::z));
    EXPECT_FALSE(connectivity.percolates(Axis::x));
    EXPECT_EQ(connectivity.count_percolating(Axis::z), 13);
    EXPECT_EQ(connectivity.count_components(), 1);
  }
  pores.set_solid(2, 2, 6);
  expect_same(pores);
  EXPECT_FALSE(Connectivity(slabs_of(pores, Communicator::world()).front()).percolates(Axis::z));
}

TEST(SlabConnectivity, of_all_pore_and_all_solid_is_that_of_the_whole_image) {
  PoreSpace pores({4, 3, 7});
  expect_same(pores);
  pores.fill_with_pore();
  expect_same(pores);
}

}  // namespace
}  // namespace perm
