// SPDX-License-Identifier: Apache-2.0
#include "laplace/cell_loops.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "core/errors.hpp"
#include "laplace/slow_graph.hpp"

namespace perm {
namespace {

struct NotANumber {
  void operator()(std::uint32_t /*cell*/, double* values) const {
    values[0] = -std::numeric_limits<double>::quiet_NaN();
  }
};

/// The number of a cell, and 1 but for one cell.
struct NumberAndOnes {
  std::uint32_t odd_cell;
  double odd;

  void operator()(std::uint32_t cell, double* values) const {
    values[0] = cell;
    values[1] = cell == odd_cell ? odd : 1;
  }
};

TEST(CellLoops, sum_exactly_and_give_no_number_for_the_terms_that_are_not_finite_alone) {
  const RandomGraph random({40, 33, 30}, 0.6, {}, 9);
  const double infinity = std::numeric_limits<double>::infinity();
  for (const int threads : {1, 2, 5}) {
    const CellLoops loops(random.graph(threads), std::make_shared<const ThreadTeam>(threads));
    const auto cells = static_cast<double>(loops.cells());
    EXPECT_TRUE(std::isnan(loops.sums<1>(loops.cells(), NotANumber{})[0]));
    for (const std::uint32_t cell : {0U, 1023U, 1024U, 7777U, static_cast<std::uint32_t>(loops.cells() - 1)}) {
      const std::array<double, 2> sums = loops.sums<2>(loops.cells(), NumberAndOnes{cell, -1});
      EXPECT_NEAR(sums[0] / (cells * (cells - 1) / 2), 1, 1e-9);  // in quanta of 2^-40 of the largest
      EXPECT_EQ(sums[1], cells - 2);
      for (const double odd : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
        const std::array<double, 2> no_number = loops.sums<2>(loops.cells(), NumberAndOnes{cell, odd});
        EXPECT_EQ(no_number[0], sums[0]);
        EXPECT_TRUE(std::isnan(no_number[1])) << odd << " at cell " << cell;
      }
    }
  }
}

TEST(SharedPieces, are_refused_where_32_bits_cannot_number_them) {
  EXPECT_NO_THROW(require_numbers((std::int64_t{1} << 32) - 2, "pieces"));
  try {
    require_numbers(std::int64_t{1} << 32, "pieces");
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("4294967296 pieces"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace perm
