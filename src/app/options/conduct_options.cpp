// SPDX-License-Identifier: Apache-2.0
#include "app/options/conduct_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "app/options/boundary_options.hpp"
#include "app/options/flow_settings.hpp"
#include "app/options/input_options.hpp"
#include "app/options/machine_options.hpp"
#include "app/options/overwrite_option.hpp"
#include "core/errors.hpp"
#include "geometry/segmentation/grey_ranges.hpp"
#include "input/input.hpp"
#include "input/options/option_values.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

constexpr double least_tolerance = 1e-5;  // rounding of float32

/// Reads a number and the unit behind it, as "2.3e-9 m2/s". Without a unit it is a number.
Bulk read_bulk(const std::string& text) {
  Bulk bulk;
  char* end = nullptr;
  bulk.value = std::strtod(text.c_str(), &end);
  const auto refuse = [&](const char* why) {
    throw InputError(fmt::format("--bulk cannot be '{}'", text), why, "Give for example --bulk 2.3e-9m2/s");
  };
  if (end == text.c_str() || text.find_first_of("xX") < static_cast<std::size_t>(end - text.c_str()))
    refuse("it does not begin with a decimal number");
  if (!(bulk.value > 0) || !std::isfinite(bulk.value)) refuse("it must be above 0 and finite");
  const std::string rest(end);
  const std::size_t first = rest.find_first_not_of(' ');
  if (first != std::string::npos) bulk.unit = rest.substr(first);
  if (bulk.unit.size() > 40) refuse("no unit is so long");
  if (!bulk.unit.empty()) {
    const char begin = bulk.unit.front();
    const bool is_power = (begin == 'e' || begin == 'E') && bulk.unit.size() > 1 &&
                          std::string("+-0123456789").find(bulk.unit[1]) != std::string::npos;
    if (is_power || std::string("0123456789.,+-").find(begin) != std::string::npos)
      refuse("the number goes on after what was read of it; write it with a point and without blanks");
  }
  return bulk;
}

/// Reads "0=1,1=0.05,2:9=0"; what conducts nothing is left out.
std::vector<GreyPhase> read_phases(const std::string& text) {
  std::vector<GreyPhase> phases;
  const auto refuse = [&](const char* why) {
    throw InputError(fmt::format("--conductivity cannot be '{}'", text), why,
                     "Give grey values with what each conducts, for example 0=1,1=0.05");
  };
  for (std::size_t first = 0; first <= text.size();) {
    const std::size_t last = std::min(text.find(',', first), text.size());
    const std::string item = text.substr(first, last - first);
    const std::size_t cut = item.find('=');
    if (cut == std::string::npos || cut == 0) refuse("'=' stands between a grey value and what it conducts");
    char* end = nullptr;
    const std::string number = item.substr(cut + 1);
    const double conductivity = std::strtod(number.c_str(), &end);
    if (number.empty() || *end != '\0') refuse("what a grey value conducts is a number");
    if (!(conductivity >= 0) || !std::isfinite(conductivity)) refuse("nothing conducts less than 0, or without end");
    parse_grey_ranges(item.substr(0, cut));  // throws where it is none
    if (conductivity > 0) phases.push_back({item.substr(0, cut), conductivity});
    first = last + 1;
  }
  if (phases.empty()) refuse("nothing conducts then");
  return phases;
}

/// Gives an option beside which walls can stand at the faces of voxels only.
std::optional<NeedOfVoxels> find_need_of_voxels(const ConductOptions& options) {
  if (options.input.coarsen > 1)
    return NeedOfVoxels{"--coarsen", "coarser voxels are no picture of the same surface",
                        "Give the recipe with lengths half as long, or distances on a coarser grid"};
  if (options.request.device == Device::cuda)
    return NeedOfVoxels{"--device cuda", "what smooth bodies conduct is computed on the CPU", "Leave --device out"};
  return {};
}

/// Reads where to compute, and takes the GPU. Throws DeviceError where a GPU is asked for that is not there.
std::optional<Device> read_conduct_device(const OptionValues& values) {
  const std::optional<Device> device = values.choice_or<Device>("device", "auto");
  const DeviceFacts& gpu = facts_of(Device::cuda);
  if (device == Device::cuda) gpu.require();
  if (device != Device::cpu && gpu.why_absent().empty()) choose_gpu({}, GpuSharing::refused);
  return device;
}

}  // namespace

