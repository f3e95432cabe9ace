// SPDX-License-Identifier: Apache-2.0
// K of real rocks and of a foam is within the bound that is stated, at two tolerances. The truth is the flow in
// float64, to 1e-6, at two relaxation times. It takes two minutes on a GPU, and a day on a CPU.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>

#include "darcy/steady_flow.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/segmentation/segmentation.hpp"
#include "image/image_reader.hpp"
#include "solver/test_device.hpp"

namespace perm {
namespace {

constexpr double truth_tolerance = 1e-6;
constexpr double other_viscosity = 0.6;  // over that of the first truth

std::filesystem::path image_file(const std::string& name) {
  return std::filesystem::path(PERM_SHARED_DIR) / "images" / name;
}

#ifdef PERM_HAS_IMAGES
PoreSpace read_pores(const std::filesystem::path& file, const std::string& grey,
                     const std::optional<RawLayout>& raw = {}) {
  PoreRule rule;
  rule.pore = parse_grey_ranges(grey);
  return segment(*open_image(file, raw), rule).pores.pores();
}
#else
PoreSpace read_pores(const std::filesystem::path&, const std::string&, const std::optional<RawLayout>& = {}) {
  return {};
}
#endif

PoreSpace cut_block(const PoreSpace& pores, const std::array<std::int64_t, 3>& corner, std::int64_t size) {
  PoreSpace block({size, size, size});
  for (std::int64_t z = 0; z < size; ++z)
    for (std::int64_t y = 0; y < size; ++y)
      for (std::int64_t x = 0; x < size; ++x)
        if (pores.is_pore(corner[0] + x, corner[1] + y, corner[2] + z)) block.set_pore(x, y, z);
  return block;
}

/// Gives why the rocks cannot be solved here, or nothing.
std::string why_not(const std::filesystem::path& file) {
#ifndef PERM_HAS_IMAGES
  return "built without image files (PERMEABILITY_IMAGES=OFF)";
#endif
  if (!std::filesystem::exists(file)) return "no image at ../shared/images/" + file.filename().string();
  if (device_under_test() == Device::cpu) return "takes a day on a CPU; it runs on GPUs";
  return {};
}

/// Solves a rock at both tolerances, prints a line for each, and compares K with the truth.
void expect_true_bounds(const std::string& name, const PoreSpace& image, Axis axis, Boundary boundary) {
  FlowOptions options;
  options.direction = axis;
  options.boundary = {boundary};
  options.solver.device = device_under_test();
  const AxisSet closed = face_rules(options.boundary, axis, image.extent()).closed();
  const Connectivity connectivity(PoreSlab(image), closed);
  if (connectivity.count_percolating(axis) == 0) return;
  const PoreSlab pores = connectivity.percolating(axis);
  const auto solve = [&](FlowOptions how) { return SteadyFlow(pores, how, estimate_run(pores, how)).run().result(); };
  FlowOptions exact = options;
  exact.tolerance = truth_tolerance;
  exact.solver.precision = Precision::float64;
  const FlowResult first = solve(exact);
  exact.tau = 0.5 + other_viscosity * (first.tau - 0.5);
  const FlowResult second = solve(exact);
  ASSERT_EQ(first.stop, StopReason::converged) << name;
  ASSERT_EQ(second.stop, StopReason::converged) << name;
  const double truth = *first.permeability_voxel2;
  const double truth_error =
      std::abs(*second.permeability_voxel2 / truth - 1) + std::max(first.iteration_error, second.iteration_error);
  for (const double tolerance : {1e-3, 1e-4}) {
    options.tolerance = tolerance;
    const FlowResult flow = solve(options);
    ASSERT_EQ(flow.stop, StopReason::converged) << name;
    const double error = std::abs(*flow.permeability_voxel2 / truth - 1);
    fmt::print("{},{},{},{:g},{:.8g},{:.1e},{:.2e},{:.2e},{},{:.4f}\n", name, "xyz"[static_cast<int>(axis)],
               to_string(boundary), tolerance, truth, truth_error, error, flow.iteration_error, flow.steps,
               flow.seconds);
    EXPECT_LT(truth_error, 0.1 * tolerance) << name;
    EXPECT_LE(error, flow.iteration_error + truth_error) << name << " at " << tolerance;
  }
}

TEST(Rocks, berea_blocks_have_true_bounds_along_all_axes) {
  const std::filesystem::path file = image_file("berea400.tif");
  if (const std::string reason = why_not(file); !reason.empty()) GTEST_SKIP() << reason;
  const PoreSpace berea = read_pores(file, "0");
  // Of the 27 blocks of 128^3 every other one.
  int number = 0;
  for (const std::int64_t z : {0, 128, 256})
    for (const std::int64_t y : {0, 128, 256})
      for (const std::int64_t x : {0, 128, 256})
        if (number++ % 2 == 0)
          for (const Axis axis : {Axis::x, Axis::y, Axis::z})
            expect_true_bounds(fmt::format("berea {} {} {}", x, y, z), cut_block(berea, {x, y, z}, 128), axis,
                               Boundary::sealed);
}

TEST(Rocks, berea_of_400_voxels_has_true_bounds) {
  const std::filesystem::path file = image_file("berea400.tif");
  if (const std::string reason = why_not(file); !reason.empty()) GTEST_SKIP() << reason;
  expect_true_bounds("berea400", read_pores(file, "0"), Axis::x, Boundary::periodic);
}

TEST(Rocks, kelvin_foam_has_true_bounds) {
  const std::filesystem::path file = image_file("kelvin200.mha");
  if (const std::string reason = why_not(file); !reason.empty()) GTEST_SKIP() << reason;
  expect_true_bounds("kelvin200", read_pores(file, "1"), Axis::x, Boundary::periodic);
}

TEST(Rocks, ketton_has_true_bounds) {
  const std::filesystem::path file = image_file("ketton256_256c_15p2um.raw.gz");
  if (const std::string reason = why_not(file); !reason.empty()) GTEST_SKIP() << reason;
  const PoreSpace ketton = read_pores(file, "0", RawLayout{{256, 256, 256}});
  EXPECT_NEAR(ketton.porosity(), 0.126862, 1e-6);
  expect_true_bounds("ketton256", ketton, Axis::x, Boundary::sealed);
}

}  // namespace
}  // namespace perm
