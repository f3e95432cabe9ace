// SPDX-License-Identifier: Apache-2.0
// What a threshold, a filter and the small parts make of a grey image, in how many processes it may be. Every test
// holds for any number of processes.
#include "geometry/segmentation/threshold_choice.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "geometry/segmentation/made_grey.hpp"
#include "geometry/segmentation/median_planes.hpp"
#include "geometry/segmentation/segmentation.hpp"
#include "geometry/slabs.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::HasSubstr;

PoreRule by(ThresholdMethod method, std::optional<Polarity> pore = Polarity::dark) {
  PoreRule rule;
  rule.threshold = ThresholdChoice{method};
  rule.polarity = pore;
  return rule;
}

std::string refusal_of(PlaneSource& image, const PoreRule& rule) {
  try {
    segment(image, rule, Communicator::world());
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

template <class T>
std::string refusal_of(std::vector<T> values, const PoreRule& rule) {
  const auto n = static_cast<std::int64_t>(values.size());
  ListedImage<T> image({1, 1, n}, std::move(values));
  return refusal_of(image, rule);
}

/// Gives the voxels of made image `k`, of the type T.
template <class T>
ListedImage<T> made(std::uint64_t k) {
  std::vector<T> voxels;
  for (const std::int64_t grey : make_grey(k))
    voxels.push_back(static_cast<T>(std::clamp<std::int64_t>(grey / 32 + 10, 0, 255)));
  return {extent_of_made, std::move(voxels)};
}

TEST(ThresholdChoice, takes_one_side_of_the_threshold_that_is_found) {
  for (const ThresholdMethod method : {ThresholdMethod::otsu, ThresholdMethod::valley, ThresholdMethod::multi_otsu})
    for (const Polarity polarity : {Polarity::dark, Polarity::bright}) {
      auto image = made<std::uint8_t>(0);
      const GreyHistogram histogram = GreyHistogram::of(image, {});
      const auto both = *find_multi_otsu(histogram);
      const double threshold = method == ThresholdMethod::otsu     ? *find_otsu(histogram)
                               : method == ThresholdMethod::valley ? *find_valley(histogram)
                               : polarity == Polarity::dark        ? both[0]
                                                                   : both[1];
      const Segmentation found = segment(image, by(method, polarity), Communicator::world());
      const std::string range = ":" + std::to_string(static_cast<int>(threshold));
      PoreRule typed;
      (polarity == Polarity::dark ? typed.pore : typed.solid) = parse_grey_ranges(range);
      expect_part_of(found.pores, segment(image, typed).pores.pores());
      EXPECT_THAT(found.rule, HasSubstr(polarity == Polarity::dark ? "are pore, all others" : "are solid, all others"));
      ASSERT_EQ(found.steps.size(), 1U);
      EXPECT_EQ(found.steps[0].porosity, static_cast<double>(found.pores.count_pores()) / 7680);
    }
}

TEST(ThresholdChoice, prints_a_number_that_finds_the_same_voxels_when_it_is_typed) {
  const auto expect_typed_alike = [](auto& image) {
    const Segmentation found = segment(image, by(ThresholdMethod::otsu));
    const std::string before = "grey values up to ";
    const std::size_t from = found.rule.find(before) + before.size();
    PoreRule typed;
    typed.pore = parse_grey_ranges(":" + found.rule.substr(from, found.rule.find(' ', from) - from));
    EXPECT_TRUE(segment(image, typed).pores.pores() == found.pores.pores()) << found.rule;
  };
  for (std::uint64_t k = 0; k < 20; ++k) with_made(k, expect_typed_alike);
}

TEST(ThresholdChoice, without_a_polarity_gives_the_porosity_of_both) {
  auto image = made<std::uint8_t>(0);
  const double dark = GreyHistogram::of(image, {}).share_up_to(32);
  EXPECT_THAT(refusal_of(image, by(ThresholdMethod::otsu, {})),
              AllOf(HasSubstr(fmt::format("the threshold is 32: with --pore dark the porosity is {:.4f}", dark)),
                    HasSubstr(fmt::format("with --pore bright {:.4f}", 1 - dark)),
                    HasSubstr("--threshold otsu --pore dark, or --threshold otsu --pore bright")));
  PoreRule number;
  number.threshold = ThresholdChoice{{}, 32};
  EXPECT_THAT(refusal_of(image, number), HasSubstr("--threshold 32 --pore dark, or --threshold 32 --pore bright"));
  PoreRule polarity;
  polarity.polarity = Polarity::bright;
  EXPECT_THAT(refusal_of(image, polarity),
              AllOf(HasSubstr("--pore bright is given without --threshold"), HasSubstr("otsu (32)"),
                    HasSubstr("multi-otsu (32 and 84)"), HasSubstr("valley (34)")));
}

TEST(ThresholdChoice, refuses_an_image_that_it_does_not_part) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(refusal_of<std::uint8_t>({7, 7, 7}, by(ThresholdMethod::otsu)), HasSubstr("every voxel is 7"));
  EXPECT_THAT(refusal_of<double>({none, none}, by(ThresholdMethod::otsu)), HasSubstr("no voxel of it is a number"));
  EXPECT_THAT(refusal_of<double>({0, 1, none}, by(ThresholdMethod::otsu)), HasSubstr("(0, 0, 2) is not a number"));
  EXPECT_THAT(refusal_of<float>({0, 1, INFINITY}, by(ThresholdMethod::otsu)), HasSubstr("finite"));
  EXPECT_THAT(refusal_of<std::uint8_t>({7, 9, 9}, by(ThresholdMethod::multi_otsu)), HasSubstr("three grey values"));
  std::vector<std::uint16_t> noise;
  std::mt19937 random(4);
  for (int i = 0; i < 9000; ++i) noise.push_back(static_cast<std::uint16_t>(random() % 400 + random() % 400));
  EXPECT_THAT(refusal_of(noise, by(ThresholdMethod::valley)), HasSubstr("two modes with a valley between them"));
  for (const int outside : {-1, 6, 9, 300})
    for (const Polarity polarity : {Polarity::dark, Polarity::bright}) {
      PoreRule rule;
      rule.threshold = ThresholdChoice{{}, static_cast<long double>(outside)};
      rule.polarity = polarity;
      EXPECT_THAT(refusal_of<std::uint8_t>({7, 8, 9}, rule), HasSubstr("parts nothing")) << outside;
    }
}

TEST(ThresholdChoice, warns_where_a_histogram_shows_no_two_phases) {
  std::vector<std::uint8_t> flat;
  for (int i = 0; i < 5120; ++i) flat.push_back(static_cast<std::uint8_t>(i));
  ListedImage<std::uint8_t> image({20, 1, 256}, flat);
  EXPECT_THAT(segment(image, by(ThresholdMethod::otsu), Communicator::world()).warnings,
              testing::ElementsAre(HasSubstr("may part noise")));
  auto clear = made<std::uint8_t>(0);
  EXPECT_THAT(segment(clear, by(ThresholdMethod::otsu), Communicator::world()).warnings, testing::IsEmpty());
}

TEST(ThresholdChoice, filtered_and_cleaned_is_that_of_one_process_and_moves_with_the_threshold) {
  for (const FileAxes axes : {FileAxes::xyz, FileAxes::zyx}) {
    PoreRule rule = by(ThresholdMethod::otsu);
    rule.axes = axes;
    rule.denoise = Denoise::median;
    rule.despeckle = 40;
    rule.fill = 15;
    const auto image = [] {
      std::vector<std::uint16_t> voxels;
      for (const std::int64_t grey : make_grey(4)) {  // noise on layers of five rows
        const std::int64_t row = std::ssize(voxels) / extent_of_made.nx % extent_of_made.ny;
        voxels.push_back(static_cast<std::uint16_t>(9000 + (grey + 5000) * 7919 % 2048 + row / 5 % 2 * 500));
      }
      return median_planes(std::make_unique<ListedImage<std::uint16_t>>(extent_of_made, voxels),
                           {{{2, 23}, {0, 19}, {1, 16}}});
    };
    const Segmentation alone = segment(*image(), rule);
    const Segmentation together = segment(*image(), rule, Communicator::world());
    EXPECT_EQ(together.rule, alone.rule);
    EXPECT_THAT(alone.rule, AllOf(HasSubstr("after a median filter of 3^3 voxels, grey values up to "),
                                  HasSubstr("(Otsu's threshold), then "), HasSubstr("of solid of fewer than 40 voxels"),
                                  HasSubstr(", then "), HasSubstr("of pore of fewer than 15 voxels became solid")));
    expect_part_of(together.pores, alone.pores.pores());
    ASSERT_EQ(alone.steps.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(together.steps[i].porosity, alone.steps[i].porosity);
    ASSERT_NE(alone.moving, nullptr);
    expect_part_of(together.moving->voxels, alone.moving->voxels.pores());
    // No voxel of a part that was taken away moves with the threshold.
    PoreRule raw = rule;
    raw.despeckle = raw.fill = 0;
    const PoreSpace before = segment(*image(), raw).pores.pores();
    ASSERT_FALSE(before == alone.pores.pores());
    for (std::size_t i = 0; i < before.words().size(); ++i)
      EXPECT_EQ(alone.moving->voxels.pores().words()[i] & (before.words()[i] ^ alone.pores.pores().words()[i]), 0U);
  }
}

TEST(ThresholdChoice, refuses_to_fill_all_pores) {
  auto image = made<std::uint8_t>(0);
  PoreRule rule = by(ThresholdMethod::otsu);
  rule.fill = 7681;
  EXPECT_THAT(refusal_of(image, rule), AllOf(HasSubstr("all solid"), HasSubstr("--fill")));
}

TEST(ThresholdChoice, counts_the_same_histogram_in_several_processes) {
  std::mt19937 random(9);
  std::vector<float> many(150'000);
  for (float& value : many) value = static_cast<float>(random()) / 4e9F;
  ListedImage<float> image({100, 100, 15}, many);
  const GreyHistogram alone = GreyHistogram::of(image, {});
  const GreyHistogram together = GreyHistogram::of(image, Communicator::world());
  EXPECT_EQ(together.values(), alone.values());
  EXPECT_TRUE(together.counts().empty());
  ASSERT_EQ(together.bins().size(), 256U);
  for (std::size_t i = 0; i < 256; ++i) {
    EXPECT_EQ(together.bins()[i].grey, alone.bins()[i].grey);
    EXPECT_EQ(together.bins()[i].voxels, alone.bins()[i].voxels);
    EXPECT_EQ(together.bins()[i].up_to_grey, alone.bins()[i].up_to_grey);
  }
}

}  // namespace
}  // namespace perm
