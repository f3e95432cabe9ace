// SPDX-License-Identifier: Apache-2.0
// Images of round plugs of rock, with anything around them.
#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "cli/small_image.hpp"
#include "core/extent.hpp"

namespace perm::cli {

inline constexpr int pore_grey = 60;
inline constexpr int solid_grey = 190;

struct Plug {
  Extent extent;
  Axis axis{Axis::z};
  double radius{0};  ///< about the middle of the cross-section
  unsigned seed{1};

  double distance(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const auto from_middle = [](std::int64_t at, std::int64_t n) {
      return static_cast<double>(at) + 0.5 - static_cast<double>(n) / 2;
    };
    const double a = axis == Axis::x ? from_middle(y, extent.ny) : from_middle(x, extent.nx);
    const double b = axis == Axis::z ? from_middle(y, extent.ny) : from_middle(z, extent.nz);
    return std::hypot(a, b);
  }
  bool contains(std::int64_t x, std::int64_t y, std::int64_t z) const { return distance(x, y, z) < radius; }
};

/// Gives the next of 32 random bits: a counter, mixed.
inline unsigned next_random(unsigned& state) {
  unsigned bits = state += 0x9e3779b9U;
  bits = (bits ^ (bits >> 16U)) * 0x85ebca6bU;
  bits = (bits ^ (bits >> 13U)) * 0xc2b2ae35U;
  return bits ^ (bits >> 16U);
}

/// Makes grey values of `plug`: rock of overlapping balls inside, `outside(distance from the axis, random state)` else.
inline std::vector<std::uint8_t> plug_greys(const Plug& plug,
                                            const std::function<int(double distance, unsigned& state)>& outside) {
  const Extent& n = plug.extent;
  struct Ball {
    double x, y, z, radius;
  };
  unsigned state = plug.seed;
  std::vector<Ball> balls;
  for (std::int64_t i = 0; i < n.voxels() / 90; ++i) {
    const auto place = [&](std::int64_t length) {
      return next_random(state) % 1000 * 1e-3 * static_cast<double>(length);
    };
    const double x = place(n.nx);
    const double y = place(n.ny);
    const double z = place(n.nz);
    balls.push_back({x, y, z, 2 + next_random(state) % 1000 * 1e-3});
  }
  std::vector<std::uint8_t> greys;
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x) {
        int grey = pore_grey;
        if (!plug.contains(x, y, z)) {
          grey = outside(plug.distance(x, y, z), state);
        } else {
          for (const Ball& ball : balls)
            if (std::hypot(static_cast<double>(x) - ball.x, static_cast<double>(y) - ball.y,
                           static_cast<double>(z) - ball.z) < ball.radius)
              grey = solid_grey;
        }
        greys.push_back(static_cast<std::uint8_t>(grey));
      }
  return greys;
}

inline void write_plug_image(const std::filesystem::path& path, const Plug& plug,
                             const std::function<int(double distance, unsigned& state)>& outside) {
  write_mha(path, plug.extent, plug_greys(plug, outside));
}

/// Writes 1 in the plug, and 0 around it.
inline void write_plug_mask(const std::filesystem::path& path, const Plug& plug) {
  std::vector<std::uint8_t> inside = plug_greys(plug, [](double, unsigned&) { return 0; });
  for (std::uint8_t& voxel : inside) voxel = voxel == 0 ? 0 : 1;
  write_mha(path, plug.extent, inside);
}

/// Gives the voxels of the plug over those of the image.
inline double share_of(const Plug& plug) {
  const Extent& n = plug.extent;
  std::int64_t inside = 0;
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x) inside += plug.contains(x, y, z) ? 1 : 0;
  return static_cast<double>(inside) / static_cast<double>(n.voxels());
}

}  // namespace perm::cli
