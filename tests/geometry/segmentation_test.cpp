// SPDX-License-Identifier: Apache-2.0
#include "geometry/segmentation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/errors.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// An image that is made from a list of values, x fastest.
class ListedImage final : public PlaneSource {
 public:
  ListedImage(const Extent& extent, std::vector<double> grey) : extent_(extent), grey_(std::move(grey)) {}
  Extent extent() const override { return extent_; }
  void read_plane(std::int64_t z, std::span<double> grey) override {
    ++planes_read;
    std::copy_n(grey_.begin() + z * extent_.plane_voxels(), extent_.plane_voxels(), grey.begin());
  }
  std::string description() const override { return "listed.tif"; }
  int planes_read{0};

 private:
  Extent extent_;
  std::vector<double> grey_;
};

/// Makes an image of 35 x 3 x 2 voxels, so that rows have padding bits. Its grey value is `where` if (x + 2*y + 5*z) %
/// 3 == 0, and `elsewhere` otherwise.
ListedImage striped(double where, double elsewhere) {
  const Extent extent{35, 3, 2};
  std::vector<double> grey;
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x) grey.push_back((x + 2 * y + 5 * z) % 3 == 0 ? where : elsewhere);
  return {extent, grey};
}

void expect_pore_is_stripe(const PoreSpace& pores, bool stripe_is_pore) {
  std::int64_t expected_pores = 0;
  for (std::int64_t z = 0; z < 2; ++z)
    for (std::int64_t y = 0; y < 3; ++y)
      for (std::int64_t x = 0; x < 35; ++x) {
        const bool expected = ((x + 2 * y + 5 * z) % 3 == 0) == stripe_is_pore;
        expected_pores += expected ? 1 : 0;
        EXPECT_EQ(pores.is_pore(x, y, z), expected) << x << ' ' << y << ' ' << z;
      }
  EXPECT_EQ(pores.count_pores(), expected_pores) << "padding bits are set";
}

template <class Call>
std::string message_of(const Call& call) {
  try {
    call();
  } catch (const InputError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::input);
    EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
    return error.what();
  }
  ADD_FAILURE() << "no InputError";
  return {};
}

TEST(GreyRanges, are_single_values_and_ranges_with_open_ends) {
  const auto ranges = parse_grey_ranges("0,2,5:7,:-3.5,90:");
  ASSERT_EQ(ranges.size(), 5U);
  EXPECT_EQ(ranges[0].low, 0);
  EXPECT_EQ(ranges[0].high, 0);
  EXPECT_EQ(ranges[2].low, 5);
  EXPECT_EQ(ranges[2].high, 7);
  EXPECT_EQ(ranges[3].low, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(ranges[3].high, -3.5);
  EXPECT_EQ(ranges[4].low, 90);
  EXPECT_EQ(ranges[4].high, std::numeric_limits<double>::infinity());
}

TEST(GreyRanges, refuse_what_is_no_range) {
  for (const char* text : {"", ",", "0,", ":", "a", "1:2:3", "5:3", "0 89", "nan", "0-89"})
    EXPECT_THAT(message_of([&] { parse_grey_ranges(text); }), HasSubstr(std::string("'").append(text).append("'")))
        << text;
}

TEST(Segmentation, takes_the_smaller_of_two_values_as_pore_and_says_that_it_was_assumed) {
  ListedImage bright_stripe = striped(10, 4);
  const Segmentation result = segment(bright_stripe, {});
  expect_pore_is_stripe(result.pores.pores(), false);
  EXPECT_THAT(result.rule, AllOf(HasSubstr("4 is pore"), HasSubstr("10 is solid"), HasSubstr("assumed")));
  EXPECT_EQ(bright_stripe.planes_read, 2);
  ListedImage dark_stripe = striped(-1, 255);
  expect_pore_is_stripe(segment(dark_stripe, {}).pores.pores(), true);
}

TEST(Segmentation, takes_the_given_values_as_pore_or_as_solid) {
  ListedImage image = striped(10, 4);
  const Segmentation pore = segment(image, {parse_grey_ranges("9:11"), {}});
  expect_pore_is_stripe(pore.pores.pores(), true);
  EXPECT_THAT(pore.rule, AllOf(HasSubstr("9 to 11 are pore"), HasSubstr("given")));
  const Segmentation solid = segment(image, {{}, parse_grey_ranges("10")});
  expect_pore_is_stripe(solid.pores.pores(), false);
  EXPECT_THAT(solid.rule, HasSubstr("10 are solid"));
}

TEST(Segmentation, includes_both_ends_of_a_range) {
  ListedImage image({4, 1, 1}, {1, 2, 3, 4});
  const PoreSpace pores = segment(image, {parse_grey_ranges("2:3"), {}}).pores.pores();
  EXPECT_FALSE(pores.is_pore(0, 0, 0));
  EXPECT_TRUE(pores.is_pore(1, 0, 0));
  EXPECT_TRUE(pores.is_pore(2, 0, 0));
  EXPECT_FALSE(pores.is_pore(3, 0, 0));
}

TEST(Segmentation, lists_some_values_when_there_are_more_than_two_and_no_rule) {
  ListedImage three({3, 1, 1}, {7, 5, 6});
  EXPECT_THAT(message_of([&] { segment(three, {}); }),
              AllOf(HasSubstr("listed.tif"), HasSubstr("5, 6, 7"), HasSubstr("--pore"), HasSubstr("--solid")));
  ListedImage many({7, 1, 1}, {70, 60, 50, 40, 30, 20, 10});
  EXPECT_THAT(message_of([&] { segment(many, {}); }), HasSubstr("30, 40, 50, 60, 70 and others"));
}

TEST(Segmentation, refuses_an_image_of_one_value) {
  ListedImage image({2, 1, 1}, {3, 3});
  EXPECT_THAT(message_of([&] { segment(image, {}); }), AllOf(HasSubstr("every voxel is 3"), HasSubstr("--pore 3")));
}

TEST(Segmentation, names_the_polarity_when_all_is_solid) {
  ListedImage image = striped(10, 4);
  EXPECT_THAT(message_of([&] {
                segment(image, {parse_grey_ranges("0:3"), {}});
              }),
              AllOf(HasSubstr("all solid"), HasSubstr("from 4 to 10"), HasSubstr("polarity")));
}

TEST(Segmentation, takes_an_image_that_is_all_pore_and_says_so) {
  ListedImage image = striped(10, 4);
  const Segmentation all = segment(image, {{}, parse_grey_ranges("0:3")});
  EXPECT_EQ(all.pores.count_pores(), image.extent().voxels());
  EXPECT_THAT(all.rule, HasSubstr("all voxels are pore, from 4 to 10"));
  ListedImage one_value({2, 1, 1}, {3, 3});
  EXPECT_EQ(segment(one_value, {parse_grey_ranges("3"), {}}).pores.count_pores(), 2);
}

TEST(Segmentation, refuses_a_value_that_is_not_a_number) {
  ListedImage image({2, 2, 1}, {0, 1, 0, std::numeric_limits<double>::quiet_NaN()});
  EXPECT_THAT(message_of([&] { segment(image, {}); }), HasSubstr("(1, 1, 0)"));
  EXPECT_THAT(message_of([&] { segment(image, {parse_grey_ranges("0"), {}}); }), HasSubstr("not a number"));
}

TEST(Segmentation, refuses_two_rules) {
  ListedImage image = striped(10, 4);
  EXPECT_THAT(message_of([&] {
                segment(image, {parse_grey_ranges("4"), parse_grey_ranges("10")});
              }),
              HasSubstr("both"));
}

}  // namespace
}  // namespace perm