std::vector<OptionGroup> conduct_option_groups() {
  std::vector<Option> current = {
      direction_option("xyz gives all three, and between periodic faces the tensor"),
      {"boundary", "auto|" + join_names<Boundary>("|"),
       "what the faces of the image do\n"
       "auto: periodic for recipes and for images whose opposite faces match, sealed for others\n"
       "periodic: what leaves a face enters at the opposite one\n"
       "sealed, mirror and pressure are one thing here: potentials are held at the faces across the current, and "
       "nothing goes through the sides",
       "auto", ""},
      {"of", join_names<Conduction>("|"), "what is conducted; the words change, the numbers do not", "diffusion", ""},
      {"bulk", "VALUE",
       "diffusivity or conductivity of what fills the pores, with its unit, for example 2.3e-9m2/s: gives the "
       "effective one besides",
       "", "conductivities are relative to it"},
      {"conductivity", "GREY=C,...",
       "in place of --pore: what the voxels of each grey value conduct, over what --bulk does; 0=1,1=0.05: pores and a "
       "matrix that conducts a twentieth; grey values that are left out conduct nothing",
       "", ""},
      {"walls", fmt::format("{}|{}", automatic_walls, join_names<Walls>("|")),
       "where walls stand: voxels, at the faces of voxels, with bounds that are proven; sub-voxel, where the surface "
       "is "
       "that a recipe has, or an image of signed distances, in voxels and negative in solid: the value of the smooth "
       "body, with its standard deviation and no bounds. auto: sub-voxel for recipes, voxels for images",
       automatic_walls, ""},
      {"tolerance", "E", "what the iteration adds to the width of the bounds, relative, from 1e-5 to 0.5", "1e-4", ""}};
  std::vector<Option> run = {
      device_option(),
      {"threads", "N", "threads to use", "0", "all processors that this program may use (affinity, quota)"},
      {"output", "DIR", "folder for conduction.json", "", "<name of the input>-conduction in the current folder", 'o'},
      overwrite_option(),
      {"config", "FILE",
       "read options from a file of 'key = value' lines, keys as the long options here; the command line wins", "", ""},
      {"help", "", "show this", "", "", 'h'}};
  const std::vector<Option> report = report_options("bounds, tensor, definitions, provenance");
  run.insert(run.end() - 2, report.begin(), report.end());  // --config and --help come last
  const std::vector<Option> answer = answer_options("conduction.json", "formation factor, its bounds, its name, end");
  run.insert(run.end() - 2, answer.begin(), answer.end());
  return {{"Image", input_options()}, {"Current", std::move(current)}, {"Run", std::move(run)}};
}

Option conduct_option() {
  return advanced(
      {"conduct", "",
       "also give formation factor and tortuosity of the pores, as the command conduct does: with the walls of "
       "K, between proven bounds where these are those of voxels",
       "", ""});
}

ConductOptions read_conduct_options(const OptionValues& values) {
  ConductOptions options;
  if (!values.text("input"))
    throw UsageError("No INPUT is given", "conduct needs an image or a recipe",
                     "Name one, for example: permeability conduct rock.tif --voxel-size 5.345um --pore 0");
  options.input = read_input_options(values);
  options.walls = read_walls(values);
  ConductRequest& request = options.request;
  request.device = read_conduct_device(values);
  const auto need = find_need_of_voxels(options);
  if (options.walls == Walls::sub_voxel && need)
    throw UsageError("--walls sub-voxel is given with " + need->option, need->why, need->remedy);
  options.input.walls = options.walls;
  if (!options.walls && need) options.input.walls = Walls::voxels;
  if (const auto text = values.text("conductivity")) {
    if (options.walls == Walls::sub_voxel)
      throw UsageError("--conductivity is given with --walls sub-voxel", "each voxel is of one phase, to its faces",
                       "Leave one of them out");
    for (const char* other : {"pore", "solid", "labels", "threshold", "despeckle", "fill"})
      if (values.is_given(other))
        throw UsageError(fmt::format("--conductivity is given beside --{}", other), "each says what conducts",
                         "Give one of them");
    if (is_recipe(options.input.path))
      throw UsageError("--conductivity is given for a recipe", "its voxels have no grey values",
                       "Write them with generate first");
    if (options.input.coarsen > 1)
      throw UsageError("--conductivity is given beside --coarsen", "voxels of several phases would become one",
                       "Leave --coarsen out");
    options.phases = read_phases(*text);
    options.input.rule.pore = parse_grey_ranges(options.phases.front().grey);
  }
  request.directions = read_directions(values);
  request.boundary = values.choice_or<Boundary>("boundary", "auto").value_or(Boundary::periodic);
  request.seams = chooses_boundary(values) ? SeamCheck::seal : SeamCheck::warn;
  request.tolerance = values.number_within("tolerance", {0, 0.5});
  if (request.tolerance < least_tolerance)
    throw InputError(fmt::format("--tolerance {} cannot be met", request.tolerance), "potentials are float32",
                     fmt::format("Give {} or more", least_tolerance));
  request.threads = read_threads(values);
  options.words.of = values.choice<Conduction>("of");
  if (const auto bulk = values.text("bulk")) options.words.bulk = read_bulk(*bulk);
  options.output = values.text("output").value_or(folder_named_after(options.input.path, "conduction"));
  options.overwrite = read_overwrite(values);
  options.report = read_report_files(values);
  options.answer = read_answer(values);
  options.command_line = values.command_line();
  options.command_line.insert(options.command_line.begin(), {"permeability", "conduct"});
  return options;
}

ConductRequest request_of(const ConductOptions& options, ImageOrigin origin) {
  ConductRequest request = options.request;
  request.walls = options.walls.value_or(Walls::voxels);
  if (!options.walls && (origin.surface || origin.surface_was_known)) {
    if (const auto need = find_need_of_voxels(options))
      origin.warnings.push_back(fmt::format(
          "walls stand at the faces of voxels, not where the surface is, because of {}: {}", need->option, need->why));
    else if (origin.surface)
      request.walls = Walls::sub_voxel;
  }
  request.origin = std::move(origin);
  return request;
}

}  // namespace perm
