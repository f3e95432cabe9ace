// SPDX-License-Identifier: Apache-2.0
// A list of Reynolds numbers that is stopped and goes on has the bits of one that was never stopped, wherever it is
// stopped: in the creeping flow, in a flow of the list, and in the creeping flow through the image and its mirror
// image.
#include <gtest/gtest.h>

#include "darcy/overlapping_spheres.hpp"
#include "run/continued_runs.hpp"
#include "run/run.hpp"

namespace perm {
namespace {

RunRequest list_of(std::vector<double> reynolds) {
  RunRequest request;
  request.flow.tolerance = 1e-2;
  request.seams = SeamCheck::skip;
  request.inertia = InertiaChoice{std::move(reynolds)};
  return request;
}

/// Makes an array of spheres, one in each cell of n voxels.
PoreSpace sphere_in(int n, double radius) {
  PoreSpace pores({n, n, n});
  const double middle = (n - 1) / 2.0;
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x)
        if (std::hypot(x - middle, y - middle, z - middle) > radius) pores.set_pore(x, y, z);
  return pores;
}

TEST(ContinuedInertia, has_the_bits_of_a_list_that_was_not_stopped) {
  expect_the_bits_of_one_run(sphere_in(16, 6.5), list_of({0.3, 2, 8}), {0, 1, 3});
}

}  // namespace
}  // namespace perm
