// SPDX-License-Identifier: Apache-2.0
#include "geometry/segmentation/grey_ranges.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "core/errors.hpp"
#include "geometry/segmentation/marked_rows.hpp"

namespace perm {
namespace {

using testing::HasSubstr;

std::string error_of_ranges(const std::string& text) {
  try {
    parse_grey_ranges(text);
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::Not(HasSubstr("\n")));
    return error.what();
  }
  ADD_FAILURE() << "no InputError";
  return {};
}

TEST(GreyRanges, are_single_values_and_ranges_with_open_ends) {
  const auto ranges = parse_grey_ranges("0,2,5:7,:-3.5,90:");
  constexpr long double unbounded = std::numeric_limits<long double>::infinity();
  const std::vector<GreyRange> expected{{0, 0}, {2, 2}, {5, 7}, {-unbounded, -3.5}, {90, unbounded}};
  EXPECT_EQ(ranges, expected);
  EXPECT_EQ(in_words(ranges), "0, 2, 5 to 7, up to -3.5, 90 and above");
}

TEST(GreyRanges, refuse_what_is_no_range) {
  for (const char* text : {"", ",", "0,", ":", "a", "1:2:3", "5:3", "0 89", "nan", "0-89"})
    EXPECT_THAT(error_of_ranges(text), HasSubstr(std::string("'").append(text).append("'"))) << text;
}

TEST(GreyRanges, refuse_a_list_without_end_in_a_short_line) {
  std::string list = "0";
  for (int i = 1; i < 5'000'000; ++i) list += ",0";
  const std::string message = error_of_ranges(list);
  EXPECT_THAT(message, HasSubstr("more than 65536 values"));
  EXPECT_LT(message.size(), 300);
  list += 'x';
  EXPECT_LT(error_of_ranges(list.substr(list.size() - 1000)).size(), 300);
}

TEST(GreyRanges, that_overlap_are_compared_with_once) {
  std::string list = "0:1";
  for (int i = 1; i < 65536; ++i) list += i % 2 == 0 ? ",0:1" : ",3";
  EXPECT_EQ(typed_ranges<std::uint32_t>(parse_grey_ranges(list)).size(), 2);
  EXPECT_EQ(typed_ranges<float>(parse_grey_ranges("5:9,1:2,:0,8:8.5,-3,2:3,12:")).size(), 4);
}

}  // namespace
}  // namespace perm
