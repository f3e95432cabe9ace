// SPDX-License-Identifier: Apache-2.0
#include "laplace/row_flux.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace perm {
namespace {

constexpr std::size_t words = 4;
constexpr std::size_t voxels = 32 * words;

/// Holds a row of random cells, and the same row voxel by voxel.
struct Row {
  explicit Row(std::mt19937& random, unsigned pattern) : of_potential(voxels + 2), of_width(voxels + 2) {
    std::uniform_real_distribution<float> values(-1, 1);
    for (std::size_t word = 0; word < words; ++word) {
      // All, none, few and half of the voxels are pores.
      const std::uint32_t bits = pattern == 0   ? ~0U
                                 : pattern == 1 ? 0U
                                 : pattern == 2 ? static_cast<std::uint32_t>(random() & random() & random())
                                                : static_cast<std::uint32_t>(random());
      row.push_back({bits, static_cast<std::uint32_t>(potential.size())});
      for (int bit = 0; bit < std::popcount(bits); ++bit) {
        potential.push_back(values(random));
        widths.push_back(static_cast<std::uint8_t>(1 + random() % 255));
      }
    }
    cells = potential.size();
    potential.push_back(0);  // lists are never empty
    widths.push_back(0);
  }
  RowWords list() const { return {row.data(), words}; }
  /// Writes the row out; there is solid before and after it.
  DenseRow dense(const RowFlux& flux) {
    flux.write(list(), potential.data(), widths.data(), of_potential.data() + 1, of_width.data() + 1);
    return {of_potential.data() + 1, of_width.data() + 1};
  }

  std::vector<OccupancyWord> row;
  std::vector<float> potential;
  std::vector<std::uint8_t> widths;
  std::size_t cells{0};
  std::vector<float> of_potential;
  std::vector<float> of_width;
};

TEST(RowFlux, is_what_faces_conduct_with_the_same_bits_by_every_instruction_set) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<Row> rows;
    for (int i = 0; i < 5; ++i) rows.emplace_back(random, static_cast<unsigned>(random() % 4));
    for (const RowFlux* flux : all_row_flux()) {
      const DenseRow own = rows[0].dense(*flux);
      const DenseRow beside[4]{rows[1].dense(*flux), rows[2].dense(*flux), rows[3].dense(*flux), rows[4].dense(*flux)};
      std::vector<float> found(voxels + RowFlux::room);
      flux->find(rows[0].list(), own, beside, found.data());
      std::size_t cell = 0;
      for (int x = 0; x < static_cast<int>(voxels); ++x) {
        if ((rows[0].row[static_cast<std::size_t>(x) / 32].bits >> (x % 32) & 1U) == 0) {
          EXPECT_EQ(own.width[x], 0);
          continue;
        }
        EXPECT_EQ(own.potential[x], rows[0].potential[cell]);
        EXPECT_EQ(own.width[x], rows[0].widths[cell]);
        float sum = 0;
        const auto add = [&](const DenseRow& other, int there) {
          if (other.width[there] > 0)
            sum += own.width[x] * other.width[there] * (own.potential[x] - other.potential[there]);
        };
        add(own, x - 1);
        add(own, x + 1);
        for (const DenseRow& row : beside) add(row, x);
        EXPECT_EQ(found[cell++], sum);
      }
      EXPECT_EQ(cell, rows[0].cells);
    }
  }
}

}  // namespace
}  // namespace perm
