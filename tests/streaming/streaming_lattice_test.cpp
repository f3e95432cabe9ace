// SPDX-License-Identifier: Apache-2.0
// What the schemes of papers take, and what they refuse.
#include <gtest/gtest.h>

#include <string>

#include "core/errors.hpp"
#include "solver/backend.hpp"
#include "streaming/largest_cube.hpp"
#include "streaming/make_streaming_lattice.hpp"

namespace perm {
namespace {

SolverSettings bgk(Precision precision) {
  SolverSettings settings;
  settings.collision = Collision::bgk;
  settings.precision = precision;
  settings.threads = 1;
  return settings;
}

std::string refusal(const SolverSettings& settings, const StreamingChoice& choice, int processes = 1) {
  try {
    require_streaming(settings, choice, processes);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(StreamingLattice, takes_the_bytes_that_are_predicted) {
  for (const Extent& extent : {Extent{16, 16, 16}, Extent{11, 9, 5}})
    for (const Precision precision : {Precision::float32, Precision::float64})
      for (const auto& named : names_of<StreamingScheme>) {
        if (named.value == StreamingScheme::compact || named.value == StreamingScheme::out_of_core) continue;
        PoreSpace pores(extent);
        pores.fill_with_pore();
        EXPECT_EQ(make_streaming_lattice(pores, bgk(precision), {named.value})->bytes(),
                  predict_streaming_bytes(named.value, extent, precision))
            << named.name;
      }
}

TEST(StreamingLattice, out_of_core_takes_no_more_of_the_card_than_it_may) {
  PoreSpace pores({16, 16, 64});
  pores.fill_with_pore();
  const std::int64_t host = predict_streaming_bytes(StreamingScheme::out_of_core, pores.extent(), Precision::float32);
  EXPECT_EQ(host, pores.extent().voxels() * 19 * 4);
  std::int64_t before = 1 << 30;
  for (const std::int64_t card : {2'000'000, 400'000, 200'000}) {
    const auto lattice =
        make_streaming_lattice(pores, bgk(Precision::float32), {StreamingScheme::out_of_core, 256, card});
    const std::int64_t taken = lattice->bytes() - host;
    EXPECT_LE(taken, card);
    EXPECT_LT(taken, before);
    before = taken;
  }
  EXPECT_THROW(make_streaming_lattice(pores, bgk(Precision::float32), {StreamingScheme::out_of_core, 256, 100'000}),
               MemoryShortage);
}

TEST(LargestCube, takes_no_more_than_the_memory_and_the_next_one_does) {
  const SolverSettings settings = bgk(Precision::float32);
  for (const std::int64_t bytes : {std::int64_t{1} << 20, std::int64_t{80} << 30})
    for (const auto& named : names_of<StreamingScheme>) {
      const auto needed = [&](std::int64_t edge) {
        const Extent cube{edge, edge, edge};
        return named.value == StreamingScheme::compact
                   ? predict_bytes(cube, static_cast<std::int64_t>(0.4 * static_cast<double>(cube.voxels())), settings)
                   : predict_streaming_bytes(named.value, cube, Precision::float32);
      };
      const std::int64_t edge = find_largest_cube(named.value, settings, 0.4, 1, bytes);
      EXPECT_LE(edge > 0 ? needed(edge) : 0, bytes) << named.name;
      EXPECT_GT(needed(edge + 1), bytes) << named.name;
    }
  EXPECT_EQ(find_largest_cube(StreamingScheme::pull, settings, 1, 1, 100), 0);
}

TEST(StreamingLattice, of_ghosts_takes_at_most_96_bytes_a_voxel_and_of_swaps_81) {
  const Extent extent{384, 384, 384};
  const auto bytes = [&](StreamingScheme scheme) {
    return static_cast<double>(predict_streaming_bytes(scheme, extent, Precision::float32)) /
           static_cast<double>(extent.voxels());
  };
  EXPECT_LE(bytes(StreamingScheme::ghost), 96);
  EXPECT_LE(bytes(StreamingScheme::swap), 81);
  EXPECT_NEAR(bytes(StreamingScheme::pull), 156, 1e-9);
}

TEST(StreamingLattice, moves_the_bytes_that_each_scheme_cannot_avoid) {
  PoreSpace pores({16, 16, 16});
  pores.fill_with_pore();
  const auto bytes = [&](StreamingScheme scheme) {
    return make_streaming_lattice(pores, bgk(Precision::float32), {scheme})->bytes_per_update();
  };
  EXPECT_NEAR(bytes(StreamingScheme::pull), 2 * 19 * 4 + 4, 1e-9);
  EXPECT_NEAR(bytes(StreamingScheme::swap), 2 * 19 * 4 + 4 + 2 * 18 * 4 + 4, 1e-9);
  EXPECT_GT(bytes(StreamingScheme::ntemp1), bytes(StreamingScheme::ntemp2));
}

TEST(StreamingLattice, refuses_what_a_scheme_cannot_do_in_one_line) {
  EXPECT_EQ(
      refusal(bgk(Precision::float16), {StreamingScheme::pull}),
      "--schemes pull is given with --precision float16 (the schemes of papers store what they compute with). Use "
      "--precision float32, or compact.");
  EXPECT_NE(refusal({}, {StreamingScheme::ntemp2}).find("Add --collision bgk"), std::string::npos);
  EXPECT_NE(refusal({}, {StreamingScheme::ghost}, 2).find("push,compact"), std::string::npos);
  for (const int block : {0, 31, 48, 2048})
    EXPECT_NE(refusal({}, {StreamingScheme::pull, block}).find("from 32 to 256"), std::string::npos) << block;
  EXPECT_EQ(refusal({}, {StreamingScheme::push}, 2), "");
}

}  // namespace
}  // namespace perm
