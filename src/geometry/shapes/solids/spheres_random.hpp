// SPDX-License-Identifier: Apache-2.0
// Random numbers that place and size spheres. They are the same on every machine and with every standard library. The
// bits come from std::mt19937_64, which the standard fixes. Distributions and logarithms are made here, because the
// standard does not fix those of <random> and the last digits of <cmath>.
#pragma once

#include <cstdint>
#include <random>

namespace perm {

/// Gives the natural logarithm of a positive number from plain arithmetic, to about 1e-15.
double portable_log(double x);

/// Gives e^x for |x| < 700 from plain arithmetic, with a relative error of about 1e-15 times max(1, |x|).
double portable_exp(double x);

/// A stream of random numbers that `seed` fixes.
class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : engine_(seed) {}

  /// Gives a number in [0, 1), a multiple of 2^-53.
  double uniform();
  /// Gives a normal number with mean 0 and standard deviation 1 (polar method: Marsaglia & Bray 1964).
  double normal();

 private:
  std::mt19937_64 engine_;
};

}  // namespace perm
