// SPDX-License-Identifier: Apache-2.0
// The size of a voxel image and its axes. x runs fastest in memory, then y, then z; a plane is the nx*ny voxels
// of one z, a row the nx voxels of one (y, z).
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/host_device.hpp"
#include "core/named_values.hpp"

namespace perm {

enum class Axis : int { x = 0, y = 1, z = 2 };

inline constexpr std::array<Axis, 3> all_axes{Axis::x, Axis::y, Axis::z};

template <>
inline constexpr std::array names_of<Axis>{NamedValue{Axis::x, "x"}, NamedValue{Axis::y, "y"},
                                           NamedValue{Axis::z, "z"}};

/// Gives 'x', 'y' or 'z'.
constexpr char axis_letter(Axis axis) { return name_of(axis).front(); }

/// Gives the axis after `axis`: x -> y -> z -> x.
constexpr Axis next_axis(Axis axis) { return static_cast<Axis>((static_cast<int>(axis) + 1) % 3); }

/// A set of axes.
class AxisSet {
 public:
  constexpr AxisSet() = default;
  PERM_HOST_DEVICE constexpr bool contains(Axis axis) const { return (bits_ >> static_cast<int>(axis) & 1U) != 0; }
  constexpr void insert(Axis axis) { bits_ |= 1U << static_cast<int>(axis); }

  friend constexpr bool operator==(const AxisSet&, const AxisSet&) = default;

 private:
  std::uint32_t bits_{0};
};

/// Counts the voxels along x, y and z.
struct Extent {
  std::int64_t nx{0};
  std::int64_t ny{0};
  std::int64_t nz{0};

  constexpr std::int64_t voxels() const { return nx * ny * nz; }
  constexpr std::int64_t plane_voxels() const { return nx * ny; }
  constexpr std::int64_t along(Axis axis) const { return axis == Axis::x ? nx : axis == Axis::y ? ny : nz; }
  /// Gives the position of voxel (x, y, z) in an array of all voxels.
  constexpr std::int64_t index(std::int64_t x, std::int64_t y, std::int64_t z) const { return (z * ny + y) * nx + x; }

  friend constexpr bool operator==(const Extent&, const Extent&) = default;
};

/// Gives "400 x 400 x 100".
std::string to_string(const Extent& extent);

}  // namespace perm
