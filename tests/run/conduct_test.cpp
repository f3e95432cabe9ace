// SPDX-License-Identifier: Apache-2.0
// What `conduct` reports: exact bodies, arrays of spheres whose values are known, tensors, and what a reader has to be
// warned of.
#include "run/conduct.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/errors.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm {
namespace {

using testing::HasSubstr;

ConductReport conduct_along_all(PoreSpace pores, Boundary boundary = Boundary::periodic, double tolerance = 1e-5) {
  ConductRequest request;
  request.directions = {Axis::x, Axis::y, Axis::z};
  request.boundary = boundary;
  request.tolerance = tolerance;
  request.seams = SeamCheck::skip;
  request.threads = 2;
  return conduct(std::move(pores), request);
}

TEST(Conduct, of_bare_fluid_is_1_along_all_axes) {
  PoreSpace pores({9, 6, 7});
  pores.fill_with_pore();
  for (const Boundary boundary : {Boundary::periodic, Boundary::mirror, Boundary::sealed, Boundary::pressure}) {
    const ConductReport report = conduct_along_all(pores, boundary);
    ASSERT_EQ(report.directions.size(), 3U);
    EXPECT_EQ(report.boundary, boundary);
    for (const Conducted& conducted : report.directions) {
      EXPECT_DOUBLE_EQ(conducted.value, 1);
      EXPECT_LE(conducted.lower, conducted.upper);
      EXPECT_DOUBLE_EQ(conducted.formation_factor(), 1);
      EXPECT_DOUBLE_EQ(report.tortuosity(conducted), 1);
      EXPECT_EQ(conducted.cells, 9 * 6 * 7);
      EXPECT_TRUE(conducted.is_done);
    }
    EXPECT_TRUE(report.warnings.empty());
    EXPECT_EQ(report.tensor.has_value(), boundary == Boundary::periodic);
  }
}

/// Relative conductivities of arrays of spheres that conduct nothing, from multipoles (Rayleigh 1892 for the simple
/// cubic one), with all figures given converged.
struct KnownArray {
  GeometryKind kind;
  double solid;
  double conductivity;
};
constexpr std::array known_arrays{KnownArray{GeometryKind::sc, 0.4, 0.4901099},
                                  KnownArray{GeometryKind::bcc, 0.6, 0.2975128},
                                  KnownArray{GeometryKind::fcc, 0.6, 0.2991676}};

TEST(Conduct, estimates_what_arrays_of_spheres_conduct_within_its_deviation) {
  for (const KnownArray& known : known_arrays)
    for (const double shift : {0.0, 0.3}) {
      Recipe recipe;
      recipe.kind = known.kind;
      recipe.extent = {32, 32, 32};
      recipe.porosity = 1 - known.solid;
      recipe.shift = Shift{shift, 0.7 * shift, 0.4 * shift};
      SCOPED_TRACE(to_string(known.kind) + ", shift " + std::to_string(shift));
      ConductRequest request;
      request.origin.repeats = true;
      request.tolerance = 1e-5;
      const ConductReport report = conduct(generate(recipe), request);
      const Conducted& conducted = report.directions[0];
      ASSERT_TRUE(conducted.smooth);
      EXPECT_LT(std::abs(*conducted.smooth - known.conductivity), 3 * conducted.smooth_deviation);
      EXPECT_LT(conducted.smooth_deviation, 0.03 * known.conductivity);
      EXPECT_GT(conducted.value, conducted.lower);
      EXPECT_LT(conducted.value, conducted.upper);
      EXPECT_LT(conducted.upper - conducted.lower, 0.1 * conducted.value);
      EXPECT_LT(std::abs(*conducted.smooth - known.conductivity), std::abs(conducted.value - known.conductivity) / 2)
          << "it is nearer than the value of the voxels";
      RecordProperty(to_string(known.kind) + (shift > 0 ? "_shifted" : ""),
                     std::to_string((*conducted.smooth - known.conductivity) / conducted.smooth_deviation));
    }
}

TEST(Conduct, is_infinite_in_F_and_warns_where_pores_meet_in_edges_only) {
  PoreSpace pores({6, 6, 3});
  for (std::int64_t z = 0; z < 3; ++z)
    for (std::int64_t i = 0; i < 6; ++i) pores.set_pore(i, i, z);
  ConductRequest request;
  request.directions = {Axis::y};
  request.seams = SeamCheck::skip;
  const ConductReport report = conduct(pores, request);
  const Conducted& conducted = report.directions[0];
  EXPECT_EQ(conducted.cells, 0);
  EXPECT_EQ(conducted.value, 0);
  EXPECT_EQ(conducted.upper, 0);
  EXPECT_EQ(conducted.formation_factor(), std::numeric_limits<double>::infinity());
  EXPECT_EQ(report.tortuosity(conducted), std::numeric_limits<double>::infinity());
  ASSERT_EQ(report.warnings.size(), 1U);
  EXPECT_THAT(report.warnings[0], HasSubstr("along y: pores meet in edges only"));
  EXPECT_EQ(report.image.connected_voxels, 0);
}

TEST(Conduct, is_0_where_nothing_percolates_and_warns_of_no_edges) {
  PoreSpace pores({5, 5, 5});
  pores.set_pore(2, 2, 2);
  for (const Boundary boundary : {Boundary::periodic, Boundary::mirror, Boundary::sealed}) {
    const ConductReport report = conduct_along_all(pores, boundary);
    for (const Conducted& conducted : report.directions) {
      EXPECT_EQ(conducted.value, 0);
      EXPECT_EQ(conducted.cells, 0);
      EXPECT_TRUE(conducted.is_done);
    }
    for (const std::string& warning : report.warnings)  // planes without pore are told
      EXPECT_EQ(warning.find("edges"), std::string::npos) << warning;
    if (!report.tensor) continue;
    EXPECT_EQ(*report.tensor, Matrix3{});
    EXPECT_EQ(report.principal->principal, (std::array<double, 3>{0, 0, 0}));
  }
}

TEST(Conduct, leaves_out_the_row_and_the_column_of_an_axis_along_which_nothing_goes) {
  PoreSpace pores({6, 6, 6});
  for (std::int64_t z = 0; z < 5; ++z)  // slabs along x and y
    for (std::int64_t y = 0; y < 6; ++y)
      for (std::int64_t x = 0; x < 6; ++x) pores.set_pore(x, y, z);
  const ConductReport report = conduct_along_all(pores);
  ASSERT_TRUE(report.tensor);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_NEAR((*report.tensor)[i][j], i == j && i < 2 ? 5.0 / 6 : 0, 1e-6) << i << j;
  EXPECT_NEAR(report.principal->principal[1], 5.0 / 6, 1e-6);
  EXPECT_EQ(report.principal->principal[2], 0);
}

TEST(Conduct, has_a_symmetric_tensor_with_principal_values_of_slanted_pores) {
  PoreSpace pores({24, 24, 12});  // slabs across (1, -1, 0) and noise that breaks their mirrors
  std::mt19937 random(12);
  for (std::int64_t z = 0; z < 12; ++z)
    for (std::int64_t y = 0; y < 24; ++y)
      for (std::int64_t x = 0; x < 24; ++x)
        if ((x - y + 24) % 12 < 8 && random() % 8 != 0) pores.set_pore(x, y, z);
  const ConductReport report = conduct_along_all(pores);
  ASSERT_TRUE(report.tensor && report.principal);
  const Matrix3& tensor = *report.tensor;
  double norm2 = 0;
  double turning2 = 0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      norm2 += tensor[i][j] * tensor[i][j];
      turning2 += (tensor[i][j] - tensor[j][i]) * (tensor[i][j] - tensor[j][i]);
    }
  RecordProperty("asymmetry", std::to_string(std::sqrt(turning2 / norm2)));
  EXPECT_LT(std::sqrt(turning2), 1e-3 * std::sqrt(norm2));
  EXPECT_GT(tensor[0][1], 0.1 * tensor[0][0]) << "there is a component across";
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(tensor[i][i], report.directions[i].value);
  const PrincipalAxes& principal = *report.principal;
  EXPECT_GT(principal.principal[1], 5 * principal.principal[2]) << "nothing goes from slab to slab";
  const auto& across = principal.axes[2];
  EXPECT_NEAR(std::abs(across[0]), std::sqrt(0.5), 0.05);
  EXPECT_NEAR(across[0], -across[1], 0.05);
}

