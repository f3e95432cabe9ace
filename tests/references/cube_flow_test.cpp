// SPDX-License-Identifier: Apache-2.0
#include "validation/references/cubes/cube_flow.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "validation/references/channel_flow.hpp"

namespace perm::reference {
namespace {

/// Gives pores of this size along y and z in a box of solid that is one cube wider, long along x.
Cubes duct(int height, int width) {
  Cubes cubes{{2, height + 1, width + 1}, {}};
  for (int z = 0; z <= width; ++z)
    for (int y = 0; y <= height; ++y)
      for (int x = 0; x < 2; ++x) cubes.solid.push_back(y == height || z == width ? 1 : 0);
  return cubes;
}

/// Gives one cube of solid in a box that has as many cubes along each axis.
Cubes array_of_cubes(int edge, int side) {
  Cubes cubes{{side, side, side}, {}};
  for (int z = 0; z < side; ++z)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) cubes.solid.push_back(x < edge && y < edge && z < edge ? 1 : 0);
  return cubes;
}

TEST(CubeFlow, in_a_slit_errs_as_the_wall_at_half_a_cell_does) {
  Cubes slit{{1, 4, 1}, {0, 0, 0, 1}};
  for (const int cells : {1, 2, 5}) {
    const double across = 3.0 * cells;  // the parabola of the cells is the exact one and a constant
    EXPECT_NEAR(cube_permeability(slit, 0, CubeFaces::repeat, cells), 27.0 / 48 * (1 + 2 / (across * across)), 1e-9);
  }
}

TEST(CubeFlow, in_ducts_goes_to_the_series) {
  for (const auto& [height, width] : {std::pair{2, 2}, std::pair{3, 5}}) {
    std::vector<double> found;
    for (const int cells : {1, 2, 3, 4})
      found.push_back(cube_permeability(duct(height, width), 0, CubeFaces::repeat, cells));
    const double exact = duct_permeability(height, width) * height * width / (height + 1) / (width + 1);
    EXPECT_NEAR(limit_of_cubes(found), exact, 2e-3 * exact);
  }
}

TEST(CubeFlow, between_sealed_faces_is_that_between_written_walls_and_mirrors) {
  Cubes step{{2, 2, 1}, {0, 0, 1, 0}};
  Cubes whole{{4, 3, 2}, {0, 0, 0, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};
  EXPECT_NEAR(cube_permeability(step, 0, CubeFaces::sealed, 2), 3 * cube_permeability(whole, 0, CubeFaces::repeat, 2),
              1e-4 * cube_permeability(step, 0, CubeFaces::sealed, 2));
}

TEST(CubeFlow, past_edges_converges_as_their_singularity_does) {
  std::vector<double> found;
  for (const int cells : {1, 2, 3, 4})
    found.push_back(cube_permeability(array_of_cubes(2, 4), 0, CubeFaces::repeat, cells));
  const double limit = limit_of_cubes(found);
  const double finer = cube_permeability(array_of_cubes(2, 4), 0, CubeFaces::repeat, 8);
  EXPECT_NEAR(limit_of_cubes({found[0], found[1], found[2]}), limit, 6e-3 * limit);
  const double order = std::log2((found[3] - limit) / (finer - limit));
  EXPECT_GT(order, 1.05);
  EXPECT_LT(order, 1.6);
  EXPECT_THROW(limit_of_cubes({1, 2}), std::invalid_argument);
}

TEST(CubeFlow, is_the_same_along_each_axis_of_an_array) {
  const double along_x = cube_permeability(array_of_cubes(2, 4), 0, CubeFaces::repeat, 2);
  for (const int axis : {1, 2})
    EXPECT_NEAR(cube_permeability(array_of_cubes(2, 4), axis, CubeFaces::repeat, 2), along_x, 1e-4 * along_x);
}

}  // namespace
}  // namespace perm::reference
