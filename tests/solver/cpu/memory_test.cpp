// SPDX-License-Identifier: Apache-2.0
// The bytes that a cell takes decide which images fit into a machine; here the operating system counts them.
#include <gtest/gtest.h>

#include <string>

#include "core/process_memory.hpp"
#include "geometry/shapes/recipe.hpp"
#include "lattice/group_masks.hpp"
#include "solver/backend.hpp"
#include "solver/cpu/link_stream.hpp"
#include "solver/cpu/memory_cpu.hpp"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PERM_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define PERM_SANITIZED 1
#endif
#endif

namespace perm {
namespace {

TEST(Memory, while_stepping_is_at_most_84_bytes_a_fluid_cell_and_0_6_bytes_a_solid_voxel) {
#ifdef PERM_SANITIZED
  GTEST_SKIP() << "sanitizers take memory of their own";
#endif
  if (resident_bytes() == 0) GTEST_SKIP() << "this system does not tell resident memory";
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = {160, 160, 160};
  recipe.porosity = 0.2;
  recipe.radius = 10;
  const std::int64_t before = resident_bytes();
  const PoreSpace pores = generate(recipe);
  const auto backend = make_backend(pores, {});
  backend->advance(4);
  const std::int64_t stepping = resident_bytes() - before;
  const auto cells = static_cast<double>(backend->cells());
  const double solid = static_cast<double>(pores.extent().voxels()) - cells;
  RecordProperty("bytes_a_fluid_cell", std::to_string((static_cast<double>(stepping) - 0.6 * solid) / cells));
  EXPECT_GT(cells, 500'000);
  // Distributions alone take 19 float32 a cell, so a smaller number would be no real measurement.
  EXPECT_GT(static_cast<double>(stepping), 76 * cells);
  EXPECT_LE(static_cast<double>(stepping), 84 * cells + 0.6 * solid)
      << (static_cast<double>(stepping) - 0.6 * solid) / cells << " bytes a fluid cell after 0.6 a solid voxel";
}

TEST(Memory, of_the_links_of_a_narrow_image_suffices_for_all_of_them) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.porosity = 0.3;
  recipe.radius = 3;
  for (const std::int64_t nx : {8, 16, 31}) {
    recipe.extent = {nx, 128, 128};
    const PoreSpace pores = generate(recipe);
    const std::int64_t cells = pores.count_pores();
    EXPECT_LE(predict_link_bytes(pores, cells, group_cells<float>),
              most_link_bytes(pores.extent(), cells, sizeof(float)))
        << nx;
    EXPECT_LE(predict_link_bytes(pores, cells, group_cells<double>),
              most_link_bytes(pores.extent(), cells, sizeof(double)))
        << nx;
  }
}

}  // namespace
}  // namespace perm
