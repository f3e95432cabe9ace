// SPDX-License-Identifier: Apache-2.0
// Tells how far the fluxes through the planes across a flow differ; in a steady flow they are the same.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace perm {

/// Gives (max - min)/|mean| of the fluxes; 0 where their mean is 0.
inline double flux_spread_of(const std::vector<double>& flux) {
  const auto [least, most] = std::ranges::minmax_element(flux);
  double mean = 0;
  for (const double f : flux) mean += f / static_cast<double>(flux.size());
  return mean == 0 ? 0 : (*most - *least) / std::abs(mean);
}

}  // namespace perm
