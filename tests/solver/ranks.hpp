// SPDX-License-Identifier: Apache-2.0
// Images that several processes share in every cut, for tests that they give the bits that one process gives. Every
// process also solves the whole image alone and compares its own part.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "geometry/random_pores.hpp"
#include "lattice/occupancy.hpp"
#include "partitions.hpp"
#include "solver/state_bits.hpp"
#include "solver/test_on_ranks.hpp"

namespace perm {

struct RanksCase {
  Extent extent;
  double porosity;
};
// Some extents are odd or prime, one image is one voxel wide, and some have few planes; the first has many groups and
// chunks of links a plane.
inline constexpr std::array<RanksCase, 5> ranks_cases{
    {{{97, 41, 12}, 0.7}, {{33, 61, 29}, 0.2}, {{1, 13, 17}, 0.6}, {{31, 5, 4}, 1.0}, {{64, 8, 9}, 0.5}}};

inline std::string name_of(const Partition& partition) {
  return std::to_string(partition.parts_y()) + " x " + std::to_string(partition.parts_z());
}

/// Gives the bits of the cells that `domain` owns, taken from the bits of the whole image.
inline std::vector<std::uint64_t> part_of(const std::vector<std::uint64_t>& whole, const PoreSpace& pores,
                                          const Domain& domain) {
  std::vector<std::uint64_t> part;
  const Occupancy occupancy(pores);
  for (std::int64_t z = domain.own().z.first; z < domain.own().z.last; ++z)
    for (std::int64_t y = domain.own().y.first; y < domain.own().y.last; ++y) {
      const Range cells = occupancy.cells_of_row(y, z);
      part.insert(part.end(), whole.begin() + cells.first * d3q19::directions,
                  whole.begin() + cells.last * d3q19::directions);
    }
  return part;
}

inline void expect_same(const FlowSample& a, const FlowSample& b) {
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.mean_velocity, b.mean_velocity);
  EXPECT_EQ(a.plane_flux, b.plane_flux);
  EXPECT_EQ(a.mass_deviation, b.mass_deviation);
  EXPECT_TRUE(a.finite && b.finite);
}

class Ranks : public TestOnRanks {
 protected:
  /// Calls check(pores, alone, together): `alone` has the whole image on this process, `together` its part of the
  /// image.
  template <class Check>
  void for_each_cut(const SolverSettings& settings, const Check& check, const FaceRules& rules = {},
                    const Surface* surface = nullptr) {
    for (const RanksCase& c : ranks_cases) {
      std::mt19937 random(23);
      const PoreSpace pores = random_pores(c.extent, c.porosity, random);
      for (const Partition& partition : partitions_of(pores, world_)) {
        SCOPED_TRACE(to_string(c.extent) + " cut into " + name_of(partition));
        const Domain domain(partition, world_, rules);
        const auto alone = make_test_backend(Domain(pores.extent(), rules), pores, settings, surface);
        const auto together = make_test_backend(domain, fetch_pores(slab_of(pores, world_), domain), settings, surface);
        check(pores, *alone, *together);
      }
    }
  }
  static SolverSettings some_settings(Precision precision = Precision::float32) {
    SolverSettings settings;
    settings.precision = precision;
    settings.force = {1e-6, 3e-7, -2e-7};
    settings.tau = 0.8;
    settings.threads = 2;
    return settings;
  }
};

}  // namespace perm
