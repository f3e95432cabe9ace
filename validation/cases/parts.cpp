// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/parts.hpp"

#include <algorithm>
#include <cmath>

namespace perm::validation {

std::optional<double> ratio_of(const CaseResult& result) {
  if (result.levels.empty()) return {};
  return result.levels.back().permeability / result.of.reference.permeability;
}

std::optional<std::array<double, 2>> interval_of(const CaseResult& result) {
  const Case& one = result.of;
  if (one.levels.empty() || result.levels.empty()) return {};
  const auto holds = [&](Quantity quantity) {
    return std::ranges::find_if(one.limits, [&](const Limit& limit) {
      return limit.of == quantity && limit.resolution == one.levels.back().resolution;
    });
  };
  for (const Quantity of_error : {Quantity::error, Quantity::tensor_error})
    if (const auto limit = holds(of_error); limit != one.limits.end()) {
      const double allowed = limit->high + result.levels.back().tensor_bound;
      return {{1 - allowed, 1 + allowed}};
    }
  const auto limit = holds(Quantity::permeability);
  if (limit == one.limits.end()) return {};
  return {{limit->low / one.reference.permeability, limit->high / one.reference.permeability}};
}

std::vector<PartSummary> count_parts(std::span<const CaseResult> results) {
  std::vector<PartSummary> parts;
  for (const auto& [part, name] : names_of<Part>) {
    PartSummary summary;
    summary.part = part;
    std::vector<double> ratios;
    for (const CaseResult& result : results) {
      if (result.of.part != part || !result.of.compares_permeability()) continue;
      ++summary.cases;
      const auto ratio = ratio_of(result);
      if (!ratio) continue;
      ratios.push_back(*ratio);
      const auto interval = interval_of(result);
      if (interval && *ratio >= (*interval)[0] && *ratio <= (*interval)[1]) ++summary.inside;
    }
    if (summary.cases == 0) continue;
    summary.solved = static_cast<int>(ratios.size());
    const auto n = static_cast<double>(ratios.size());
    for (const double ratio : ratios) summary.bias += (ratio - 1) / n;
    for (const double ratio : ratios)
      if (ratios.size() > 1) summary.spread += std::pow(ratio - 1 - summary.bias, 2) / (n - 1);
    summary.spread = std::sqrt(summary.spread);
    parts.push_back(summary);
  }
  return parts;
}

}  // namespace perm::validation
