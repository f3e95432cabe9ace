// SPDX-License-Identifier: Apache-2.0
// Defines the D2Q37 velocity set: 37 directions q with velocities c_q of up to three sites along an axis, and weights
// w_q, whose moments are those of a Gaussian of variance T_0 up to the eighth order (Philippi et al. 2006; Shan, Yuan,
// Chen 2006). So density, momentum, energy and the fluxes of both are right in a perfect gas. Weights and T_0 are typed
// for each class of speeds; the compiler checks all moments up to the eighth.
#pragma once

#include <array>

#include "core/host_device.hpp"

/// Before a loop over the directions: the compiler writes it out, so that velocities are constants in it.
#if defined(PERM_ON_GPU)
#define PERM_EACH_DIRECTION _Pragma("unroll")
#elif defined(__CUDACC__)
#define PERM_EACH_DIRECTION
#else
#define PERM_EACH_DIRECTION _Pragma("GCC unroll 40")
#endif

namespace perm::thermal {

inline constexpr int directions = 37;
inline constexpr int pairs = 18;  ///< pair p has the directions 1 + 2p and 2 + 2p, which are opposite; 0 is at rest
inline constexpr int reach = 3;   ///< the largest component of a velocity

struct Velocity2 {
  int x, y;
};

/// Gives c_q.
PERM_HOST_DEVICE constexpr Velocity2 velocity(int q) {
  constexpr int first[pairs][2] = {{1, 0},  {0, 1}, {1, 1},  {1, -1}, {2, 0}, {0, 2}, {2, 1},  {2, -1}, {1, 2},
                                   {1, -2}, {2, 2}, {2, -2}, {3, 0},  {0, 3}, {3, 1}, {3, -1}, {1, 3},  {1, -3}};
  if (q == 0) return {0, 0};
  const int* const c = first[(q - 1) / 2];
  const int sign = q % 2 == 1 ? 1 : -1;
  return {sign * c[0], sign * c[1]};
}

PERM_HOST_DEVICE constexpr int speed2(int q) {
  const Velocity2 c = velocity(q);
  return c.x * c.x + c.y * c.y;
}

PERM_HOST_DEVICE constexpr int opposite(int q) { return q == 0 ? 0 : q % 2 == 1 ? q + 1 : q - 1; }

/// Gives w_q, which depends on the speed alone.
PERM_HOST_DEVICE constexpr double weight(int q) {
  switch (speed2(q)) {
    case 0:
      return 0.23315066913235250229;
    case 1:
      return 0.10730609154221900241;
    case 2:
      return 0.05766785988879488203;
    case 4:
      return 0.01420821615845075026;
    case 5:
      return 0.00535304900051377523;
    case 8:
      return 0.00101193759267357548;
    case 9:
      return 0.00024530102775771735;
    default:
      return 0.00028341425299419822;
  }
}

/// 1/T_0: velocities of a quadrature of unit variance are the velocities here times its root.
inline constexpr double inverse_temperature = 1.19697977039307435897239 * 1.19697977039307435897239;
inline constexpr double reference_temperature = 1 / inverse_temperature;  ///< T_0, where the expansion is exact

namespace check {
/// Gives the largest difference between a moment of the set, up to this order, and that of the Gaussian: a product of
/// (m - 1)!! T_0^(m/2) for each axis, and 0 for an odd m. In units of T_0.
constexpr double error_of_moments(int order) {
  const auto power = [](double base, int exponent) {
    double value = 1;
    for (int i = 0; i < exponent; ++i) value *= base;
    return value;
  };
  const auto gaussian = [](int m) {
    if (m % 2 == 1) return 0.0;
    double value = 1;
    for (int i = m - 1; i > 1; i -= 2) value *= i;
    return value;
  };
  double largest = 0;
  for (int m = 0; m <= order; ++m)
    for (int n = 0; m + n <= order; ++n) {
      double moment = 0;
      for (int q = 0; q < directions; ++q) moment += weight(q) * power(velocity(q).x, m) * power(velocity(q).y, n);
      if ((m + n) % 2 == 0) moment *= power(inverse_temperature, (m + n) / 2);
      const double error = moment - gaussian(m) * gaussian(n);
      largest = error > largest ? error : -error > largest ? -error : largest;
    }
  return largest;
}
static_assert(error_of_moments(4) < 1e-14 && error_of_moments(9) < 1e-12);
static_assert(error_of_moments(10) > 1, "the tenth order is not that of the Gaussian, or this check sees nothing");

constexpr bool directions_are_distinct() {
  for (int q = 0; q < directions; ++q)
    for (int p = 0; p < q; ++p)
      if (velocity(p).x == velocity(q).x && velocity(p).y == velocity(q).y) return false;
  return true;
}
static_assert(directions_are_distinct());
}  // namespace check

}  // namespace perm::thermal
