// SPDX-License-Identifier: Apache-2.0
// The results of `bench`: a table for a person, or JSON for a program (keys mflups, bandwidth_gb_s, fraction_of_limit,
// bytes_per_fluid_cell and the circumstances of the measurement).
#pragma once

#include <string>

#include "core/extent.hpp"
#include "solver/scaling/benchmark.hpp"

namespace perm {

struct BenchmarkReport {
  BenchmarkResult result;
  Extent extent;
  double porosity{0};
  Precision precision{Precision::float32};
  std::string version;
};

std::string format_benchmark_json(const BenchmarkReport& report);
std::string format_benchmark_table(const BenchmarkReport& report);

}  // namespace perm
