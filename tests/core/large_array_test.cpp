// SPDX-License-Identifier: Apache-2.0
#include "core/large_array.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/process_memory.hpp"

namespace perm {
namespace {

TEST(LargeArray, is_zero_until_written) {
  LargeArray<float> array(1'000'003);
  EXPECT_TRUE(std::all_of(array.span().begin(), array.span().end(), [](float value) { return value == 0; }));
  array[1'000'002] = 7;
  EXPECT_EQ(std::as_const(array)[1'000'002], 7);
}

TEST(LargeArray, starts_on_a_page) {
  LargeArray<double> array(3);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.data()) % static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE)), 0U);
}

TEST(LargeArray, knows_its_size_and_bytes) {
  LargeArray<double> array(1001);
  EXPECT_EQ(array.size(), 1001U);
  EXPECT_EQ(array.bytes(), 8008U);
  EXPECT_EQ(array.span().size(), 1001U);
}

TEST(LargeArray, of_no_values_has_no_memory) {
  for (const LargeArray<int>& array : {LargeArray<int>(), LargeArray<int>(0)}) {
    EXPECT_EQ(array.data(), nullptr);
    EXPECT_EQ(array.size(), 0U);
  }
}

TEST(LargeArray, hands_its_memory_over_when_moved) {
  LargeArray<int> first(100);
  first[42] = 5;
  const int* memory = first.data();
  LargeArray<int> second(std::move(first));
  EXPECT_EQ(second.data(), memory);
  EXPECT_EQ(second[42], 5);
  LargeArray<int> third;
  third = std::move(second);
  EXPECT_EQ(third.data(), memory);
  EXPECT_EQ(third.size(), 100U);
}

TEST(LargeArray, takes_memory_only_where_it_is_written_and_gives_it_back) {
  if (resident_bytes() == 0) GTEST_SKIP() << "this system does not tell resident memory";
  constexpr std::int64_t megabyte = 1'000'000;
  const std::int64_t before = resident_bytes();
  {
    LargeArray<char> array(512 * megabyte);
    EXPECT_LT(resident_bytes() - before, 16 * megabyte);
    std::fill_n(array.data(), 64 * megabyte, 'x');
    EXPECT_GT(resident_bytes() - before, 60 * megabyte);
    EXPECT_LT(resident_bytes() - before, 80 * megabyte);
  }
  EXPECT_LT(resident_bytes() - before, 16 * megabyte);
}

TEST(LargeArray, says_so_when_the_system_refuses) {
  EXPECT_THROW(LargeArray<double>(std::size_t{1} << 50), DeviceError);  // 9 PB: more than can be addressed
}

}  // namespace
}  // namespace perm
