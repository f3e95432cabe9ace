// SPDX-License-Identifier: Apache-2.0
// The command `bench` measures how fast this machine updates cells, and compares that with the speed of its memory.
#include <fmt/format.h>

#include <cstdio>

#include "app/commands/command_list.hpp"
#include "app/options/machine_options.hpp"
#include "app/terminal/print.hpp"
#include "core/version.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/shapes/recipe.hpp"
#include "input/options/option_values.hpp"
#include "report/bench/benchmark_report.hpp"
#include "solver/backend.hpp"
#include "solver/scaling/benchmark.hpp"

namespace perm {
namespace {

/// Makes overlapping spheres, or an empty box.
PoreSlab build_pores(const OptionValues& values, const Communicator& world) {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = values.extent("size").value_or(Extent{});
  recipe.porosity = values.number_within("porosity", {0, 1});
  recipe.radius = values.number_within("radius", {0, 1e6});
  if (*recipe.porosity == 1 && values.is_given("radius"))
    throw UsageError("--radius is given with --porosity 1", "an empty box holds no spheres", "Leave --radius out");
  require_memory(recipe.extent.voxels() / 8 / world.size(), Device::cpu, world);
  if (*recipe.porosity < 1) return generate(recipe, world);
  PoreSlab box = PoreSlab::even(recipe.extent, world);
  box.pores().fill_with_pore();
  return box;
}

ExitCode run_bench(const OptionValues& values) {
  const Communicator world = Communicator::world();
  SolverSettings settings;
  read_machine_options(values, settings);
  const double seconds = values.number_within("seconds", {0, 3600});
  const bool as_json = values.is_on("json");
  const PoreSlab pores = build_pores(values, world);
  const std::int64_t pore_voxels = pores.count_pores();
  std::int64_t bytes = predict_bytes(pores.pores(), pores.pores().count_pores(), settings);
  if (settings.device == Device::cpu) bytes *= 2;  // the bandwidth is measured on as much memory again
  require_memory(bytes, settings.device, world);
  const BenchmarkReport report{run_benchmark(pores, settings, seconds), pores.image(),
                               static_cast<double>(pore_voxels) / static_cast<double>(pores.image().voxels()),
                               settings.precision, version()};
  if (!world.is_first()) return ExitCode::ok;
  (as_json ? print_whole_lines : print)(stdout,
                                        as_json ? format_benchmark_json(report) : format_benchmark_table(report));
  return ExitCode::ok;
}

}  // namespace

Command bench_command() {
  std::vector<Option> run = machine_options();
  run.push_back({"seconds", "S", "how long to measure, s", "5", ""});
  run.push_back(
      {"json", "", "print JSON: mflups bandwidth_gb_s fraction_of_limit bytes_per_fluid_cell and more", "", ""});
  run.push_back({"config", "FILE", "read options from a file of 'key = value' lines", "", ""});
  run.push_back({"help", "", "show this", "", "", 'h'});
  return {
      "bench",
      "the speed of this machine, against its memory bandwidth",
      "[options]",
      "",
      "Steps a lattice of overlapping spheres (porosity 1: an empty box) and, in the same run, measures the memory: "
      "a CPU's by reading and writing as many bytes in place, a GPU's by a copy. The fraction of the limit is the "
      "one over the other. Choose a size whose lattice (80 bytes a pore voxel) is several times the processor's "
      "cache.\n"
      "Under mpirun the ranks share the lattice, and speed and memory are those of all together.",
      {{"Lattice",
        {{"porosity", "P", "pore voxels over all voxels, up to 1, an empty box", "0.2", ""},
         {"size", "N", "voxels along each axis, one number or NXxNYxNZ", "256", ""},
         {"radius", "R", "radius of the spheres, voxels", "12", ""}}},
       {"Run", std::move(run)}},
      {"permeability bench --porosity 0.2 --size 64 --seconds 0.5",
       "permeability bench --device cpu --porosity 1 --size 64 --seconds 0.5 --json"},
      run_bench,
      Processes::several};
}

}  // namespace perm
