// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/solids/spheres_random.hpp"

#include <cmath>
#include <numbers>

namespace perm {

double portable_log(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);  // exact; in [0.5, 1)
  if (mantissa < 0.5 * std::numbers::sqrt2) {
    mantissa *= 2;
    --exponent;
  }
  const double t = (mantissa - 1) / (mantissa + 1);  // log m = 2 atanh t, |t| <= 0.172
  double sum = 0;
  for (int n = 23; n >= 1; n -= 2) sum = sum * t * t + 1.0 / n;
  return 2 * t * sum + exponent * std::numbers::ln2;
}

double portable_exp(double x) {
  const double halvings = std::floor(x / std::numbers::ln2 + 0.5);
  const double rest = x - halvings * std::numbers::ln2;  // |rest| <= 0.347
  double sum = 1;
  for (int n = 16; n >= 1; --n) sum = 1 + sum * rest / n;
  return std::ldexp(sum, static_cast<int>(halvings));
}

double RandomNumbers::uniform() { return static_cast<double>(engine_() >> 11U) * 0x1p-53; }

double RandomNumbers::normal() {
  for (;;) {
    const double u = 2 * uniform() - 1;
    const double v = 2 * uniform() - 1;
    const double s = u * u + v * v;
    if (s > 0 && s < 1) return u * std::sqrt(-2 * portable_log(s) / s);
  }
}

}  // namespace perm
