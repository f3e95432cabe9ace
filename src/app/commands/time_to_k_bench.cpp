// SPDX-License-Identifier: Apache-2.0
#include "app/commands/time_to_k_bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "app/commands/input.hpp"
#include "app/options/option_values.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/signals.hpp"
#include "core/errors.hpp"
#include "core/version.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/shapes/recipe.hpp"
#include "report/bench/time_to_k_report.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

struct Case {
  std::string name;
  PoreSlab pores;
};

/// Gives the cube of edge `size` at the corner of the image where x = y = z = 0.
PoreSlab corner_of(const PoreSlab& pores, std::int64_t size) {
  const Extent& image = pores.image();
  const Extent extent{std::min(size, image.nx), std::min(size, image.ny), std::min(size, image.nz)};
  const auto end = [&](std::int64_t z) { return std::min(z, extent.nz); };
  PoreSlab corner(extent, {end(pores.planes().first), end(pores.planes().last)}, pores.processes());
  for (std::int64_t z = 0; z < corner.planes().size(); ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x)
        if (pores.pores().is_pore(x, y, z)) corner.pores().set_pore(x, y, z);
  return corner;
}

/// Reads an image that --images names as FILE:PORE or FILE:PORE:SIZE.
Case read_case(const std::string& text) {
  const auto parts = [&] {
    std::vector<std::string> found;
    std::size_t begin = 0;
    for (std::size_t end = text.find(':'); end != std::string::npos; begin = end + 1, end = text.find(':', begin))
      found.push_back(text.substr(begin, end - begin));
    found.push_back(text.substr(begin));
    return found;
  }();
  std::int64_t size = 0;
  if (parts.size() == 3) std::from_chars(parts[2].data(), parts[2].data() + parts[2].size(), size);
  if (parts.size() < 2 || parts.size() > 3 || (parts.size() == 3 && size < 1))
    throw InputError(fmt::format("--images cannot hold '{}'", text), "it is no FILE:PORE or FILE:PORE:SIZE",
                     "Name file, grey value of pore and, if only a corner is wanted, its edge: rock.tif:0:256");
  InputOptions options;
  options.path = parts[0];
  options.voxel_edges_m = {1.0, 1.0, 1.0};
  options.rule.pore = parse_grey_ranges(parts[1]);
  PoreSlab pores = read_input(options, {}, Communicator::world()).pores;
  if (size > 0) pores = corner_of(pores, size);
  return {options.path.stem().string(), std::move(pores)};
}

Case generate_case(const std::string& name, Recipe recipe, std::int64_t size) {
  recipe.extent = {size, size, size};
  return {name, generate(recipe, Communicator::world())};
}

/// Generates the standard cases: a tight and an open rock, a dilute and a touching array.
std::vector<Case> generated_cases(double scale) {
  const auto voxels = [scale](double size) { return std::max<std::int64_t>(16, std::llround(scale * size)); };
  std::vector<Case> cases;
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
       "with --time-to-k: image files too; PORE is the grey value of pore, SIZE the edge of the corner to take", "",
       ""},
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
  std::vector<Case> cases = generated_cases(scale);
  std::string images = values.text("images").value_or("");
  while (!images.empty()) {
    const std::size_t comma = std::min(images.find(','), images.size());
    cases.push_back(read_case(images.substr(0, comma)));
    images.erase(0, comma + 1);
  }
  TimeToKReport report;
  report.tolerance = options.tolerance;
  report.device = facts_of(settings.device).name_in_text();
  report.version = version();
  for (Case& one : cases) {
    const Connectivity connectivity(std::move(one.pores));
    if (!connectivity.percolates(options.direction))
      throw InputError(fmt::format("'{}' does not percolate along x", one.name), "K is 0 there", "Leave it out");
    report.cases.push_back(measure_time_to_k(one.name, connectivity.percolating(options.direction), options,
                                             [](const Progress&) { throw_if_interrupted(); }));
  }
  if (Communicator::world().is_first())
    print(stdout, values.is_on("json") ? format_time_to_k_json(report) : format_time_to_k_table(report));
  return ExitCode::ok;
}

}  // namespace perm
