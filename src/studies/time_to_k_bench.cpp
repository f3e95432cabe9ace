// SPDX-License-Identifier: Apache-2.0
#include "studies/time_to_k_bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "app/terminal/print.hpp"
#include "core/errors.hpp"
#include "core/stop_check.hpp"
#include "core/version.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/shapes/recipe.hpp"
#include "input/options/option_values.hpp"
#include "solver/devices.hpp"
#include "studies/bench_images.hpp"
#include "studies/report/time_to_k_report.hpp"

namespace perm {
namespace {

BenchImage generate_case(const std::string& name, Recipe recipe, std::int64_t size) {
  recipe.extent = {size, size, size};
  return {name, generate(recipe, Communicator::world())};
}

/// Generates the standard cases: a tight and an open rock, a dilute and a touching array.
std::vector<BenchImage> generated_cases(double scale) {
  const auto voxels = [scale](double size) { return std::max<std::int64_t>(16, std::llround(scale * size)); };
  std::vector<BenchImage> cases;
  Recipe overlap;
  overlap.kind = GeometryKind::overlap;
  overlap.radius = 12 * scale;
  for (const double porosity : {0.15, 0.4}) {
    overlap.porosity = porosity;
    cases.push_back(generate_case(fmt::format("overlap {:g}", porosity), overlap, voxels(128)));
  }
  Recipe array;
  array.kind = GeometryKind::sc;
  array.porosity = 0.875;
  cases.push_back(generate_case("sc, solid 0.125", array, voxels(96)));
  array.kind = GeometryKind::fcc;
  array.porosity = 0.2596;
  cases.push_back(generate_case("fcc, touching", array, voxels(96)));
  return cases;
}

}  // namespace

std::vector<Option> time_to_k_options() {
  return {
      {"time-to-k", "",
       "measure how long K takes, against steps of BGK at tau 1 from rest: overlapping spheres of porosity 0.15 and "
       "0.4 (128^3), SC spheres of solid fraction 0.125 and touching FCC spheres (96^3)",
       "", ""},
      {"images", "FILE:PORE[:SIZE],...",
       "with --time-to-k: image files too; with --streaming: image files instead; PORE is the grey value of pore, SIZE "
       "the "
       "edge of the corner to take",
       "", ""},
      {"tolerance", "E", "with --time-to-k: relative error of K", "1e-3", ""},
      {"scale", "F", "with --time-to-k: edge of the generated images, times this", "1", ""}};
}

ExitCode bench_time_to_k(const OptionValues& values, const SolverSettings& settings) {
  FlowOptions options;
  options.solver = settings;
  options.tolerance = values.number("tolerance").value_or(0);
  if (!(options.tolerance > 1e-5 && options.tolerance < 0.1))
    throw InputError(fmt::format("--tolerance cannot be {}", options.tolerance),
                     "with --time-to-k it lies between 1e-5 and 0.1", "The default is 1e-3");
  const double scale = values.number("scale").value_or(1);
  if (!(scale > 0.1 && scale <= 8))
    throw InputError(fmt::format("--scale cannot be {}", scale), "it must be above 0.1 and at most 8",
                     "The default is 1");
  std::vector<BenchImage> cases = generated_cases(scale);
  for (BenchImage& image : read_bench_images(values)) cases.push_back(std::move(image));
  TimeToKReport report;
  report.tolerance = options.tolerance;
  report.device = facts_of(settings.device).name_in_text();
  report.version = version();
  for (BenchImage& one : cases) {
    const Connectivity connectivity(std::move(one.pores));
    if (!connectivity.percolates(options.direction))
      throw InputError(fmt::format("'{}' does not percolate along x", one.name), "K is 0 there", "Leave it out");
    report.cases.push_back(measure_time_to_k(one.name, connectivity.percolating(options.direction), options,
                                             [](const Progress&) { check_for_stop(); }));
  }
  if (Communicator::world().is_first())
    print(stdout, values.is_on("json") ? format_time_to_k_json(report) : format_time_to_k_table(report));
  return ExitCode::ok;
}

}  // namespace perm
