// SPDX-License-Identifier: Apache-2.0
// The command `segment` writes which voxels of an image are pore, as labels that solve reads without being told.
#include <fmt/format.h>

#include <algorithm>
#include <array>
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
#include "app/options/input_options.hpp"
#include "app/options/overwrite_option.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/signals.hpp"
#include "core/printable_text.hpp"
#include "core/stop_check.hpp"
#include "geometry/row_runs.hpp"
#include "image/image_reader.hpp"
#include "image/image_writer.hpp"
#include "input/input.hpp"
#include "report/earlier_results.hpp"
#include "report/summary_line.hpp"

namespace perm {
namespace {

namespace fs = std::filesystem;

constexpr std::uint8_t outside = 2;  // of the sample, as a label

/// Options of other commands that make other voxels of the image.
constexpr std::array of_resampling{"resample", "refine", "coarsen"};

/// The options of an image that segment takes.
std::vector<Option> image_options() {
  std::vector<Option> options = input_options();
  std::erase_if(options, [](const Option& option) {
    return std::ranges::any_of(of_resampling, [&](const char* name) { return option.name == name; });
  });
  return options;
}

fs::path destination_of(const OptionValues& values) {
  const std::optional<std::string> text = values.text("output");
  if (!text)
    throw UsageError("No output file is given", "segment writes an image",
                     "Add -o FILE, for example -o pores.mha, or -o pores for a folder of slices");
  fs::path path = *text;
  std::error_code ignored;
  if (path.has_extension() && fs::is_directory(path, ignored))
    throw InputError(fmt::format("Cannot write '{}'", *text), "it is a folder", "Choose another name with -o");
  return path;
}

InputRequest request_of_segment(const OptionValues& values) {
  if (!values.text("input"))
    throw UsageError("No INPUT is given", "segment needs an image",
                     "Name one, for example: permeability segment rock.tif --threshold otsu --pore dark -o pores.mha");
  InputRequest request = read_input_options(values);
  if (is_recipe(request.path))
    throw UsageError(fmt::format("'{}' is a recipe", request.path.string()), "it has no grey values",
                     "Use permeability generate, which writes it as an image");
  return request;
}

void write_pores(const fs::path& destination, const Input& input, const InputRequest& request, Overwrite overwrite) {
  const PoreSpace& pores = input.pores.pores();
  const Extent extent = pores.extent();
  const auto fill_plane = [&](std::int64_t z, std::span<std::uint8_t> labels) {
    check_for_stop();
    std::ranges::fill(labels, std::uint8_t{1});
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for_each_run(pores.row(y, z), [&](const Run& run) {
        std::fill_n(labels.begin() + y * extent.nx + run.begin, run.end - run.begin, std::uint8_t{0});
      });
    if (!input.inside) return;
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x)
        if (!input.inside->pores().is_pore(x, y, z)) labels[static_cast<std::size_t>(y * extent.nx + x)] = outside;
  };
  const double spacing_m = request.voxel_edges_m ? request.voxel_edges_m->front() : 0;
  write_labels(destination, extent, spacing_m, fill_plane, overwrite,
               fmt::format("segmented from {}", printable_line(path_of_input(request.path))));
}

ExitCode run_segment(const OptionValues& values) {
  const InputRequest request = request_of_segment(values);
  const fs::path destination = destination_of(values);
  const Overwrite overwrite = read_overwrite(values);
  note_signals();
  const Input input = read_source(open_image(request.path, request.raw, request.data_files), request);
  write_pores(destination, input, request, overwrite);

  print(stdout, fmt::format("Image {}\n", printable_line(request.path.string())));
  print(stdout, summary_line("size", fmt::format("{} voxels", to_string(input.pores.image()))));
  for (const SegmentationStep& step : input.steps)
    print(stdout, summary_line(step.name, fmt::format("{}: porosity {:.6f}", step.words, step.porosity)));
  for (const std::string& warning : input.origin.warnings) print(stdout, summary_line("warning", warning));
  const std::string output = destination.string();
  print(stdout, fmt::format("Written to {}: 0 = pore, 1 = solid{}, 8 bits a voxel\n", printable_line(output),
                            input.inside ? fmt::format(", {} = outside of the sample", outside) : ""));
  const Extent& n = input.pores.image();
  print(stdout, fmt::format("Next: permeability solve {} --voxel-size {}{}{}\n", printable_line(output),
                            values.text("voxel-size").value_or("1um"),
                            destination.extension() == ".raw"
                                ? fmt::format(" --pore 0 --dims {}x{}x{} --dtype uint8", n.nx, n.ny, n.nz)
                                : "",
                            input.inside ? fmt::format(" --mask outside={}", outside) : ""));
  return ExitCode::ok;
}

}  // namespace

Command segment_command() {
  std::vector<Option> output = {
      {"output", "FILE",
       "image to write: .tif .mha .mhd .nrrd .nhdr .raw by its ending, or a folder of slices without one; 0 = pore, "
       "1 = solid",
       "", "", 'o'},
      overwrite_option(),
      {"config", "FILE", "read options from a file of 'key = value' lines; the command line wins", "", ""},
      {"help", "", "show this", "", "", 'h'}};
  return {
      "segment",
      "which voxels of a grey image are pore, as an image of labels",
      "INPUT -o FILE [options]",
      "input",
      "Crops the image, filters its grey values, parts them by a threshold, takes small parts away, and writes what "
      "is pore. It prints each step with the porosity behind it. The same options do the same in solve, conduct, "
      "batch and sweep, without an image between.",
      {{"Image", image_options()}, {"Output", std::move(output)}},
      {"permeability segment rock.tif --threshold otsu --pore dark -o pores.mha",
       "permeability segment rock.tif --denoise median --threshold valley --pore dark --despeckle 50 --fill 50 -o "
       "pores"},
      run_segment,
      Processes::one};
}

}  // namespace perm
