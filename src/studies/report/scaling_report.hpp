// SPDX-License-Identifier: Apache-2.0
// The results of `bench --predict`, which predicts the speed of more ranks than there are: tables for a person, or JSON
// for a program.
#pragma once

#include <string>
#include <vector>

#include "solver/scaling/scaling_prediction.hpp"

namespace perm {

struct ScalingReport {
  PredictionRequest request;
  std::vector<PredictedSpeed> weak;
  std::vector<PredictedSpeed> strong;
  std::string version;
};

std::string format_scaling_json(const ScalingReport& report);
std::string format_scaling_tables(const ScalingReport& report);

}  // namespace perm
