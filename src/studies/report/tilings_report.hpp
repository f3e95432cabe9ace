// SPDX-License-Identifier: Apache-2.0
// The results of `bench --tilings`: a table for a person, or JSON for a program.
#pragma once

#include <string>
#include <vector>

#include "core/extent.hpp"
#include "solver/scaling/tilings.hpp"

namespace perm {

struct TilingsReport {
  Extent extent;
  double porosity{0};
  Precision precision{Precision::float32};
  std::string device;
  std::string date;  ///< UTC, ISO 8601
  std::vector<Tiling> tilings;
};

std::string format_tilings_table(const TilingsReport& report);
std::string format_tilings_json(const TilingsReport& report);

}  // namespace perm
