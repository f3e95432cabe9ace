// SPDX-License-Identifier: Apache-2.0
#include "report/headline_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/units.hpp"

namespace perm {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Voxels whose square is 1 mD, so that K in voxel^2 is K in mD.
ImageReport image_of_millidarcy() {
  ImageReport image;
  image.extent = {10, 10, 10};
  image.voxel_size_m = std::sqrt(1e-3 * darcy_m2);
  return image;
}

Headline headline_of(double k, double low, double high) {
  Headline headline;
  headline.permeability_voxel2 = k;
  headline.low_voxel2 = low;
  headline.high_voxel2 = high;
  return headline;
}

std::string text_of(double k, double low, double high) {
  return headline_in_words(headline_of(k, low, high), image_of_millidarcy(), Axis::x, {}).text();
}

TEST(HeadlineWords, have_the_digits_that_the_interval_allows) {
  EXPECT_EQ(text_of(589.45, 361.2, 943.1), "590 mD, 360 to 940");
  EXPECT_EQ(text_of(589.45, 588.8, 590.1), "589.5 mD, 588.8 to 590.1");
  EXPECT_EQ(text_of(589.45, 510, 670), "590 mD, 510 to 670");
  EXPECT_EQ(text_of(589.45, 0, 1400), "590 mD, 0 to 1400");
  EXPECT_EQ(text_of(589.45, 59.3, 5893), "590 mD, 59 to 5900");
  EXPECT_EQ(text_of(0.00123456, 0.0011, 0.0014), "0.00123 mD, 0.00110 to 0.00140");
}

TEST(HeadlineWords, are_in_darcy_from_ten_of_them_on_and_in_voxel2_without_a_voxel_size) {
  EXPECT_EQ(text_of(9990, 9000, 11000), "10000 mD, 9000 to 11000");
  EXPECT_EQ(text_of(15200, 14100, 16300), "15.2 D, 14.1 to 16.3");
  ImageReport image = image_of_millidarcy();
  image.voxel_size_m.reset();
  EXPECT_EQ(headline_in_words(headline_of(0.0232, 0.02, 0.027), image, Axis::x, {}).text(),
            "0.0232 voxel^2, 0.0200 to 0.0270");
}

TEST(HeadlineWords, turn_the_interval_around_in_a_unit_that_falls_with_K) {
  const ImageReport image = image_of_millidarcy();
  const auto in = [&](double low) {
    return headline_in_words(headline_of(500, low, 1000), image, Axis::x, TradeUnitChoice{TradeUnit::gurley, 1e-4});
  };
  const HeadlineWords words = in(250);
  EXPECT_EQ(words.label, "Gurley");
  EXPECT_EQ(words.unit, "s per 100 cm^3");
  const double value = std::stod(words.value);
  EXPECT_THAT(words.interval, HasSubstr(" to "));
  const auto middle = words.interval.find(" to ");
  EXPECT_NEAR(std::stod(words.interval.substr(0, middle)), value / 2, 0.06 * value);
  EXPECT_NEAR(std::stod(words.interval.substr(middle + 4)), value * 2, 0.06 * value);
  EXPECT_THAT(in(0).interval, HasSubstr("to infinity"));
}

TEST(HeadlineWords, say_what_is_in_the_interval_and_what_is_not) {
  Headline headline = headline_of(589.45, 361.2, 943.1);
  headline.parts = {{"faces", std::log(1.5)}, {"voxels", std::log(1.17)}, {"iteration", 0.000963}};
  headline.unknown = {"segmentation"};
  const HeadlineWords words = headline_in_words(headline, image_of_millidarcy(), Axis::x, {});
  EXPECT_EQ(words.causes, "faces 50 %, voxels 17 %, iteration 0.096 %");
  EXPECT_EQ(format_headline(words),
            "  permeability        590 mD, 360 to 940 in 95 of 100 cases\n"
            "                      faces 50 %, voxels 17 %, iteration 0.096 %; not in it: segmentation\n");
  const auto json = describe_headline(headline, image_of_millidarcy(), words);
  EXPECT_EQ(json.at("text"), "590 mD, 360 to 940");
  EXPECT_NEAR(json.at("low_mD").get<double>(), 361.2, 1e-9);
  EXPECT_EQ(json.at("parts").at(0).at("cause"), "faces");
}

TEST(HeadlineWords, claim_no_interval_where_there_is_none) {
  Headline headline;
  headline.permeability_voxel2 = 589.45;
  headline.unknown = {"voxels", "iteration"};
  const HeadlineWords words = headline_in_words(headline, image_of_millidarcy(), Axis::x, {});
  EXPECT_EQ(words.text(), "589.5 mD");
  EXPECT_THAT(format_headline(words),
              testing::AllOf(HasSubstr("589.5 mD, without an interval\n"), HasSubstr("not known: voxels, iteration\n"),
                             Not(HasSubstr("95 of 100"))));
}

}  // namespace
}  // namespace perm
