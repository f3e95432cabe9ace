// SPDX-License-Identifier: Apache-2.0
#include "geometry/segmentation/thresholds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include "geometry/segmentation/made_grey.hpp"

namespace perm {
namespace {

GreyHistogram histogram_of(PlaneSource& image) { return GreyHistogram::of(image, {}); }

template <class T>
GreyHistogram histogram_of(std::vector<T> values) {
  const auto n = static_cast<std::int64_t>(values.size());
  ListedImage<T> image({n, 1, 1}, std::move(values));
  return histogram_of(image);
}

/// What scikit-image 0.26.0 with NumPy 2.4.6 gives for the made images: threshold_otsu, threshold_multiotsu (3 classes)
/// and threshold_minimum. The last is left out for types of 16 bits, whose values it does not put together.
struct Yardstick {
  double otsu;
  double low;
  double high;
  double minimum;
};
constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr std::array<Yardstick, 20> of_scikit_image{{
    {32.0, 32.0, 84.0, 34.0},
    {5300.0, 5300.0, 9470.0, none},
    {-434.0, -1573.0, 654.0, none},
    {1.5266797542572021, 1.1499297618865967, 2.562742233276367, 1.4560391902923584},
    {0.7672890625000002, 0.7672890625000002, 2.7604921874999997, 0.8573046875000001},
    {83.0, 49.0, 124.0, 69.0},
    {6968.0, 6446.0, 10811.0, none},
    {-1256.0, -1564.0, -28.0, none},
    {0.905458927154541, 0.905458927154541, 3.5560173988342285, 1.8367362022399902},
    {1.41951953125, 1.41951953125, 3.2241054687499995, 1.7411289062499997},
    {67.0, 63.0, 113.0, 69.0},
    {11600.0, 7856.0, 16364.0, none},
    {-1956.0, -1956.0, 508.0, none},
    {1.497081995010376, 1.497081995010376, 3.5874571800231934, 1.627730369567871},
    {3.1435703125, 1.9420859375000001, 4.9286328125, 4.7913203125},
    {79.0, 70.0, 126.0, 77.0},
    {5486.0, 5486.0, 13613.0, none},
    {264.0, -1384.0, 1860.0, none},
    {2.020857334136963, 2.020857334136963, 4.025994300842285, 2.3275253772735596},
    {2.458375, 2.158625, 4.0661249999999995, 2.458375},
}};

TEST(Thresholds, are_those_of_scikit_image_on_20_made_images) {
  for (std::uint64_t k = 0; k < of_scikit_image.size(); ++k)
    with_made(k, [&](PlaneSource& image) {
      SCOPED_TRACE(k);
      const GreyHistogram histogram = histogram_of(image);
      const Yardstick& expected = of_scikit_image[k];
      EXPECT_EQ(find_otsu(histogram), expected.otsu);
      EXPECT_EQ(find_multi_otsu(histogram), (std::array{expected.low, expected.high}));
      if (!std::isnan(expected.minimum)) {
        EXPECT_EQ(find_valley(histogram), expected.minimum);
      }
    });
}

/// Gives the sum over classes of the squared distances from their means, without any shortcut.
long double spread(const std::map<double, std::int64_t>& counts, const std::vector<double>& thresholds) {
  long double all = 0;
  for (std::size_t k = 0; k <= thresholds.size(); ++k) {
    const double above = k == 0 ? -std::numeric_limits<double>::infinity() : thresholds[k - 1];
    const double up_to = k == thresholds.size() ? std::numeric_limits<double>::infinity() : thresholds[k];
    long double voxels = 0;
    long double sum = 0;
    for (const auto& [grey, count] : counts)
      if (grey > above && grey <= up_to) {
        voxels += static_cast<long double>(count);
        sum += static_cast<long double>(grey) * static_cast<long double>(count);
      }
    for (const auto& [grey, count] : counts)
      if (grey > above && grey <= up_to) {
        const long double apart = static_cast<long double>(grey) - sum / voxels;
        all += apart * apart * static_cast<long double>(count);
      }
  }
  return all;
}

TEST(Thresholds, of_otsu_leave_the_least_spread_within_classes) {
  std::mt19937 random(3);
  for (int round = 0; round < 40; ++round) {
    std::vector<std::uint8_t> values(1 + static_cast<std::size_t>(round) * 3);
    for (auto& value : values) value = static_cast<std::uint8_t>(random() % 40);
    const GreyHistogram histogram = histogram_of(values);
    const auto& counts = histogram.counts();
    long double least = std::numeric_limits<long double>::infinity();
    long double least_of_three = least;
    for (auto first = counts.begin(); first != counts.end() && std::next(first) != counts.end(); ++first) {
      least = std::min(least, spread(counts, {first->first}));
      for (auto second = std::next(first); std::next(second) != counts.end(); ++second)
        least_of_three = std::min(least_of_three, spread(counts, {first->first, second->first}));
    }
    const auto otsu = find_otsu(histogram);
    ASSERT_EQ(otsu.has_value(), counts.size() > 1);
    if (otsu) {
      EXPECT_LE(spread(counts, {*otsu}), least * (1 + 1e-12L));
    }
    const auto both = find_multi_otsu(histogram);
    ASSERT_EQ(both.has_value(), counts.size() > 2);
    if (both) {
      EXPECT_LE(spread(counts, {(*both)[0], (*both)[1]}), least_of_three * (1 + 1e-12L));
    }
  }
}

TEST(Thresholds, do_not_exist_where_the_image_has_too_few_values_or_modes) {
  EXPECT_EQ(find_otsu(histogram_of(std::vector<std::uint8_t>{7, 7, 7})), std::nullopt);
  EXPECT_EQ(find_valley(histogram_of(std::vector<std::uint8_t>{7, 7, 7})), std::nullopt);
  EXPECT_EQ(find_multi_otsu(histogram_of(std::vector<std::uint8_t>{7, 9, 9})), std::nullopt);
  EXPECT_EQ(find_otsu(histogram_of(std::vector<std::uint8_t>{7, 9, 9})), 7.0);
  EXPECT_EQ(find_otsu(histogram_of(std::vector<double>{NAN, NAN})), std::nullopt);
  EXPECT_EQ(find_otsu(histogram_of(std::vector<float>{1, INFINITY})), std::nullopt);
  EXPECT_EQ(find_otsu(histogram_of(std::vector<float>{-3e38F, 3e38F})), std::nullopt);  // 6e38 is no float
  std::vector<std::uint8_t> flat(256);
  for (std::size_t i = 0; i < flat.size(); ++i) flat[i] = static_cast<std::uint8_t>(i);
  EXPECT_EQ(find_valley(histogram_of(flat)), std::nullopt);
  std::vector<std::uint8_t> bell;  // noise about one grey value
  for (int i = 0; i < 200; ++i)
    for (int voxel = 0; voxel < 1000 * std::exp(-(i - 100) * (i - 100) / 800.0); ++voxel)
      bell.push_back(static_cast<std::uint8_t>(i));
  EXPECT_EQ(find_valley(histogram_of(bell)), std::nullopt);
}

TEST(Thresholds, of_16_bits_have_the_valley_of_8_bits_in_steps_of_257) {
  with_made(0, [&](PlaneSource& image) {
    std::vector<std::byte> plane(static_cast<std::size_t>(image.plane_bytes()));
    std::vector<std::uint8_t> narrow{0, 255};  // so that the bins of 256 values begin where those of 8 bits do
    for (std::int64_t z = 0; z < extent_of_made.nz; ++z) {
      image.read_plane(z, plane);
      for (const std::byte voxel : plane) narrow.push_back(std::to_integer<std::uint8_t>(voxel));
    }
    std::vector<std::uint16_t> wide;
    for (const std::uint8_t value : narrow) wide.push_back(static_cast<std::uint16_t>(value * 257));
    EXPECT_EQ(std::floor(*find_valley(histogram_of(wide)) / 256), find_valley(histogram_of(narrow)));
  });
}

TEST(GreyHistogram, puts_more_values_than_it_keeps_into_bins) {
  std::vector<std::int32_t> many(200'000);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<std::int32_t>(i * 1000) - 100'000'000;
  const GreyHistogram histogram = histogram_of(many);
  EXPECT_EQ(histogram.values(), GreyHistogram::most_values + 1);
  EXPECT_TRUE(histogram.counts().empty());
  EXPECT_EQ(histogram.bins().size(), 65536U);
  std::int64_t voxels = 0;
  for (const GreyBin& bin : histogram.bins()) {
    voxels += bin.voxels;
    EXPECT_EQ(bin.grey, std::floor(bin.grey));
  }
  EXPECT_EQ(voxels, 200'000);
  const double threshold = *find_otsu(histogram);
  EXPECT_NEAR(threshold, -500, 1e8 / 32768);
  const auto up_to = std::count_if(many.begin(), many.end(), [&](std::int32_t value) { return value <= threshold; });
  EXPECT_EQ(histogram.share_up_to(threshold), static_cast<double>(up_to) / 200'000);
  EXPECT_EQ(histogram.share_up_to(1e9), 1);
  EXPECT_EQ(histogram.share_up_to(-1e9), 0);
}

TEST(GreyHistogram, gives_the_share_up_to_the_middle_of_a_bin_of_fractions) {
  std::mt19937 random(5);
  std::vector<float> many(150'000);
  for (float& value : many) value = static_cast<float>(random()) / 4e9F;
  const GreyHistogram histogram = histogram_of(many);
  ASSERT_TRUE(histogram.counts().empty());
  ASSERT_EQ(histogram.bins().size(), 256U);
  const double threshold = *find_otsu(histogram);
  const auto up_to = std::count_if(many.begin(), many.end(), [&](float value) { return value <= threshold; });
  EXPECT_EQ(histogram.share_up_to(threshold), static_cast<double>(up_to) / 150'000);
}

}  // namespace
}  // namespace perm
