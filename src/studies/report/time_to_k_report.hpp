// SPDX-License-Identifier: Apache-2.0
// The results of `bench --time-to-k`: a table for a person, or JSON for a program.
#pragma once

#include <string>
#include <vector>

#include "darcy/time_to_k.hpp"

namespace perm {

struct TimeToKReport {
  std::vector<TimeToK> cases;
  double tolerance{0};
  std::string device;
  std::string version;
};

std::string format_time_to_k_table(const TimeToKReport& report);
std::string format_time_to_k_json(const TimeToKReport& report);

}  // namespace perm
