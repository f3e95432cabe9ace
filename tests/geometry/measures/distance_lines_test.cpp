// SPDX-License-Identifier: Apache-2.0
// The oracle looks at all positions of a line, as far as a line goes on beyond its ends.
#include "geometry/measures/distance_lines.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "geometry/measures/far_voxels.hpp"
#include "geometry/measures/narrow_pores.hpp"
#include "geometry/measures/pore_size.hpp"
#include "geometry/measures/seam.hpp"
#include "geometry/random_pores.hpp"

namespace perm {
namespace {

constexpr std::array all_ends{LineEnds::ring, LineEnds::nothing, LineEnds::solid};

std::vector<SquaredDistance> transform_slowly(const std::vector<SquaredDistance>& line, LineEnds ends) {
  const auto length = static_cast<std::int64_t>(line.size());
  std::vector<SquaredDistance> result;
  for (std::int64_t x = 0; x < length; ++x) {
    std::int64_t least = saturated_distance;
    for (std::int64_t q = -length; q < 2 * length; ++q) {
      const bool inside = 0 <= q && q < length;
      if (!inside && ends == LineEnds::nothing) continue;
      const std::int64_t value =
          !inside && ends == LineEnds::solid ? 0 : line[static_cast<std::size_t>((q + length) % length)];
      least = std::min(least, value + (x - q) * (x - q));
    }
    result.push_back(static_cast<SquaredDistance>(least));
  }
  return result;
}

/// Gives a line of few solid voxels, and values that other axes have left.
std::vector<SquaredDistance> random_line(std::int64_t length, double solid, std::mt19937& random) {
  std::uniform_real_distribution<double> share;
  std::vector<SquaredDistance> line;
  for (std::int64_t x = 0; x < length; ++x) {
    const double draw = share(random);
    line.push_back(draw < solid            ? SquaredDistance{0}
                   : draw < solid + 0.1    ? saturated_distance
                   : draw < 2 * solid + .1 ? static_cast<SquaredDistance>(random() % 500)
                                           : static_cast<SquaredDistance>(20000 + random() % 45536));
  }
  return line;
}

void expect_slow_result(std::int64_t length, std::int64_t lines, LineEnds ends, double solid, std::mt19937& random) {
  std::vector<std::vector<SquaredDistance>> given;
  for (std::int64_t line = 0; line < lines; ++line) given.push_back(random_line(length, solid, random));
  const std::int64_t stride = lines + 3;
  std::vector<SquaredDistance> sheet(static_cast<std::size_t>(length * stride));
  const auto value = [&](std::int64_t line, std::int64_t i) -> SquaredDistance& {
    return sheet[static_cast<std::size_t>(i * stride + line)];
  };
  for (std::int64_t i = 0; i < length; ++i)
    for (std::int64_t line = 0; line < lines; ++line)
      value(line, i) = given[static_cast<std::size_t>(line)][static_cast<std::size_t>(i)];
  SheetTransform(length, ends).apply(sheet.data(), lines, stride);
  for (std::int64_t line = 0; line < lines; ++line) {
    const auto expected = transform_slowly(given[static_cast<std::size_t>(line)], ends);
    for (std::int64_t i = 0; i < length; ++i)
      ASSERT_EQ(value(line, i), expected[static_cast<std::size_t>(i)])
          << "ends " << static_cast<int>(ends) << ", length " << length << ", line " << line << ", voxel " << i;
  }
}

TEST(SheetTransform, is_the_least_of_all_sums_on_short_lines) {
  std::mt19937 random(31);
  for (int sheet = 0; sheet < 600; ++sheet)
    expect_slow_result(1 + static_cast<std::int64_t>(random() % 20), 1 + static_cast<std::int64_t>(random() % 40),
                       all_ends[random() % 3], 0.1 * static_cast<double>(random() % 7), random);
}

TEST(SheetTransform, is_the_least_of_all_sums_on_lines_longer_than_the_search) {
  std::mt19937 random(32);
  for (const LineEnds ends : all_ends)
    for (const std::int64_t length : {127, 128, 129, 254, 257, 300, 520})
      for (const double solid : {0.0, 0.003, 0.01, 0.3}) expect_slow_result(length, 5, ends, solid, random);
}

TEST(SheetTransform, finds_a_solid_voxel_at_the_end_of_the_search_and_behind_it) {
  for (const std::int64_t gap : {125, 126, 127, 128, 129, 130, 255, 256, 257, 258, 259, 300}) {
    std::vector<SquaredDistance> line(600, saturated_distance);
    line[10] = 0;
    line[static_cast<std::size_t>(10 + gap)] = 0;
    const std::vector<SquaredDistance> expected = transform_slowly(line, LineEnds::nothing);
    SheetTransform(600, LineEnds::nothing).apply(line.data(), 1, 1);
    EXPECT_EQ(line, expected) << gap;
  }
}

TEST(RowDistances, are_those_of_the_nearest_solid_voxel) {
  std::mt19937 random(33);
  for (int row = 0; row < 3000; ++row) {
    const auto nx = static_cast<std::int64_t>(row % 10 == 0 ? 1 + random() % 600 : 1 + random() % 40);
    const LineEnds ends = all_ends[random() % 3];
    const std::uint32_t solid_one_in = 2 + static_cast<std::uint32_t>(random() % 30);
    std::vector<std::uint32_t> words(static_cast<std::size_t>(nx + 31) / 32);
    std::vector<SquaredDistance> line(static_cast<std::size_t>(nx));
    for (std::int64_t x = 0; x < nx; ++x) {
      if (random() % solid_one_in == 0) continue;
      words[static_cast<std::size_t>(x / 32)] |= 1U << (x % 32);
      line[static_cast<std::size_t>(x)] = saturated_distance;
    }
    std::vector<SquaredDistance> found(line.size());
    RowDistances(nx, ends).find(words, found.data());
    ASSERT_EQ(found, transform_slowly(line, ends)) << "ends " << static_cast<int>(ends) << ", length " << nx;
  }
}

TEST(FarVoxels, are_those_of_the_least_distance_or_more) {
  std::mt19937 random(34);
  for (const Extent& extent : {Extent{5, 4, 3}, Extent{32, 3, 3}, Extent{71, 9, 8}}) {
    const PoreSpace pores = random_pores(extent, 0.9, random);
    const LargeArray<SquaredDistance> map = map_squared_distances(pores);
    for (const std::int64_t least : {0, 1, 2, 4, 65535, 65536}) {
      const PoreSlab far = find_far_voxels(pores, map, least);
      PoreSpace expected(extent);
      for (std::int64_t z = 0; z < extent.nz; ++z)
        for (std::int64_t y = 0; y < extent.ny; ++y)
          for (std::int64_t x = 0; x < extent.nx; ++x)
            if (map[static_cast<std::size_t>(extent.index(x, y, z))] >= least) expected.set_pore(x, y, z);
      EXPECT_TRUE(far.pores() == expected) << least;  // compares padding bits too
    }
  }
}

/// Everything that is measured in a pore space, for comparison bit by bit.
struct Measures {
  std::vector<SquaredDistance> map;
  PoreSize size;
  NarrowShares narrow;
  std::array<Seam, 3> seams;
};

Measures measure(const PoreSpace& pores, int threads) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(threads);
  const LargeArray<SquaredDistance> map = map_squared_distances(pores);
  const Measures found{
      {map.begin(), map.end()}, measure_pore_size(pores, map), measure_narrow_shares(pores, map), measure_seams(pores)};
  omp_set_num_threads(before);
  return found;
}

TEST(Measures, are_the_same_for_every_number_of_threads) {
  std::mt19937 random(35);
  const PoreSpace pores = random_pores({150, 129, 131}, 0.97, random);
  const Measures one = measure(pores, 1);
  for (const int threads : {2, 5}) {
    const Measures several = measure(pores, threads);
    EXPECT_EQ(several.map, one.map);
    EXPECT_EQ(several.size.largest_radius, one.size.largest_radius);
    EXPECT_EQ(several.size.mean_square_radius, one.size.mean_square_radius);
    EXPECT_EQ(several.size.specific_surface, one.size.specific_surface);
    EXPECT_EQ(several.narrow.below_3, one.narrow.below_3);
    EXPECT_EQ(several.narrow.below_5, one.narrow.below_5);
    for (std::size_t axis = 0; axis < one.seams.size(); ++axis) {
      EXPECT_EQ(several.seams[axis].difference, one.seams[axis].difference);
      EXPECT_EQ(several.seams[axis].mean_inside, one.seams[axis].mean_inside);
      EXPECT_EQ(several.seams[axis].porosity_of_first, one.seams[axis].porosity_of_first);
    }
  }
}

}  // namespace
}  // namespace perm
