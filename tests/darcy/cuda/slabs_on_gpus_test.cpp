// SPDX-License-Identifier: Apache-2.0
// Several processes, each with a GPU, find in their planes the distance map and the network that the CPU of one process
// finds in the whole image, to the last bit.
#include "darcy/cuda/network_on_gpu.hpp"
#include "device/gpu.hpp"
#include "geometry/cuda/distance_cuda.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/shapes/recipe.hpp"
#include "partitions.hpp"
#include "solver/devices.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

class SlabsOnGpus : public testing::Test {
 protected:
  void SetUp() override {
    if (device_under_test() == Device::cpu) GTEST_SKIP() << "this is a test of GPUs";
    if (world_.any(!why_no_cuda().empty())) GTEST_SKIP() << "no test on a GPU: " << why_no_cuda();
    choose_gpu(world_, GpuSharing::allowed);
  }

  /// Expects the map and the network of the CPU for all ways to cut whole planes.
  void expect_same_on_gpus(const PoreSpace& whole, const FaceRules& rules) {
    SCOPED_TRACE(to_string(whole.extent()));
    const LargeArray<SquaredDistance> distances = map_squared_distances(whole, rules);
    const PoreNetwork alone(whole, distances.span(), rules);
    const PoreSlab slab = slab_of(whole, world_);
    for (const Partition& partition : partitions_of(whole, world_)) {
      if (partition.parts_y() > 1) continue;
      const Range planes = partition.block(world_.rank()).z;
      expect_map(slab, rules, planes, distances.span());
      expect_network(slab, whole, rules, planes, alone);
    }
  }

  Communicator world_{Communicator::world()};

 private:
  void expect_map(const PoreSlab& slab, const FaceRules& rules, const Range& planes,
                  std::span<const SquaredDistance> expected) {
    const auto map = map_distances_on_gpu(slab, rules, planes);
    ASSERT_NE(map, nullptr);
    const std::int64_t plane = slab.image().nx * slab.image().ny, nz = slab.image().nz;
    const std::int64_t ghosts = world_.is_alone() ? 0 : 1;
    const auto read = read_from_gpu(map->data(), (planes.size() + 2 * ghosts) * plane);
    std::vector<SquaredDistance> own(static_cast<std::size_t>(planes.size() * plane));
    map->read(own);
    EXPECT_TRUE(std::equal(own.begin(), own.end(), read.begin() + ghosts * plane));
    for (std::int64_t z = planes.first - ghosts; z < planes.last + ghosts; ++z) {
      const bool is_beyond = (z < 0 || z >= nz) && rules.is_closed(Axis::z);
      for (std::int64_t i = 0; i < plane; ++i)
        ASSERT_EQ(read[static_cast<std::size_t>((z - planes.first + ghosts) * plane + i)],
                  is_beyond ? 0 : expected[static_cast<std::size_t>((z + nz) % nz * plane + i)])
            << "voxel " << i << " of plane " << z;
    }
  }

  void expect_network(const PoreSlab& slab, const PoreSpace& whole, const FaceRules& rules, const Range& planes,
                      const PoreNetwork& alone) {
    std::int64_t before = 0, own = 0;  // pore voxels
    for (std::int64_t z = 0; z < planes.last; ++z)
      for (std::int64_t y = 0; y < whole.extent().ny; ++y)
        for (std::int64_t x = 0; x < whole.extent().nx; ++x)
          (z < planes.first ? before : own) += whole.is_pore(x, y, z) ? 1 : 0;
    const std::optional<NetworkOfGpu> found = find_network_on_gpu(slab, rules, planes);
    ASSERT_EQ(found.has_value(), !world_.any(own == 0));
    if (!found) return;
    expect_same(found->network, alone, world_.is_first());
    expect_runs(*found->bodies, whole, planes,
                alone.body_of_voxel().subspan(static_cast<std::size_t>(before), static_cast<std::size_t>(own)));
  }
};

TEST_F(SlabsOnGpus, find_what_the_cpu_finds_in_noise) {
  std::mt19937 random(5);
  for (const Extent extent : {Extent{33, 9, 14}, Extent{5, 1, 7}, Extent{1, 1, 9}, Extent{64, 40, 32}})
    for (const double porosity : {0.3, 0.7, 0.98})
      for (const FaceRules& rules : all_rules()) {
        PoreSpace pores = random_pores(extent, porosity, random);
        pores.set_pore(0, 0, 0);
        expect_same_on_gpus(pores, rules);
      }
}

TEST_F(SlabsOnGpus, find_what_the_cpu_finds_where_nothing_is_solid) {
  for (const FaceRules& rules : all_rules()) {
    PoreSpace pores({300, 9, 40});
    pores.fill_with_pore();
    expect_same_on_gpus(pores, rules);
  }
}

TEST_F(SlabsOnGpus, find_what_the_cpu_finds_between_spheres) {
  for (const std::uint64_t seed : {1U, 2U})
    for (const FaceRules& rules : all_rules()) {
      Recipe recipe;
      recipe.kind = GeometryKind::overlap;
      recipe.extent = {90, 80, 300};
      recipe.porosity = 0.25;
      recipe.radius = 9;
      recipe.seed = seed;
      expect_same_on_gpus(generate(recipe), rules);
    }
}

/// The nearest solid is farther away than the planes that are looked at first, and for some voxels than any distance
/// that is measured.
TEST_F(SlabsOnGpus, find_what_the_cpu_finds_in_long_vugs) {
  for (const std::int64_t length : {150, 400, 800}) {
    PoreSpace pores({20, 14, length});
    for (std::int64_t z = 2; z < length - 2; ++z)
      for (std::int64_t y = 0; y < 14; ++y)
        for (std::int64_t x = 0; x < 20; ++x)
          if (z % (length / 2) != 5) pores.set_pore(x, y, z);
    for (const FaceRules& rules : all_rules()) expect_same_on_gpus(pores, rules);
  }
}

/// Some processes have solid planes only, beside planes with pores.
TEST_F(SlabsOnGpus, leave_an_image_with_solid_planes_to_the_cpu) {
  PoreSpace pores({12, 10, 16});
  for (std::int64_t z : {0, 15})
    for (std::int64_t y = 2; y < 8; ++y)
      for (std::int64_t x = 2; x < 9; ++x) pores.set_pore(x, y, z);
  for (const FaceRules& rules : all_rules()) expect_same_on_gpus(pores, rules);
}

/// Paths wind through all slabs, to and fro.
TEST_F(SlabsOnGpus, find_what_the_cpu_finds_in_a_duct_that_widens) {
  PoreSpace pores({24, 24, 120});
  for (std::int64_t z = 0; z < 120; ++z)
    for (std::int64_t y = 0; y < 24; ++y)
      for (std::int64_t x = 0; x < 24; ++x) {
        const double r = 1.5 + 0.08 * static_cast<double>(z);
        const auto dx = static_cast<double>(x) - 12, dy = static_cast<double>(y) - 12;
        if (dx * dx + dy * dy < r * r) pores.set_pore(x, y, z);
      }
  for (const FaceRules& rules : all_rules()) expect_same_on_gpus(pores, rules);
}

}  // namespace
}  // namespace perm
