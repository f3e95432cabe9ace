// SPDX-License-Identifier: Apache-2.0
// Medians are those of SciPy, and those of a sort of 27 voxels, for every type, crop and number of threads.
#include "geometry/segmentation/median_planes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/errors.hpp"
#include "geometry/segmentation/crc32.hpp"
#include "geometry/segmentation/made_grey.hpp"
#include "image/source/cropped_planes.hpp"

namespace perm {
namespace {

constexpr std::array<Range, 3> all_of_it{{{0, to_end}, {0, to_end}, {0, to_end}}};

std::vector<std::byte> bytes_of(PlaneSource& image) {
  std::vector<std::byte> all;
  std::vector<std::byte> plane(static_cast<std::size_t>(image.plane_bytes()));
  for (std::int64_t z = 0; z < image.extent().nz; ++z) {
    image.read_plane(z, plane);
    all.insert(all.end(), plane.begin(), plane.end());
  }
  return all;
}

/// zlib.crc32 of what scipy.ndimage.median_filter(image, size=3, mode="nearest") of SciPy 1.17.1 gives for the made
/// images 0 to 9.
constexpr std::array<std::uint32_t, 10> of_scipy{2172248214, 1427468157, 666162064,  2917894593, 426898360,
                                                 964326312,  3199588276, 4049459027, 4177983617, 1957546288};

TEST(MedianPlanes, are_those_of_scipy) {
  for (std::uint64_t k = 0; k < of_scipy.size(); ++k)
    with_made(k, [&](auto& image) {
      auto own = std::make_unique<std::remove_reference_t<decltype(image)>>(image);
      EXPECT_EQ(crc32_of(bytes_of(*median_planes(std::move(own), all_of_it))), of_scipy[k]) << k;
    });
}

template <class T>
bool is_less(T a, T b) {
  return a < b;
}
bool is_less(Half a, Half b) { return value_of(a) < value_of(b); }

template <class T>
T random_voxel(std::mt19937_64& random) {
  if constexpr (std::is_same_v<T, Half>)
    return {static_cast<std::uint16_t>((random() % 2 << 15U) | random() % 0x7c00)};
  else if constexpr (std::is_integral_v<T>)
    return static_cast<T>(random());
  else
    return static_cast<T>(static_cast<double>(random() % 4001) - 2000) / 7;
}

template <class T>
class MedianPlanesOf : public testing::Test {};
using Types = testing::Types<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::int32_t,
                             std::uint64_t, std::int64_t, Half, float, double>;
TYPED_TEST_SUITE(MedianPlanesOf, Types);

TYPED_TEST(MedianPlanesOf, each_voxel_is_the_middle_of_27_in_any_crop) {
  using T = TypeParam;
  std::mt19937_64 random(7);
  for (const Extent& n : {Extent{1, 1, 1}, Extent{2, 3, 1}, Extent{17, 2, 4}, Extent{37, 5, 3}, Extent{150, 70, 2}}) {
    std::vector<T> voxels;
    for (std::int64_t i = 0; i < n.voxels(); ++i) voxels.push_back(random_voxel<T>(random));
    const auto at = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
      return voxels[static_cast<std::size_t>(n.index(std::clamp<std::int64_t>(x, 0, n.nx - 1),
                                                     std::clamp<std::int64_t>(y, 0, n.ny - 1),
                                                     std::clamp<std::int64_t>(z, 0, n.nz - 1)))];
    };
    const std::array<Range, 3> inner{{{n.nx / 3, n.nx}, {n.ny / 2, n.ny}, {n.nz / 2, n.nz - n.nz / 4}}};
    for (const std::array<Range, 3>& box : {all_of_it, inner}) {
      auto source = std::make_unique<ListedImage<T>>(n, voxels);
      source->is_for_threads = true;
      const auto medians = median_planes(std::move(source), box);
      const auto other = medians->for_another_thread();
      const Extent m = medians->extent();
      std::vector<T> plane(static_cast<std::size_t>(m.plane_voxels()));
      for (std::int64_t z = m.nz - 1; z >= 0; --z) {
        (z % 2 == 0 ? *medians : *other).read_plane(z, std::as_writable_bytes(std::span(plane)));
        for (std::int64_t i = 0; i < m.plane_voxels(); ++i) {
          std::array<T, 27> near;
          for (std::size_t k = 0; k < 27; ++k)
            near[k] = at(box[0].first + i % m.nx + static_cast<std::int64_t>(k % 3) - 1,
                         box[1].first + i / m.nx + static_cast<std::int64_t>(k / 3 % 3) - 1,
                         box[2].first + z + static_cast<std::int64_t>(k / 9) - 1);
          std::ranges::nth_element(near, near.begin() + 13, [](T a, T b) { return is_less(a, b); });
          const T found = plane[static_cast<std::size_t>(i)];
          ASSERT_FALSE(is_less(found, near[13]) || is_less(near[13], found)) << to_string(n) << " " << i << " " << z;
        }
      }
    }
  }
}

TEST(MedianPlanes, leave_a_voxel_that_is_not_a_number) {
  std::vector<float> voxels(27, 1.0F);
  voxels[13] = std::numeric_limits<float>::quiet_NaN();
  const auto medians = median_planes(std::make_unique<ListedImage<float>>(Extent{3, 3, 3}, voxels), all_of_it);
  const std::vector<std::byte> bytes = bytes_of(*medians);
  for (std::size_t i = 0; i < 27; ++i) {
    float voxel = 0;
    std::memcpy(&voxel, &bytes[i * sizeof(float)], sizeof(float));
    EXPECT_EQ(std::isnan(voxel), i == 13) << i;
  }
}

TEST(MedianPlanes, of_a_crop_name_it_and_refuse_one_beyond_the_image) {
  const auto image = [] { return std::make_unique<ListedImage<float>>(Extent{3, 3, 3}, std::vector<float>(27)); };
  EXPECT_EQ(median_planes(image(), all_of_it)->description(), "listed.tif");
  EXPECT_EQ(median_planes(image(), {{{1, 3}, {0, 2}, {2, to_end}}})->description(),
            "listed.tif, cropped to 1:3,0:2,2:3");
  EXPECT_THROW(median_planes(image(), {{{1, 4}, {0, 2}, {2, to_end}}}), InputError);
}

}  // namespace
}  // namespace perm
