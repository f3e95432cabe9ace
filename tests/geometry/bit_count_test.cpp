// SPDX-License-Identifier: Apache-2.0
#include "geometry/bit_count.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <vector>

namespace perm {
namespace {

TEST(BitCount, is_that_of_the_standard_library) {
  std::mt19937 random(5);
  std::vector<std::uint32_t> a{0U, ~0U, 1U, 1U << 31};
  while (a.size() < 1000) a.push_back(static_cast<std::uint32_t>(random()));
  std::vector<std::uint32_t> b = a;
  std::shuffle(b.begin(), b.end(), random);
  std::int64_t bits = 0;
  std::int64_t differences = 0;
  for (std::size_t word = 0; word < a.size(); ++word) {
    EXPECT_EQ(count_bits(a[word]), std::popcount(a[word])) << a[word];
    bits += std::popcount(a[word]);
    differences += std::popcount(a[word] ^ b[word]);
  }
  EXPECT_EQ(count_bits(a), bits);
  EXPECT_EQ(count_differences(a, b), differences);
}

}  // namespace
}  // namespace perm
