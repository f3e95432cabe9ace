// SPDX-License-Identifier: Apache-2.0
#include "laplace/exact_dot.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace perm {

double ExactDot::operator()(std::span<const float> a, std::span<const float> b) const {
  __int128 sum = 0;
  bool is_finite = true;
  const auto count = static_cast<std::int64_t>(a.size());
#pragma omp parallel if (count > 4096)
  {
    __int128 own = 0;
    bool own_is_finite = true;
#pragma omp for schedule(static) nowait
    for (std::int64_t i = 0; i < count; ++i) {
      const auto place = static_cast<std::size_t>(i);
      const double quanta = static_cast<double>(a[place]) * static_cast<double>(b[place]) * scale_;
      if (std::abs(quanta) < largest)
        own += static_cast<std::int64_t>(std::nearbyint(quanta));
      else
        own_is_finite = false;
    }
#pragma omp critical(perm_exact_dot)
    {
      sum += own;
      is_finite = is_finite && own_is_finite;
    }
  }
  return is_finite ? static_cast<double>(sum) / scale_ : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace perm
