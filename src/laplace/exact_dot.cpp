// SPDX-License-Identifier: Apache-2.0
#include "laplace/exact_dot.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>

#include "laplace/shared_loops.hpp"

namespace perm {

double ExactDot::operator()(std::span<const float> a, std::span<const float> b) const {
  __int128 sum = 0;
  bool is_finite = true;
  std::mutex adding;
  for_each_range(*team_, static_cast<std::int64_t>(a.size()), [&](const Range& range) {
    __int128 own = 0;
    bool own_is_finite = true;
    for (auto i = static_cast<std::size_t>(range.first); i < static_cast<std::size_t>(range.last); ++i) {
      const double quanta = static_cast<double>(a[i]) * static_cast<double>(b[i]) * scale_;
      if (std::abs(quanta) < largest)
        own += static_cast<std::int64_t>(std::nearbyint(quanta));
      else
        own_is_finite = false;
    }
    const std::scoped_lock lock(adding);
    sum += own;
    is_finite = is_finite && own_is_finite;
  });
  return is_finite ? static_cast<double>(sum) / scale_ : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace perm
