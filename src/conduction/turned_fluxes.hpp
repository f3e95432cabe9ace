// SPDX-License-Identifier: Apache-2.0
// What turns of the flux in halves of voxels (lower_bound.hpp) do to the power, voxel by voxel, for a CPU and a GPU.
// Both do the same operations in float32, so that they give the same bits.
#pragma once

#include <array>
#include <cstddef>

#include "conduction/row_sums.hpp"
#include "core/host_device.hpp"

namespace perm {

/// What a row of voxels, or all of them, add to a bound by fluxes.
struct FluxSums {
  std::array<double, 3> flux{};
  double power{0};
  double squares{0};  ///< what turns lower the power by, times these
  double power_of_turns{0};

  void add(const FluxSums& other) {
    for (std::size_t axis = 0; axis < 3; ++axis) flux[axis] += other.flux[axis];
    power += other.power;
    squares += other.squares;
    power_of_turns += other.power_of_turns;
  }
};

namespace flux_turns {

/// Fields of a voxel: its resistance, 0 in solid; the flux along each axis through its face at the low and the high
/// end.
inline constexpr std::size_t resistance_of = 0;
inline constexpr std::size_t low_end = 1;
inline constexpr std::size_t high_end = 4;
inline constexpr std::size_t fields = 7;

/// Turns of the flux: around the line along axis c that halves the high face across axis a, at 2 a + (c is not the axis
/// after a); around the edge along axis c at the high ends of the two others, at 6 + c.
PERM_HOST_DEVICE constexpr std::size_t around_middle(std::size_t a, std::size_t c) {
  return 2 * a + (c == axis_after(a) ? 0 : 1);
}
PERM_HOST_DEVICE constexpr std::size_t around_edge(std::size_t c) { return 6 + c; }
inline constexpr std::size_t turns_of_voxel = 9;

/// Gives a / b where b is positive, else 0.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE float over(float a, float b) { return choose(b > 0, a, 0) / choose(b > 0, b, 1); }

/// Finds turns of the flux of a voxel: how much each lowers the power, over its own; set(turn, value) takes them. They
/// are positive where they have the sense of a, b, c in turn. on(axes, field) is a field of the voxel one on along some
/// axes, which are bits. Gives what turns lower the power by, times them.
template <class On, class Set>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE float find_turns(const On& on, const Set& set) {
  float squares = 0;
  const float r0 = on(0U, resistance_of);
  PERM_UNROLL
  for (std::size_t a = 0; a < 3; ++a) {
    const std::size_t b = axis_after(a);
    const std::size_t c = axis_after(b);
    const unsigned on_a = 1U << a;
    const unsigned on_b = 1U << b;
    const float ra = on(on_a, resistance_of);
    const float of_middle = choose(both(r0 > 0, ra > 0), 8.0F / 3 * (r0 + ra), 0);
    // With (c, a, b) in turn, a line along c turns a towards b.
    PERM_UNROLL
    for (unsigned i = 0; i < 2; ++i) {
      const std::size_t line = i == 0 ? c : b;
      const std::size_t other = i == 0 ? b : c;
      const float sign = i == 0 ? -1 : 1;
      const float lowers = sign / 4 *
                           (ra * (on(on_a, low_end + other) + on(on_a, high_end + other)) -
                            r0 * (on(0U, low_end + other) + on(0U, high_end + other)));
      const float turn = over(lowers, of_middle);
      set(around_middle(a, line), turn);
      squares += 2 * of_middle * turn * turn;
    }
    // The edge along c, between voxels one on along a and b.
    const float rb = on(on_b, resistance_of);
    const float rab = on(on_a | on_b, resistance_of);
    const auto of_face = [&](std::size_t axis, unsigned below, unsigned above, float of_below, float of_above,
                             float sign) {
      const float face = 5 * on(below, high_end + axis);
      return sign / 24 *
             (of_below * (on(below, low_end + axis) + face) + of_above * (face + on(above, high_end + axis)));
    };
    float lowers = of_face(a, 0U, on_a, r0, ra, -1);
    lowers += of_face(a, on_b, on_a | on_b, rb, rab, 1);
    lowers += of_face(b, 0U, on_b, r0, rb, 1);
    lowers += of_face(b, on_a, on_a | on_b, ra, rab, -1);
    const bool is_edge = both(both(r0 > 0, ra > 0), both(rb > 0, rab > 0));
    const float of_edge = choose(is_edge, 4.0F / 3 * ((r0 + ra) + (rb + rab)), 0);
    const float turn = over(lowers, of_edge);
    set(around_edge(c), turn);
    squares += 2 * of_edge * turn * turn;
  }
  return squares;
}

/// Gives the power that turned fluxes lose in the eight halves of a voxel, along all axes. back(axes, turn) is a turn
/// of the voxel one back along some axes, which are bits.
template <class Back>
PERM_HOST_DEVICE PERM_ALWAYS_INLINE float power_of_turns(const Back& back, float resistance) {
  float power = 0;
  PERM_UNROLL
  for (std::size_t a = 0; a < 3; ++a) {
    const std::size_t b = axis_after(a);
    const std::size_t c = axis_after(b);
    const unsigned on_a = 1U << a;
    // Turns around lines along `line` at places 0, 1/2, 1 along a (first) and along the other axis (second); none at
    // the middle of the voxel.
    float around[2][3][3];
    PERM_UNROLL
    for (unsigned i = 0; i < 2; ++i) {
      const std::size_t line = i == 0 ? c : b;
      const std::size_t other = i == 0 ? b : c;
      const unsigned on_other = 1U << other;
      around[i][0][0] = back(on_a | on_other, around_edge(line));
      around[i][0][1] = back(on_a, around_middle(a, line));
      around[i][0][2] = back(on_a, around_edge(line));
      around[i][1][0] = back(on_other, around_middle(other, line));
      around[i][1][1] = 0;
      around[i][1][2] = back(0U, around_middle(other, line));
      around[i][2][0] = back(on_other, around_edge(line));
      around[i][2][1] = back(0U, around_middle(a, line));
      around[i][2][2] = back(0U, around_edge(line));
    }
    float sum = 0;
    PERM_UNROLL
    for (unsigned half_b = 0; half_b < 2; ++half_b) {
      PERM_UNROLL
      for (unsigned half_c = 0; half_c < 2; ++half_c) {
        float flux[3];
        PERM_UNROLL
        for (unsigned place = 0; place < 3; ++place)
          flux[place] = (around[0][place][half_b + 1] - around[0][place][half_b]) -
                        (around[1][place][half_c + 1] - around[1][place][half_c]);
        sum += flux[0] * flux[0] + flux[0] * flux[1] + 2 * flux[1] * flux[1] + flux[1] * flux[2] + flux[2] * flux[2];
      }
    }
    power += 2.0F / 3 * resistance * sum;
  }
  return power;
}

/// Gives the mean flux along an axis in a voxel.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE double mean_flux(float low, float high) {
  return (static_cast<double>(low) + static_cast<double>(high)) / 2;
}
/// Gives three times the power that the flux along an axis loses in a voxel, for each unit of resistance.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE double power_along(float at_low, float at_high) {
  const double low = at_low;
  const double high = at_high;
  return low * low + low * high + high * high;
}
/// Gives the power of a voxel by those along the axes.
PERM_HOST_DEVICE PERM_ALWAYS_INLINE double power_of_flux(double x, double y, double z, float resistance) {
  return (x + y + z) * (1.0 / 3) * static_cast<double>(resistance);
}

}  // namespace flux_turns
}  // namespace perm
