// SPDX-License-Identifier: Apache-2.0
#include "report/bench/benchmark_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/units.hpp"

namespace perm {

std::string format_benchmark_json(const BenchmarkReport& report) {
  const BenchmarkResult& result = report.result;
  const nlohmann::ordered_json json = {{"mflups", result.mflups},
                                       {"bandwidth_gb_s", result.bandwidth_gb_s},
                                       {"fraction_of_limit", result.fraction_of_limit},
                                       {"bytes_per_fluid_cell", result.bytes_per_fluid_cell},
                                       {"device_bytes_used", result.device_bytes_used},
                                       {"bytes_per_update", result.bytes_per_update},
                                       {"fluid_cells", result.fluid_cells},
                                       {"steps", result.steps},
                                       {"seconds", result.seconds},
                                       {"dims", {report.extent.nx, report.extent.ny, report.extent.nz}},
                                       {"porosity", report.porosity},
                                       {"precision", to_string(report.precision)},
                                       {"device", result.device},
                                       {"description", result.description},
                                       {"ranks", result.ranks},
                                       {"parts", {1, result.parts_y, result.parts_z}},
                                       {"imbalance", result.imbalance},
                                       {"version", report.version}};
  return json.dump(2) + "\n";
}

std::string format_benchmark_table(const BenchmarkReport& report) {
  const BenchmarkResult& result = report.result;
  std::string table;
  const auto line = [&table](const char* what, const std::string& value) {
    table += fmt::format("  {:<22}{}\n", what, value);
  };
  line("image", fmt::format("{} voxels, porosity {:.4f}", to_string(report.extent), report.porosity));
  line("fluid cells", fmt::format("{}", result.fluid_cells));
  line("device", fmt::format("{}, {}", result.description, to_string(report.precision)));
  if (result.ranks > 1)
    line("ranks", fmt::format("{}, in {} x {} blocks along y and z; the largest has {:.2f} % more cells than the mean",
                              result.ranks, result.parts_y, result.parts_z, 100 * result.imbalance));
  line("steps", fmt::format("{} in {:.3g} s", result.steps, result.seconds));
  line("speed", fmt::format("{:.1f} MFLUPS (million fluid-cell updates a second)", result.mflups));
  line("memory bandwidth",
       fmt::format("{:.2f} GB/s, {}, measured in this run", result.bandwidth_gb_s,
                   result.device == "cpu" ? "read and written in place" : "copied within the device"));
  line("fraction of the limit", fmt::format("{:.3f} (limit: bandwidth / {:.4g} bytes an update)",
                                            result.fraction_of_limit, result.bytes_per_update));
  std::string memory = fmt::format("{:.2f} bytes a fluid cell", result.bytes_per_fluid_cell);
  if (result.device_bytes_used > 0)
    memory += fmt::format("; {} of the device in use", format_bytes(static_cast<double>(result.device_bytes_used)));
  line("memory", memory);
  return table;
}

}  // namespace perm
