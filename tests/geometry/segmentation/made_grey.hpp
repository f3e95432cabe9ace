// SPDX-License-Identifier: Apache-2.0
// Grey images of two or three classes with noise, made in whole numbers, so that a script of another language makes the
// same. Their yardsticks are stored in the tests.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "geometry/listed_image.hpp"

namespace perm {

inline constexpr Extent extent_of_made{24, 20, 16};

/// Gives the voxels of image `number`, from 0 to 19, before they are turned into a type.
inline std::vector<std::int64_t> make_grey(std::uint64_t number) {
  const auto k = static_cast<std::int64_t>(number);
  std::uint64_t state = number * 2654435761 + 12345;
  const auto next = [&state] { return state = state * 6364136223846793005 + 1442695040888963407; };
  const bool has_three = number % 3 == 2;
  const std::array<std::int64_t, 3> middles{60 + 7 * k, 600 + 23 * k, 1100 + 41 * k};
  std::vector<std::int64_t> grey;
  for (std::int64_t i = 0; i < extent_of_made.voxels(); ++i) {
    const std::uint64_t drawn = next() >> 33U;
    const std::size_t bright = !has_three || drawn % 7 < 3 ? 1 : 2;
    const std::size_t which = drawn % 100 < 30 + number ? 0 : bright;
    const std::uint64_t bytes = next() >> 32U;
    std::int64_t noise = -510;
    for (std::uint64_t shift = 0; shift < 32; shift += 8) noise += static_cast<std::int64_t>(bytes >> shift & 255U);
    grey.push_back(middles[which] * 4 + noise * (1 + k % 4));
  }
  return grey;
}

/// Calls use(image) with image `number` in a type of its own: uint8, uint16, int16, float32 or float64.
template <class Use>
void with_made(std::uint64_t number, const Use& use) {
  const auto made_of = [&]<class T>(T /*type*/, const auto& turn) {
    std::vector<T> voxels;
    for (const std::int64_t grey : make_grey(number)) voxels.push_back(static_cast<T>(turn(grey)));
    ListedImage<T> image(extent_of_made, std::move(voxels));
    use(image);
  };
  const auto below = [](std::int64_t grey) { return grey < 0 ? -((-grey + 31) / 32) : grey / 32; };  // rounds down
  switch (number % 5) {
    case 0:
      return made_of(std::uint8_t{}, [&](std::int64_t v) { return std::clamp<std::int64_t>(below(v) + 10, 0, 255); });
    case 1:
      return made_of(std::uint16_t{}, [](std::int64_t v) { return std::clamp<std::int64_t>(v * 3 + 2000, 0, 65535); });
    case 2:
      return made_of(std::int16_t{}, [](std::int64_t v) { return v - 3000; });
    case 3:
      return made_of(float{}, [](std::int64_t v) { return static_cast<double>(v) / 1000; });
    default:
      return made_of(double{}, [](std::int64_t v) { return static_cast<double>(v) / 1000; });
  }
}

}  // namespace perm
