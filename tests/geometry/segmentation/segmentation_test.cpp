// SPDX-License-Identifier: Apache-2.0
#include "geometry/segmentation/segmentation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "core/errors.hpp"
#include "geometry/listed_image.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

PoreRule pore(const char* values) { return {.pore = parse_grey_ranges(values), .solid = {}, .labels = {}}; }
PoreRule solid(const char* values) { return {.pore = {}, .solid = parse_grey_ranges(values), .labels = {}}; }
PoreRule labels(LabelConvention convention) { return {.pore = {}, .solid = {}, .labels = convention}; }

/// Makes an image of 35 x 3 x 2 voxels, so that rows have padding bits. Its grey value is `where` if (x + 2*y + 5*z) %
/// 3 == 0, and `elsewhere` otherwise.
ListedImage<double> striped(double where, double elsewhere) {
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

TEST(Segmentation, takes_the_given_values_as_pore_or_as_solid) {
  ListedImage<double> image = striped(10, 4);
  const Segmentation result = segment(image, pore("9:11"));
  expect_pore_is_stripe(result.pores.pores(), true);
  EXPECT_THAT(result.rule, AllOf(HasSubstr("9 to 11 are pore"), HasSubstr("given")));
  const Segmentation inverse = segment(image, solid("10"));
  expect_pore_is_stripe(inverse.pores.pores(), false);
  EXPECT_THAT(inverse.rule, HasSubstr("10 are solid"));
}

TEST(Segmentation, refuses_to_choose_between_two_values_and_shows_both_porosities) {
  ListedImage<double> image = striped(10, 4);
  const std::string message = message_of([&] { segment(image, {}); });
  EXPECT_THAT(message, AllOf(HasSubstr("with 4 as pore the porosity is 0.6667, with 10 it is 0.3333"),
                             HasSubstr("--pore 4 or --pore 10"), HasSubstr("porespy|imperial|lbpm|geodict")));
}

TEST(Segmentation, follows_what_the_file_says_unless_the_user_says_something_else) {
  ListedImage<double> image = striped(10, 4);
  image.said.pore_values = "10";
  const Segmentation said = segment(image, {});
  expect_pore_is_stripe(said.pores.pores(), true);
  EXPECT_THAT(said.rule, HasSubstr("10 are pore, all others solid (the file says so)"));
  expect_pore_is_stripe(segment(image, pore("4")).pores.pores(), false);
  image.said.pore_values = "rubbish";
  EXPECT_THAT(message_of([&] { segment(image, {}); }), HasSubstr("what it says of its pores"));
}

TEST(Segmentation, follows_the_habits_of_other_programs) {
  const auto conducts = [](LabelConvention convention) {
    ListedImage<std::int8_t> image({4, 1, 1}, {-1, 0, 1, 2});
    const PoreSpace pores = segment(image, labels(convention)).pores.pores();
    std::string found;
    for (int x = 0; x < 4; ++x) found += pores.is_pore(x, 0, 0) ? 'p' : 's';
    return found;
  };
  EXPECT_EQ(conducts(LabelConvention::porespy), "pspp");
  EXPECT_EQ(conducts(LabelConvention::imperial), "spss");
  EXPECT_EQ(conducts(LabelConvention::lbpm), "sspp");
  EXPECT_EQ(conducts(LabelConvention::geodict), "spss");
}

/// Says by the plainest means whether a value is in one of the ranges.
bool is_in(const std::vector<GreyRange>& ranges, long double value) {
  return std::ranges::any_of(ranges, [&](const GreyRange& r) { return r.low <= value && value <= r.high; });
}

template <class T>
class SegmentationOf : public testing::Test {};
using WholeTypes = testing::Types<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::int32_t,
                                  std::uint64_t, std::int64_t>;
TYPED_TEST_SUITE(SegmentationOf, WholeTypes);

TYPED_TEST(SegmentationOf, marks_each_voxel_as_the_definition_does) {
  std::mt19937_64 random(7);
  using Limits = std::numeric_limits<TypeParam>;
  for (const std::int64_t nx : {1, 31, 32, 33, 1023, 1025, 2100}) {
    const Extent extent{nx, 2, 3};
    std::vector<TypeParam> values;
    for (std::int64_t i = 0; i < extent.voxels(); ++i)
      values.push_back(static_cast<TypeParam>(random() % 3 == 0 ? random() : random() % 9));
    values.front() = Limits::min();
    values.back() = Limits::max();
    for (const char* ranges : {"0", "2:5", "1,3,7:", ":2", "2.5:6.5", "2.2:2.8", "-3:1", "300:1e30", "-1e30:", "0:255",
                               "5:7,1:2,2:3,4,4,6"}) {
      ListedImage<TypeParam> image(extent, values);
      image.is_for_threads = nx > 1000;
      PoreSlab marked = PoreSlab::even(extent, {});
      mark_planes(image, {parse_grey_ranges(ranges), true}, FileAxes::xyz, marked);
      PoreSlab others = PoreSlab::even(extent, {});
      mark_planes(image, {parse_grey_ranges(ranges), false}, FileAxes::xyz, others);
      std::int64_t inside = 0;
      for (std::int64_t i = 0; i < extent.voxels(); ++i) {
        const bool expected =
            is_in(parse_grey_ranges(ranges), static_cast<long double>(values[static_cast<std::size_t>(i)]));
        const std::int64_t x = i % nx;
        const std::int64_t y = i / nx % 2;
        const std::int64_t z = i / nx / 2;
        ASSERT_EQ(marked.pores().is_pore(x, y, z), expected) << ranges << ' ' << x << ' ' << y << ' ' << z;
        ASSERT_NE(others.pores().is_pore(x, y, z), expected) << ranges << ' ' << x << ' ' << y << ' ' << z;
        inside += expected ? 1 : 0;
      }
      EXPECT_EQ(marked.count_pores(), inside) << "padding bits are set";
      EXPECT_EQ(others.count_pores(), extent.voxels() - inside) << "padding bits are set";
    }
  }
}

TEST(Segmentation, tells_labels_of_64_bits_apart_that_a_double_does_not) {
  const std::int64_t large = std::int64_t{1} << 53;
  ListedImage<std::int64_t> image({2, 1, 1}, {large, large + 1});
  const PoreSpace pores = segment(image, pore("9007199254740993")).pores.pores();
  EXPECT_FALSE(pores.is_pore(0, 0, 0));
  EXPECT_TRUE(pores.is_pore(1, 0, 0));
}

TEST(Segmentation, finds_the_nearest_number_of_the_type_of_the_file) {
  ListedImage<float> image({3, 1, 1}, {0.1F, 0.2F, 0.3F});
  const PoreSpace pores = segment(image, pore("0.1,0.3")).pores.pores();
  EXPECT_TRUE(pores.is_pore(0, 0, 0));
  EXPECT_FALSE(pores.is_pore(1, 0, 0));
  EXPECT_TRUE(pores.is_pore(2, 0, 0));
  ListedImage<Half> halves({2, 1, 1}, {Half{0x3c00}, Half{0xc000}});  // 1 and -2
  EXPECT_FALSE(segment(halves, pore("-2")).pores.pores().is_pore(0, 0, 0));
  EXPECT_TRUE(segment(halves, pore("-2")).pores.pores().is_pore(1, 0, 0));
}

TEST(Segmentation, swaps_the_axes_of_the_file) {
  const Extent file{5, 3, 70};
  std::vector<std::uint8_t> values;
  for (std::int64_t z = 0; z < file.nz; ++z)
    for (std::int64_t y = 0; y < file.ny; ++y)
      for (std::int64_t x = 0; x < file.nx; ++x)
        values.push_back(static_cast<std::uint8_t>((x * x + 3 * y * z + 7 * z * z) % 5 < 2));
  ListedImage<std::uint8_t> image(file, values);
  PoreRule rule = pore("1");
  const PoreSlab straight = segment(image, rule).pores;
  rule.axes = FileAxes::zyx;
  for (const bool with_threads : {false, true}) {
    image.is_for_threads = with_threads;
    const PoreSlab swapped = segment(image, rule).pores;
    ASSERT_EQ(swapped.image(), (Extent{70, 3, 5}));
    EXPECT_EQ(swapped.count_pores(), straight.count_pores()) << "padding bits are set";
    for (std::int64_t z = 0; z < file.nz; ++z)
      for (std::int64_t y = 0; y < file.ny; ++y)
        for (std::int64_t x = 0; x < file.nx; ++x)
          ASSERT_EQ(swapped.pores().is_pore(z, y, x), straight.pores().is_pore(x, y, z)) << x << ' ' << y << ' ' << z;
  }
}

TEST(Segmentation, says_which_values_there_are_when_nothing_says_which_are_pore) {
  ListedImage<double> three({3, 1, 1}, {7, 5, 6});
  EXPECT_THAT(message_of([&] { segment(three, {}); }),
              AllOf(HasSubstr("listed.tif"), HasSubstr("3 values: 5 (33.3 %), 6 (33.3 %), 7 (33.3 %)"),
                    HasSubstr("--pore"), HasSubstr("--solid")));
  // Two humps, around 20 and around 200: the threshold of Otsu is between them.
  std::vector<std::uint8_t> grey;
  for (int i = 0; i < 40; ++i) grey.push_back(static_cast<std::uint8_t>(15 + i % 10));
  for (int i = 0; i < 60; ++i) grey.push_back(static_cast<std::uint8_t>(195 + i % 10));
  ListedImage<std::uint8_t> scan({100, 1, 1}, grey);
  EXPECT_THAT(
      message_of([&] { segment(scan, {}); }),
      AllOf(HasSubstr("20 grey values from 15 to 204"), HasSubstr("otsu (24), 0.4000 with --pore dark and 0.6000")));
  std::vector<double> numbers;
  for (int i = 0; i < 100'000; ++i) numbers.push_back(0.5 + i);
  ListedImage<double> fine({1000, 100, 1}, numbers);
  EXPECT_THAT(message_of([&] { segment(fine, {}); }), HasSubstr("from 0.5 to 99999.5"));
}

TEST(Segmentation, refuses_an_image_of_one_value) {
  ListedImage<double> image({2, 1, 1}, {3, 3});
  EXPECT_THAT(message_of([&] { segment(image, {}); }), AllOf(HasSubstr("every voxel is 3"), HasSubstr("--pore 3")));
}

TEST(Segmentation, names_the_polarity_when_all_is_solid) {
  ListedImage<double> image = striped(10, 4);
  EXPECT_THAT(message_of([&] { segment(image, pore("0:3")); }),
              AllOf(HasSubstr("all solid"), HasSubstr("from 4 to 10"), HasSubstr("polarity")));
}

TEST(Segmentation, names_what_the_file_says_of_its_values_where_it_refuses_them) {
  const auto refusal = [](std::vector<double> values, const PoreRule& rule) {
    const auto count = static_cast<std::int64_t>(values.size());
    ListedImage<double> image({count, 1, 1}, std::move(values));
    image.said.warnings = {"other programs show its values times 0.5 plus 10"};
    return message_of([&] { segment(image, rule); });
  };
  std::vector<double> many(100'000);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<double>(i) / 2;
  const std::vector<double> some(many.begin(), many.begin() + 100);
  for (const std::string& message : {refusal({-32768, 32767}, pore("1")), refusal({-32768, 32767}, {}),
                                     refusal({3, 3}, {}), refusal({1, 2, 3}, {}), refusal(some, {}), refusal(many, {})})
    EXPECT_THAT(message, HasSubstr("times 0.5 plus 10"));
}

TEST(Segmentation, keeps_an_image_that_is_all_solid_where_the_rule_says_so) {
  ListedImage<double> image = striped(10, 4);
  PoreRule rule = pore("0:3");
  rule.all_solid = AllSolid::keep;
  const Segmentation kept = segment(image, rule);
  EXPECT_EQ(kept.pores.count_pores(), 0);
  EXPECT_THAT(kept.rule, HasSubstr("all voxels are solid, from 4 to 10"));
}

TEST(Segmentation, takes_an_image_that_is_all_pore_and_says_so) {
  ListedImage<double> image = striped(10, 4);
  const Segmentation all = segment(image, solid("0:3"));
  EXPECT_EQ(all.pores.count_pores(), image.extent().voxels());
  EXPECT_THAT(all.rule, HasSubstr("all voxels are pore, from 4 to 10"));
  ListedImage<double> one_value({2, 1, 1}, {3, 3});
  EXPECT_EQ(segment(one_value, pore("3")).pores.count_pores(), 2);
}

TEST(Segmentation, refuses_a_value_that_is_not_a_number) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  ListedImage<double> image({2, 2, 1}, {0, 1, 0, none});
  EXPECT_THAT(message_of([&] { segment(image, pore("0")); }), AllOf(HasSubstr("not a number"), HasSubstr("(1, 1, 0)")));
  std::vector<float> many(3000 * 4, 1.0F);
  many[3000 * 2 + 2500] = many[3000 * 3 + 7] = std::numeric_limits<float>::quiet_NaN();
  ListedImage<float> wide({3000, 1, 4}, many);
  wide.is_for_threads = true;
  EXPECT_THAT(message_of([&] { segment(wide, pore("1")); }), HasSubstr("(2500, 0, 2)"));
}

TEST(Segmentation, ends_with_the_error_of_the_lowest_plane_whatever_thread_meets_it) {
  struct Broken final : public PlaneSource {
    Extent extent() const override { return {4, 4, 64}; }
    VoxelType type() const override { return VoxelType::uint8; }
    void read_plane(std::int64_t z, std::span<std::byte> voxels) override {
      std::ranges::fill(voxels, std::byte{1});
      if (z >= 20) throw InputError("plane " + std::to_string(z), "broken", "nothing");
    }
    std::unique_ptr<PlaneSource> for_another_thread() const override { return std::make_unique<Broken>(); }
    std::string description() const override { return "broken"; }
    const ImageNotes& notes() const override { return said; }
    ImageNotes said;
  };
  for (int time = 0; time < 20; ++time) {
    Broken image;
    EXPECT_THAT(message_of([&] { segment(image, pore("1")); }), HasSubstr("plane 20 "));
  }
}

TEST(Segmentation, refuses_two_rules) {
  ListedImage<double> image = striped(10, 4);
  EXPECT_THAT(message_of([&] {
                segment(image, {.pore = parse_grey_ranges("4"), .solid = parse_grey_ranges("10"), .labels = {}});
              }),
              HasSubstr("Two of"));
}

}  // namespace
}  // namespace perm
