// SPDX-License-Identifier: Apache-2.0
// Sums products of two lists as whole numbers of quanta, so that the sum has the same bits for every order of its
// terms.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/processors/thread_team.hpp"

namespace perm {

/// Rounds to a whole number, to the even one half-way, as std::nearbyint does; `value` is below 2^51. Loops over it
/// become vectors. A larger one gives something else, and nothing undefined.
inline std::int64_t round_below_2_51(double value) {
  constexpr double shift = 6755399441055744.0;  // 1.5 * 2^52: the last bit of the sum counts whole numbers
  return static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(value + shift) - std::bit_cast<std::uint64_t>(shift));
}

class ExactDot {
 public:
  /// `size` is about that of the largest term: terms are rounded to 2^-40 of it, and may be a million times as large.
  ExactDot(const ThreadTeam& team, double size) : team_(&team), scale_(quanta_of_one(size)) {}

  /// Gives the sum of the products; not a number where a term is not finite or far too large.
  double operator()(std::span<const float> a, std::span<const float> b) const;

  static constexpr double largest = 4.0e18;  ///< quanta of a term, below 2^62
  /// Gives the number of quanta that a term of 1 has.
  static double quanta_of_one(double size) {
    constexpr int quantum_exponent = 40;
    int exponent = 0;
    std::frexp(size, &exponent);
    return std::ldexp(1.0, quantum_exponent - exponent);
  }

 private:
  const ThreadTeam* team_;
  double scale_;
};

}  // namespace perm
