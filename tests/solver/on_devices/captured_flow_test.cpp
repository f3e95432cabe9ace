// SPDX-License-Identifier: Apache-2.0
// A backend gives the flow that it has captured in two ways, which agree.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "geometry/random_pores.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

class CapturedFlow : public testing::TestWithParam<Precision> {
 protected:
  static SolverSettings settings() {
    SolverSettings settings;
    settings.precision = GetParam();
    settings.force = {2e-3, -8e-4, 6e-4};
    settings.tau = 0.8;
    settings.threads = 2;
    return settings;
  }
};

TEST_P(CapturedFlow, is_read_as_cells_and_as_an_image) {
  std::mt19937 random(31);
  const Extent extent{37, 5, 6};
  const PoreSpace pores = random_pores(extent, 0.7, random);
  const auto backend = make_test_backend(pores, settings());
  backend->advance(10);
  backend->advance_and_capture();
  const auto plane = static_cast<std::size_t>(extent.plane_voxels());
  std::vector<CellField> flow(plane);
  std::vector<float> velocity(3 * plane);
  std::vector<float> density(plane);
  for (std::int64_t z = 0; z < extent.nz; ++z) {
    backend->read_plane(z, velocity, density);
    std::ranges::fill(flow, CellField{42, {42, 42, 42}});
    backend->read_flow(z, flow);
    for (std::size_t i = 0; i < plane; ++i) {
      const CellField& field = flow[i];
      if (density[i] == 0) {
        ASSERT_EQ(field.density, no_density);
      } else {
        ASSERT_EQ(1.0F + field.density, density[i]);
      }
      for (std::size_t a = 0; a < 3; ++a) ASSERT_EQ(field.velocity[a], velocity[3 * i + a]);
    }
  }
}

TEST_P(CapturedFlow, is_read_in_several_planes_at_once_as_plane_by_plane) {
  std::mt19937 random(6);
  const Extent extent{37, 5, 9};  // rows of more than one word
  const PoreSpace pores = random_pores(extent, 0.6, random);
  const auto backend = make_test_backend(pores, settings());
  backend->advance_and_capture();
  const auto plane = static_cast<std::size_t>(extent.plane_voxels());
  std::vector<CellField> one(plane);
  for (const std::int64_t first : {0, 4}) {
    std::vector<CellField> several(static_cast<std::size_t>(extent.nz - first) * plane);
    backend->read_flow(first, several);
    for (std::int64_t z = first; z < extent.nz; ++z) {
      backend->read_flow(z, one);
      const auto* of_plane = several.data() + static_cast<std::size_t>(z - first) * plane;
      for (std::size_t i = 0; i < plane; ++i) {
        ASSERT_EQ(of_plane[i].density, one[i].density) << "plane " << z << ", voxel " << i;
        for (std::size_t a = 0; a < 3; ++a)
          ASSERT_EQ(of_plane[i].velocity[a], one[i].velocity[a]) << "plane " << z << ", voxel " << i;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Precision, CapturedFlow, testing::Values(Precision::float32, Precision::float64),
                         [](const auto& named) { return to_string(named.param); });

}  // namespace
}  // namespace perm
