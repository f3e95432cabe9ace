// SPDX-License-Identifier: Apache-2.0
// Small parts are found as SciPy finds them, and as a flood of single voxels does, whatever the processes. Every test
// holds for any number of processes.
#include "geometry/segmentation/cleaning.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "geometry/random_pores.hpp"
#include "geometry/segmentation/crc32.hpp"
#include "geometry/segmentation/made_grey.hpp"
#include "geometry/slabs.hpp"

namespace perm {
namespace {

/// A flood that joins voxels whose places differ in at most `reach` coordinates, and does not leave the image.
class Flood {
 public:
  Flood(const PoreSpace& pores, bool of, int reach)
      : n_(pores.extent()), of_voxel_(static_cast<std::size_t>(n_.voxels()), -1) {
    for (std::int64_t start = 0; start < n_.voxels(); ++start) {
      if (of_voxel_[static_cast<std::size_t>(start)] >= 0 || is(pores, start) != of) continue;
      Part part;
      std::vector<std::int64_t> waiting{start};
      of_voxel_[static_cast<std::size_t>(start)] = std::ssize(parts_);
      while (!waiting.empty()) {
        const std::int64_t here = waiting.back();
        waiting.pop_back();
        const std::int64_t x = here % n_.nx, y = here / n_.nx % n_.ny, z = here / n_.plane_voxels();
        ++part.voxels;
        part.is_at_face |= x == 0 || y == 0 || z == 0 || x + 1 == n_.nx || y + 1 == n_.ny || z + 1 == n_.nz;
        for (int step = 0; step < 27; ++step) {
          const std::int64_t dx = step % 3 - 1, dy = step / 3 % 3 - 1, dz = step / 9 - 1;
          const std::int64_t a = x + dx, b = y + dy, c = z + dz;
          if (dx * dx + dy * dy + dz * dz > reach || a < 0 || b < 0 || c < 0 || a >= n_.nx || b >= n_.ny || c >= n_.nz)
            continue;
          const std::int64_t there = n_.index(a, b, c);
          if (of_voxel_[static_cast<std::size_t>(there)] >= 0 || is(pores, there) != of) continue;
          of_voxel_[static_cast<std::size_t>(there)] = std::ssize(parts_);
          waiting.push_back(there);
        }
      }
      parts_.push_back(part);
    }
  }

  struct Part {
    std::int64_t voxels{0};
    bool is_at_face{false};
  };
  /// Gives the part of a voxel, or null where it is of the other kind.
  const Part* part_of(std::int64_t voxel) const {
    const std::int64_t part = of_voxel_[static_cast<std::size_t>(voxel)];
    return part < 0 ? nullptr : &parts_[static_cast<std::size_t>(part)];
  }

