// SPDX-License-Identifier: Apache-2.0
// Has pore spaces on which the bits of two runs are compared, and compares a watched run with an unwatched one.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "geometry/random_pores.hpp"
#include "solver/state_bits.hpp"
#include "solver/test_device.hpp"

namespace perm {

struct SameBitsCase {
  Extent extent;
  double porosity;
};
inline constexpr SameBitsCase for_three_threads{{48, 48, 48}, 0.6};
// Rows have one or several words, or one or two voxels; the first pore space has more cells than two tiles hold.
inline constexpr std::array<SameBitsCase, 5> same_bits_cases{
    {{{257, 17, 5}, 0.9}, {{33, 61, 29}, 0.2}, {{31, 19, 17}, 1.0}, {{2, 41, 43}, 0.5}, {{1, 97, 89}, 0.7}}};

inline PoreSpace pores_of(const SameBitsCase& c) {
  std::mt19937 random(47);
  return random_pores(c.extent, c.porosity, random);
}

/// A sampled or captured step must leave the distributions that a plain step leaves.
inline void expect_watching_changes_no_bit(const SolverSettings& settings) {
  const PoreSpace pores = pores_of(same_bits_cases[1]);
  const auto unwatched = make_test_backend(pores, settings);
  unwatched->advance(6);
  const auto watched = make_test_backend(pores, settings);
  watched->advance_and_sample();
  watched->advance_and_capture();
  watched->advance_and_sample();
  EXPECT_EQ(watched->steps(), unwatched->steps());
  EXPECT_TRUE(state_bits(*watched) == state_bits(*unwatched));
}

}  // namespace perm
