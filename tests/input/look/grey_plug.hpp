// SPDX-License-Identifier: Apache-2.0
// Grey images that are made up for looks: rocks with noise, and plugs of them with something around.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "geometry/listed_image.hpp"
#include "geometry/shapes/recipe.hpp"
#include "input/look/look_at_image.hpp"

namespace perm {

inline PoreSpace rock_of(const Extent& extent, double porosity = 0.4, std::uint64_t seed = 3) {
  if (extent.nz == 1) {  // a slice of a rock
    const PoreSpace rock = rock_of({extent.nx, extent.ny, 9}, porosity, seed);
    PoreSpace slice(extent);
    for (std::int64_t y = 0; y < extent.ny; ++y) std::ranges::copy(rock.row(y, 4), slice.row(y, 0).begin());
    return slice;
  }
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = extent;
  recipe.radius = 4;
  recipe.porosity = porosity;
  recipe.seed = seed;
  return generate(recipe);
}

/// Gives noise with a mean of 0 and a deviation of 1: the sum of twelve drawn numbers.
class Noise {
 public:
  explicit Noise(std::uint64_t seed) : state_(seed) {}
  double next() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) {
      state_ = state_ * 6364136223846793005 + 1442695040888963407;
      sum += static_cast<double>(state_ >> 40U) / static_cast<double>(1 << 24);
    }
    return sum;
  }

 private:
  std::uint64_t state_;
};

/// Gives grey values of 60 in pores and 160 in solid, with noise.
inline std::vector<std::uint8_t> grey_of(const PoreSpace& pores, double noise = 10, std::uint64_t seed = 1) {
  const Extent& n = pores.extent();
  Noise random(seed);
  std::vector<std::uint8_t> grey;
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x)
        grey.push_back(static_cast<std::uint8_t>(
            std::clamp((pores.is_pore(x, y, z) ? 60 : 160) + noise * random.next(), 1.0, 254.0)));
  return grey;
}

/// Sets the voxels outside a cylinder along `axis`.
template <class Value>
void surround(std::vector<Value>& voxels, const Extent& n, Axis axis, double radius, Value outside) {
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x) {
        double square = 0;
        const std::array<std::int64_t, 3> place{x, y, z};
        for (const Axis across : all_axes) {
          if (across == axis) continue;
          const double away = static_cast<double>(place[static_cast<std::size_t>(across)]) -
                              static_cast<double>(n.along(across) - 1) / 2;
          square += away * away;
        }
        if (square > radius * radius) voxels[static_cast<std::size_t>(n.index(x, y, z))] = outside;
      }
}

template <class T>
ImageLook look_at(const Extent& extent, std::vector<T> voxels, LookRequest request = {}) {
  request.input.path = "made";
  request.flow.solver.threads = 1;
  return look_at_source(std::make_unique<ListedImage<T>>(extent, std::move(voxels)), request);
}

inline LookRequest with_pore(const std::string& grey) {
  LookRequest request;
  request.input.rule.pore = parse_grey_ranges(grey);
  return request;
}

/// Gives the row of the pores that were chosen.
inline PoreLook chosen_of(const ImageLook& look) {
  const auto found = std::ranges::find_if(look.pores, &PoreLook::is_chosen);
  return found == look.pores.end() ? PoreLook{} : *found;
}

}  // namespace perm
