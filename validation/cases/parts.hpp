// SPDX-License-Identifier: Apache-2.0
// Counts the cases of each part together: how far K lies from the references on average, how much that scatters, and
// how many lie within the limits that this program sets itself.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "validation/cases/verdict.hpp"

namespace perm::validation {

/// Gives K of the finest resolution over the reference; empty where a flow did not converge.
std::optional<double> ratio_of(const CaseResult& result);

/// Gives the ratios that the limits allow at the finest resolution: of the error, of the tensor with its iteration
/// error, else of K.
std::optional<std::array<double, 2>> interval_of(const CaseResult& result);

struct PartSummary {
  Part part{Part::exact};
  int cases{0};
  int solved{0};     ///< cases that have a ratio; the following are of these
  double bias{0};    ///< mean of the ratio, less 1
  double spread{0};  ///< standard deviation of the ratio; 0 for one case
  int inside{0};     ///< cases whose ratio lies in their interval
};

/// Gives the parts that have a case which compares permeabilities, in the order of the enum.
std::vector<PartSummary> count_parts(std::span<const CaseResult> results);

}  // namespace perm::validation
