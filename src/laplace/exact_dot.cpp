// SPDX-License-Identifier: Apache-2.0
#include "laplace/exact_dot.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>

#include "laplace/shared_loops.hpp"

namespace perm {

namespace {

constexpr std::int64_t terms_together = 1024;
constexpr double most_to_round = 0x1p50;  // quanta of a term: 1024 of them fit into 64 bits

}  // namespace

double ExactDot::operator()(std::span<const float> a, std::span<const float> b) const {
  __int128 sum = 0;
  bool is_finite = true;
  std::mutex adding;
  for_each_range(*team_, static_cast<std::int64_t>(a.size()), [&](const Range& range) {
    __int128 own = 0;
    bool own_is_finite = true;
    const auto quanta_of = [&](std::int64_t i) {
      const auto at = static_cast<std::size_t>(i);
      return static_cast<double>(a[at]) * static_cast<double>(b[at]) * scale_;
    };
    for (std::int64_t first = range.first; first < range.last; first += terms_together) {
      const std::int64_t last = std::min(range.last, first + terms_together);
      std::uint64_t quanta = 0;  // wraps where terms are too large, and is not used then
      int large = 0;
      for (std::int64_t i = first; i < last; ++i) {
        const double term = quanta_of(i);
        quanta += static_cast<std::uint64_t>(round_below_2_51(term));
        large |= std::abs(term) < most_to_round ? 0 : 1;
      }
      if (large == 0) {
        own += static_cast<std::int64_t>(quanta);
        continue;
      }
      for (std::int64_t i = first; i < last; ++i) {
        const double term = quanta_of(i);
        if (std::abs(term) < largest)
          own += static_cast<std::int64_t>(std::nearbyint(term));
        else
          own_is_finite = false;
      }
    }
    const std::scoped_lock lock(adding);
    sum += own;
    is_finite = is_finite && own_is_finite;
  });
  return is_finite ? static_cast<double>(sum) / scale_ : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace perm
