// SPDX-License-Identifier: Apache-2.0
// The bounds that are known before an image is read hold the prediction that is made when its pores are known.
#include "run/memory_bounds.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/errors.hpp"
#include "darcy/run_estimate.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/random_pores.hpp"
#include "geometry/shapes/recipe.hpp"

namespace perm {
namespace {

PoreSpace spheres(GeometryKind kind, double porosity, std::int64_t size) {
  Recipe recipe;
  recipe.kind = kind;
  recipe.extent = {size, size, size};
  recipe.porosity = porosity;
  if (kind == GeometryKind::overlap) recipe.radius = 5;
  return Connectivity(generate(recipe)).percolating(Axis::x).pores();
}

void expect_bounds_hold(const PoreSpace& pores, const FlowOptions& options) {
  const std::int64_t predicted = estimate_run(pores, options, FieldCapture::and_sensitivity).bytes;
  EXPECT_GE(predicted, estimate_run(pores, options, FieldCapture::velocity_and_density).bytes);
  const MemoryBounds unknown = bound_host_memory(pores.extent(), {}, options);
  const MemoryBounds known = bound_host_memory(pores.extent(), {0.95 * pores.porosity(), pores.porosity()}, options);
  EXPECT_LE(unknown.least, known.least);
  EXPECT_LE(known.least, predicted);
  EXPECT_LE(predicted, known.most);
  EXPECT_LE(known.most, unknown.most);
}

TEST(MemoryBounds, hold_the_prediction_for_every_kind_of_medium) {
  std::mt19937 random(3);
  FlowOptions options;
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    options.solver.precision = precision;
    for (const Boundary boundary : {Boundary::periodic, Boundary::sealed}) {
      options.boundary.boundary = boundary;
      expect_bounds_hold(spheres(GeometryKind::overlap, 0.2, 64), options);
      expect_bounds_hold(spheres(GeometryKind::sc, 0.95, 64), options);
      expect_bounds_hold(random_pores({60, 50, 40}, 0.6, random), options);
      expect_bounds_hold(random_pores({3, 200, 170}, 0.99, random), options);
    }
  }
}

TEST(MemoryBounds, are_near_the_prediction_where_the_porosity_is_known) {
  const PoreSpace pores = spheres(GeometryKind::packing, 0.4, 128);
  const FlowOptions options;
  const std::int64_t predicted = estimate_run(pores, options).bytes;
  const MemoryBounds bounds = bound_host_memory(pores.extent(), {pores.porosity(), pores.porosity()}, options);
  EXPECT_GT(static_cast<double>(bounds.least), 0.8 * static_cast<double>(predicted));
}

TEST(MemoryBounds, refuse_what_no_machine_holds) {
  const FlowOptions options;
  EXPECT_THROW(require_least_memory({100'000, 100'000, 100'000}, {}, options), DeviceError);
  EXPECT_NO_THROW(require_least_memory({100, 100, 100}, {}, options));
}

}  // namespace
}  // namespace perm
