// SPDX-License-Identifier: Apache-2.0
// The command `generate` writes a geometry as an image: a folder of TIFF slices, multi-page TIFF, MHA, MHD, NRRD or
// raw.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>

#include "app/commands/command_list.hpp"
#include "app/options/overwrite_option.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/signals.hpp"
#include "core/printable_text.hpp"
#include "core/stop_check.hpp"
#include "core/units.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/row_runs.hpp"
#include "geometry/shapes/recipe.hpp"
#include "geometry/surface.hpp"
#include "image/image_writer.hpp"
#include "input/options/option_values.hpp"
#include "input/options/recipe_options.hpp"

namespace perm {
namespace {

namespace fs = std::filesystem;

/// Gives the place of the image. The image replaces no folder; the writer judges whether it may replace a folder of
/// slices.
fs::path read_destination(const OptionValues& values) {
  const std::optional<std::string> text = values.text("output");
  if (!text)
    throw UsageError("No output file is given", "generate writes an image",
                     "Add -o FILE, for example -o pack.tif, or -o pack for a folder of slices");
  fs::path path = *text;
  std::error_code ignored;
  if (path.has_extension() && fs::is_directory(path, ignored))
    throw InputError(fmt::format("Cannot write '{}'", *text), "it is a folder", "Choose another name with -o");
  return path;
}

/// Generates the image and writes it. The writer looks at the destination before it asks for the first plane, so that
/// nobody waits for a geometry that cannot be written.
PoreSpace generate_into(const fs::path& destination, const Recipe& recipe, double spacing_m, Overwrite overwrite) {
  std::optional<PoreSpace> pores;
  const Extent extent = recipe.extent;
  const auto fill_plane = [&](std::int64_t z, std::span<std::uint8_t> labels) {
    if (!pores) pores = generate(recipe);
    check_for_stop();
    std::ranges::fill(labels, std::uint8_t{1});
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for_each_run(pores->row(y, z), [&](const Run& run) {
        std::fill_n(labels.begin() + y * extent.nx + run.begin, run.end - run.begin, std::uint8_t{0});
      });
  };
  write_labels(destination, extent, spacing_m, fill_plane, overwrite, key_of(recipe));
  return std::move(*pores);
}

/// Writes the signed distances from the centres of voxels to the surface; gives the porosity of the voxels.
double write_distances_of(const fs::path& destination, const Recipe& recipe, double spacing_m, Overwrite overwrite) {
  const SurfaceMaker make = surface_maker(recipe);
  if (!make)
    throw UsageError(fmt::format("--distance has no meaning for {}", to_string(recipe.kind)),
                     "its voxels are no picture of a surface", "Leave out --distance");
  std::shared_ptr<const Surface> surface;
  std::int64_t pores = 0;
  const auto fill_plane = [&](std::int64_t z, std::span<float> distances) {
    if (!surface) {
      generate(recipe);  // which checks the recipe
      surface = make(Communicator());
    }
    check_for_stop();
    find_distances(*surface, recipe.extent, z, distances);
    pores += std::ranges::count_if(distances, [](float distance) { return distance > 0; });
  };
  write_distances(destination, recipe.extent, spacing_m, fill_plane, overwrite, key_of(recipe));
  return static_cast<double>(pores) / static_cast<double>(recipe.extent.voxels());
}

std::string solve_line(const std::string& output, const Extent& extent, const OptionValues& values) {
  std::string line =
      fmt::format("permeability solve {} --voxel-size {} {}", output, values.text("voxel-size").value_or("1um"),
                  values.is_given("distance") ? "--walls sub-voxel" : "--pore 0");
  if (fs::path(output).extension() == ".raw")
    line += fmt::format(" --dims {}x{}x{} --dtype uint8", extent.nx, extent.ny, extent.nz);
  return line;
}

/// Gives the recipe. A recipe that was read with --config names its files from its own folder.
Recipe read_recipe_of(const OptionValues& values) {
  Recipe recipe = read_recipe(values);
  const std::optional<std::string> config = values.text("config");
  if (config && !recipe.centres.empty() && recipe.centres.is_relative() && !fs::exists(recipe.centres))
    recipe.centres = fs::path(*config).parent_path() / recipe.centres;
  return recipe;
}

ExitCode run_generate(const OptionValues& values) {
  const Recipe recipe = read_recipe_of(values);
  const std::optional<std::string> voxel_size = values.text("voxel-size");
  const double spacing_m = voxel_size ? parse_voxel_size_m(*voxel_size) : 0;
  const fs::path destination = read_destination(values);
  require_memory(recipe.extent.voxels() / 8);
  note_signals();
  const Overwrite overwrite = read_overwrite(values);
  const bool writes_distance = values.is_given("distance");
  const double porosity = writes_distance ? write_distances_of(destination, recipe, spacing_m, overwrite)
                                          : generate_into(destination, recipe, spacing_m, overwrite).porosity();

  const std::string output = values.text("output").value_or("");
  print(stdout, fmt::format("{}: {} voxels, porosity {:.6f}{}\n", describe_recipe(recipe), to_string(recipe.extent),
                            porosity, recipe.porosity ? fmt::format(" (asked for {:g})", *recipe.porosity) : ""));
  print(stdout, fmt::format("Written to {}: {}\n", printable_line(output),
                            writes_distance ? "distance to the surface in voxels, negative in solid, 32 bits a voxel"
                                            : "0 = pore, 1 = solid, 8 bits a voxel"));
  print(stdout, fmt::format("Next: {}{}\n", printable_line(solve_line(output, recipe.extent, values)),
                            voxel_size ? "" : "   (with your own voxel size)"));
  return ExitCode::ok;
}

}  // namespace

Command generate_command() {
  std::vector<Option> output = {
      {"output", "FILE",
       "image to write: .tif .mha .mhd .nrrd .nhdr .raw by its ending, or a folder of slices without one; 0 = pore, "
       "1 = solid",
       "", "", 'o'},
      {"distance", "",
       "write, in place of labels, the distance from each voxel's centre to the surface, in voxels, negative in solid, "
       "float32: .npy or .mha. solve --walls sub-voxel reads it",
       "", ""},
      overwrite_option(),
      {"voxel-size", "LENGTH", "edge of a voxel with its unit, for the header of the image", "", "not written"},
      {"config", "FILE", "read options from a file of 'key = value' lines, for example a recipe of geometries/", "",
       ""},
      {"help", "", "show this", "", "", 'h'}};
  return {
      "generate",
      "arrays of spheres and cylinders, packings, fibres and channels as images",
      "KIND -o FILE [options]",
      "kind",
      "Builds a periodic geometry and writes it as an image. The same options, as keys of an .ini file, are a recipe "
      "that solve reads without an image between.",
      {{"Geometry", recipe_options()}, {"Output", std::move(output)}},
      {"permeability generate packing --size 48 --radius 8 --porosity 0.45 --seed 7 -o pack",
       "permeability generate sc --size 32 --porosity 0.6 -o sc.mha --voxel-size 2um",
       "permeability generate overlap --size 48x32x32 --radius 5 --porosity 0.3 -o rock.tif",
       "permeability generate cylinders-hexagonal --size 30 --porosity 0.7 --shift 0.5,0.5,0 -o array.tif",
       "permeability generate fibres --size 64 --radius 3 --porosity 0.8 --orientation planar -o nonwoven.tif",
       "permeability generate fibres --size 48 --radius 2 --porosity 0.9 --persistence-length 40 --overlap no -o felt",
       "permeability generate plates --size 16 --gap 8 -o plates.raw",
       "permeability generate spheres --centres centres.txt --diameters --size 40 -o spheres.nrrd",
       "permeability generate bcc --size 32 --porosity 0.5 --distance -o bcc.npy"},
      run_generate,
      Processes::one};
}

}  // namespace perm