TEST(Conduct, refuses_a_tolerance_out_of_range_and_a_direction_twice) {
  PoreSpace pores({3, 3, 3});
  pores.fill_with_pore();
  ConductRequest request;
  for (const double tolerance :
       {0.0, -1e-3, 0.51, 2.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    request.tolerance = tolerance;
    EXPECT_THROW(conduct(pores, request), InputError) << tolerance;
  }
  request.tolerance = 0.5;
  EXPECT_NO_THROW(conduct(pores, request));
  request.directions = {Axis::x, Axis::z, Axis::x};
  EXPECT_THROW(conduct(pores, request), UsageError);
  request.directions = {};
  EXPECT_THROW(conduct(pores, request), UsageError);
}

TEST(Conduct, refuses_what_cannot_go_together_in_words_that_name_it) {
  PoreSpace pores({3, 3, 3});
  pores.fill_with_pore();
  const auto refusal = [&pores](const ConductRequest& request) -> std::string {
    try {
      conduct(pores, request);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "none";
  };
  ConductRequest phases;
  phases.phases.push_back({PoreSlab(pores), 0.5});
  phases.device = Device::cuda;
  EXPECT_THAT(refusal(phases), HasSubstr("--device cpu"));
  phases.device.reset();
  EXPECT_EQ(refusal(phases), "none");
  ConductRequest smooth;
  smooth.walls = Walls::sub_voxel;
  EXPECT_THAT(refusal(smooth), HasSubstr("--walls voxels"));
}

TEST(Conduct, stays_on_the_cpu_beside_a_flow_that_does) {
  EXPECT_EQ(device_beside(Device::cpu), Device::cpu);
  EXPECT_FALSE(device_beside(Device::cuda)) << "the memory decides";
}

TEST(Conduct, has_bounds_that_tolerance_widens_by_no_more_than_it_says) {
  std::mt19937 random(3);
  Recipe tight;
  tight.kind = GeometryKind::overlap;
  tight.extent = {48, 48, 48};
  tight.radius = 6;
  tight.porosity = 0.12;
  ConductRequest request;
  request.seams = SeamCheck::skip;
  for (const PoreSpace& pores : {random_pores({24, 24, 24}, 0.7, random), generate(tight)}) {
    request.tolerance = 1e-5;
    const Conducted near = conduct(pores, request).directions[0];
    EXPECT_TRUE(near.is_done);
    for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
      request.tolerance = tolerance;
      const Conducted far = conduct(pores, request).directions[0];
      EXPECT_LE(far.upper - far.lower, near.upper - near.lower + tolerance * near.value) << tolerance;
      EXPECT_LE(far.iterations, near.iterations);
      EXPECT_NEAR(far.value, near.value, tolerance * near.value) << tolerance;
    }
  }
}

TEST(Conduct, gives_an_estimate_of_smooth_pores_unless_voxels_were_made_finer) {
  std::mt19937 random(3);
  const PoreSpace pores = random_pores({8, 8, 8}, 0.8, random);
  ConductRequest request;
  request.seams = SeamCheck::skip;
  EXPECT_TRUE(conduct(pores, request).directions[0].smooth);
  request.origin.resampling = ResamplingReport{};
  request.origin.resampling->method = ResamplingReport::Method::refine;
  request.origin.resampling->factor = 2;
  EXPECT_FALSE(conduct(pores, request).directions[0].smooth);
  request.origin.resampling->method = ResamplingReport::Method::coarsen;
  EXPECT_TRUE(conduct(pores, request).directions[0].smooth);
}

TEST(Conduct, seals_an_image_that_does_not_repeat_where_it_is_asked_to) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = {64, 40, 40};
  recipe.radius = 8;
  recipe.porosity = 0.6;
  const PoreSpace whole = generate(recipe);
  PoreSpace pores({37, 40, 40});  // cut through spheres
  for (std::int64_t z = 0; z < 40; ++z)
    for (std::int64_t y = 0; y < 40; ++y)
      for (std::int64_t x = 0; x < 37; ++x)
        if (whole.is_pore(x, y, z)) pores.set_pore(x, y, z);
  ConductRequest request;
  request.seams = SeamCheck::seal;
  const ConductReport sealed = conduct(pores, request);
  EXPECT_EQ(sealed.boundary, Boundary::sealed);
  EXPECT_FALSE(sealed.why_sealed.empty());
  EXPECT_EQ(sealed.warnings.size(), 1U);
  EXPECT_GT(sealed.directions[0].value, 0);
  request.seams = SeamCheck::warn;
  EXPECT_EQ(conduct(pores, request).boundary, Boundary::periodic);
  EXPECT_EQ(conduct(pores, request).warnings.size(), 1U);
  request.seams = SeamCheck::skip;
  EXPECT_TRUE(conduct(pores, request).warnings.empty());
}

}  // namespace
}  // namespace perm
