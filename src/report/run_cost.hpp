// SPDX-License-Identifier: Apache-2.0
// Adds up the cost of all flows of a run: cells, memory, time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "run/run_report.hpp"

namespace perm {

struct RunCost {
  std::int64_t fluid_cells{0};                                            ///< the largest number of any direction
  double bytes_per_fluid_cell{std::numeric_limits<double>::quiet_NaN()};  ///< the largest of any direction
  double mflups{std::numeric_limits<double>::quiet_NaN()};                ///< all updates over all stepping time
  double seconds{0};                                                      ///< time of stepping, in all directions
  std::int64_t resident_bytes_stepping{0};                                ///< largest of any direction
};

/// Adds up the flows. When no flow was stepped, because nothing percolates, the rates are NaN.
inline RunCost sum_cost(const std::vector<FlowReport>& flows) {
  RunCost cost;
  double million_updates = 0;
  for (const FlowReport& flow : flows) {
    const FlowResult& result = flow.result;
    if (result.steps == 0) continue;
    cost.fluid_cells = std::max(cost.fluid_cells, result.fluid_cells);
    cost.bytes_per_fluid_cell = std::fmax(cost.bytes_per_fluid_cell, result.bytes_per_fluid_cell);
    cost.seconds += result.seconds;
    million_updates += result.mflups * result.seconds;
    cost.resident_bytes_stepping = std::max(cost.resident_bytes_stepping, flow.resident_bytes_stepping);
  }
  if (cost.seconds > 0) cost.mflups = million_updates / cost.seconds;
  return cost;
}

}  // namespace perm