 private:
  bool is(const PoreSpace& pores, std::int64_t i) const {
    return pores.is_pore(i % n_.nx, i / n_.nx % n_.ny, i / n_.plane_voxels());
  }
  Extent n_;
  std::vector<std::int64_t> of_voxel_;
  std::vector<Part> parts_;
};

PoreSpace despeckled(const PoreSpace& pores, std::int64_t fewest) {
  PoreSpace result = pores;
  const Flood parts(pores, false, 3);
  const Extent n = pores.extent();
  for (std::int64_t i = 0; i < n.voxels(); ++i)
    if (const auto* part = parts.part_of(i); part != nullptr && part->voxels < fewest && !part->is_at_face)
      result.set_pore(i % n.nx, i / n.nx % n.ny, i / n.plane_voxels());
  return result;
}

PoreSpace filled(const PoreSpace& pores, std::int64_t fewest) {
  PoreSpace result = pores;
  const Flood parts(pores, true, 2);
  const Extent n = pores.extent();
  for (std::int64_t i = 0; i < n.voxels(); ++i)
    if (const auto* part = parts.part_of(i); part != nullptr && part->voxels < fewest)
      result.set_solid(i % n.nx, i / n.nx % n.ny, i / n.plane_voxels());
  return result;
}

TEST(Cleaning, does_what_a_flood_of_single_voxels_does_on_any_slabs) {
  std::mt19937 random(11);
  const std::array extents{Extent{5, 4, 7}, Extent{33, 3, 9}, Extent{64, 2, 5},
                           Extent{1, 6, 6}, Extent{31, 9, 1}, Extent{13, 11, 12}};
  for (const Extent& extent : extents)
    for (const double porosity : {0.05, 0.2, 0.5, 0.85, 0.95, 0.99}) {
      const PoreSpace pores = random_pores(extent, porosity, random);
      for (const std::int64_t fewest : {2, 4, 20}) {
        SCOPED_TRACE(testing::Message() << to_string(extent) << " " << porosity << " " << fewest);
        for (PoreSlab& slab : slabs_of(pores, Communicator::world())) {
          PoreSlab copy = slab;
          remove_specks(copy, fewest);
          expect_part_of(copy, despeckled(pores, fewest));
          fill_holes(slab, fewest);
          expect_part_of(slab, filled(pores, fewest));
        }
      }
    }
}

TEST(Cleaning, counts_parts_that_go_through_several_slabs_once) {
  PoreSpace pores({3, 3, 12});
  for (std::int64_t z = 0; z < 12; ++z) pores.set_pore(1, 1, z);
  pores.set_solid(1, 1, 6);
  for (PoreSlab& slab : slabs_of(pores, Communicator::world())) {
    PoreSlab copy = slab;
    EXPECT_EQ(fill_holes(copy, 6), "1 part of pore of fewer than 6 voxels became solid (5 voxels)");
    EXPECT_EQ(copy.count_pores(), 6);
    EXPECT_EQ(fill_holes(slab, 7), "2 parts of pore of fewer than 7 voxels became solid (11 voxels)");
    EXPECT_EQ(slab.count_pores(), 0);
  }
}

TEST(Cleaning, leaves_specks_that_touch_a_face_or_hang_on_a_corner) {
  PoreSpace pores({6, 6, 6});
  pores.fill_with_pore();
  pores.set_solid(0, 3, 3);  // at a face
  pores.set_solid(2, 2, 2);  // these two touch by a corner
  pores.set_solid(3, 3, 3);
  for (PoreSlab& slab : slabs_of(pores, Communicator::world())) {
    PoreSlab copy = slab;
    EXPECT_EQ(remove_specks(copy, 2), "0 parts of solid of fewer than 2 voxels became pore (0 voxels)");
    expect_part_of(copy, pores);
    EXPECT_EQ(remove_specks(slab, 3), "1 part of solid of fewer than 3 voxels became pore (2 voxels)");
    EXPECT_EQ(slab.count_pores(), 215);
  }
}

/// What SciPy 1.17.1 makes of made image 0 whose pores are the grey values up to `threshold`: label() of the solids
/// with 26 neighbours, those that touch a face left out, and then of the pores with 18.
struct OfScipy {
  int threshold;
  std::int64_t despeckle;
  std::int64_t fill;
  const char* specks;
  const char* holes;
  std::int64_t pores;
  std::uint32_t crc;
};

TEST(Cleaning, does_what_scipy_does) {
  const std::array all{
      OfScipy{20, 0, 5, "", "43 parts of pore of fewer than 5 voxels became solid (64 voxels)", 1676, 3907838477},
      OfScipy{22, 0, 30, "", "21 parts of pore of fewer than 30 voxels became solid (26 voxels)", 1964, 4081019257},
      OfScipy{24, 0, 200, "", "17 parts of pore of fewer than 200 voxels became solid (19 voxels)", 2133, 3912290911},
      OfScipy{86, 9, 4, "1 part of solid of fewer than 9 voxels became pore (2 voxels)", "0 parts", 5880, 1027902964},
      OfScipy{88, 20, 8, "20 parts of solid of fewer than 20 voxels became pore (31 voxels)", "0 parts", 6597,
              1903041736},
      OfScipy{87, 300, 0, "4 parts of solid of fewer than 300 voxels became pore (5 voxels)", "", 6224, 3714790001}};
  std::vector<std::uint8_t> grey;
  for (const std::int64_t v : make_grey(0)) grey.push_back(static_cast<std::uint8_t>((v + 32 * 1000) / 32 - 1000 + 10));
  for (const OfScipy& expected : all) {
    SCOPED_TRACE(expected.threshold);
    PoreSpace pores(extent_of_made);
    const Extent n = extent_of_made;
    for (std::int64_t i = 0; i < n.voxels(); ++i)
      if (grey[static_cast<std::size_t>(i)] <= expected.threshold)
        pores.set_pore(i % n.nx, i / n.nx % n.ny, i / n.plane_voxels());
    PoreSlab slab(pores);
    if (expected.despeckle > 0) {
      EXPECT_THAT(remove_specks(slab, expected.despeckle), testing::HasSubstr(expected.specks));
    }
    if (expected.fill > 0) {
      EXPECT_THAT(fill_holes(slab, expected.fill), testing::HasSubstr(expected.holes));
    }
    EXPECT_EQ(slab.count_pores(), expected.pores);
    std::vector<std::uint8_t> bytes;
    for (std::int64_t i = 0; i < n.voxels(); ++i)
      bytes.push_back(slab.pores().is_pore(i % n.nx, i / n.nx % n.ny, i / n.plane_voxels()) ? 1 : 0);
    EXPECT_EQ(crc32_of(std::as_bytes(std::span(bytes))), expected.crc);
  }
}

}  // namespace
}  // namespace perm
