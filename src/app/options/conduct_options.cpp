// SPDX-License-Identifier: Apache-2.0
#include "app/options/conduct_options.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "app/options/boundary_options.hpp"
#include "app/options/flow_settings.hpp"
#include "app/options/input_options.hpp"
#include "app/options/overwrite_option.hpp"
#include "core/errors.hpp"
#include "input/options/option_values.hpp"

namespace perm {
namespace {

constexpr double least_tolerance = 1e-6;  // rounding of float32

/// Reads a number and the unit behind it, as "2.3e-9 m2/s". Without a unit it is a number.
Bulk read_bulk(const std::string& text) {
  Bulk bulk;
  char* end = nullptr;
  bulk.value = std::strtod(text.c_str(), &end);
  const auto refuse = [&](const char* why) {
    throw InputError(fmt::format("--bulk cannot be '{}'", text), why, "Give for example --bulk 2.3e-9m2/s");
  };
  if (end == text.c_str()) refuse("it does not begin with a number");
  if (!(bulk.value > 0) || !std::isfinite(bulk.value)) refuse("it is above 0 and finite");
  const std::string rest(end);
  const std::size_t first = rest.find_first_not_of(' ');
  if (first != std::string::npos) bulk.unit = rest.substr(first);
  return bulk;
}

/// Gives "<stem of the input>-conduction" in the current folder.
std::filesystem::path default_output(const std::filesystem::path& input) {
  std::filesystem::path name = std::filesystem::absolute(input).lexically_normal();
  if (name.filename().empty()) name = name.parent_path();
  return name.stem().string() + "-conduction";
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
      {"tolerance", "E", "what the iteration adds to the width of the bounds, relative, from 1e-6 to 0.5", "1e-4", ""}};
  std::vector<Option> run = {
      {"threads", "N", "threads to use", "0", "all processors that this program may use (affinity, quota)"},
      {"output", "DIR", "folder for conduction.json", "", "<name of the input>-conduction in the current folder", 'o'},
      overwrite_option(),
      {"config", "FILE",
       "read options from a file of 'key = value' lines, keys as the long options here; the command line wins", "", ""},
      {"help", "", "show this", "", "", 'h'}};
  return {{"Image", input_options()}, {"Current", std::move(current)}, {"Run", std::move(run)}};
}

ConductOptions read_conduct_options(const OptionValues& values) {
  ConductOptions options;
  options.input = read_input_options(values);
  options.input.walls = Walls::voxels;
  ConductRequest& request = options.request;
  request.directions = read_directions(values);
  request.boundary = values.choice_or<Boundary>("boundary", "auto").value_or(Boundary::periodic);
  request.seams = chooses_boundary(values) ? SeamCheck::seal : SeamCheck::warn;
  request.tolerance = values.number_within("tolerance", {0, 0.5});
  if (request.tolerance < least_tolerance)
    throw InputError(fmt::format("--tolerance {} cannot be met", request.tolerance), "potentials are float32",
                     fmt::format("Give {} or more", least_tolerance));
  const std::int64_t threads = values.integer("threads").value_or(0);
  if (threads < 0 || threads > 4096)
    throw InputError(fmt::format("--threads cannot be {}", threads), "the number of threads lies between 0 and 4096",
                     "Give 0 for all that the machine offers");
  request.threads = static_cast<int>(threads);
  options.words.of = values.choice<Conduction>("of");
  if (const auto bulk = values.text("bulk")) options.words.bulk = read_bulk(*bulk);
  options.output = values.text("output").value_or(default_output(options.input.path).string());
  options.overwrite = read_overwrite(values);
  options.command_line = values.command_line();
  options.command_line.insert(options.command_line.begin(), {"permeability", "conduct"});
  return options;
}

}  // namespace perm
