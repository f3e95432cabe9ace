// SPDX-License-Identifier: Apache-2.0
// What an image conducts, made up.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "report/conduct/conduct_json.hpp"

namespace perm {

inline Conducted example_conducted(Axis direction) {
  Conducted conducted;
  conducted.direction = direction;
  conducted.cells = 480;
  conducted.connected = 0.48;
  conducted.lower = 0.2;
  conducted.value = 0.22;
  conducted.upper = 0.25;
  conducted.smooth = 0.23;
  conducted.smooth_deviation = 0.004;
  conducted.lambda_voxels = 6.5;
  conducted.lambda_deviation_voxels = 0.25;
  conducted.iterations = 31;
  conducted.seconds = 0.5;
  return conducted;
}

inline ConductReport example_report() {
  ConductReport report;
  report.image.source = "berea.tif";
  report.image.extent = {10, 10, 10};
  report.image.pore_voxels = 500;
  report.image.connected_voxels = 480;
  report.tolerance = 1e-4;
  report.threads = 2;
  report.directions = {example_conducted(Axis::x), example_conducted(Axis::z)};
  report.version = "1.0";
  return report;
}

/// A direction along which nothing conducts.
inline Conducted example_blocked(Axis direction) {
  Conducted blocked;
  blocked.direction = direction;
  return blocked;
}

/// Gives what conduction.json says.
inline nlohmann::json written(const ConductReport& report, const ConductWords& words = {}) {
  const std::string text = format_conduction_json(report, words, {});
  EXPECT_EQ(text.back(), '\n');
  return nlohmann::json::parse(text);
}

}  // namespace perm
