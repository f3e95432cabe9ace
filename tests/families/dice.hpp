// SPDX-License-Identifier: Apache-2.0
// The random numbers of one image.
#pragma once

#include <cmath>
#include <cstdint>

#include "geometry/shapes/solids/spheres_random.hpp"

namespace perm::families {

/// A stream of random numbers that `stream` (below 16) and `seed` fix.
class Dice {
 public:
  Dice(std::uint64_t stream, std::uint64_t seed) : random_(16 * seed + stream) {}

  /// Gives a whole number from `least` to `most`, both included.
  std::int64_t between(std::int64_t least, std::int64_t most) {
    const auto count = static_cast<double>(most - least + 1);
    return least + static_cast<std::int64_t>(std::floor(random_.uniform() * count));
  }
  /// Gives a number in [low, high).
  double real(double low, double high) { return low + random_.uniform() * (high - low); }
  /// Gives true with this probability.
  bool happens(double probability) { return random_.uniform() < probability; }

 private:
  RandomNumbers random_;
};

}  // namespace perm::families
