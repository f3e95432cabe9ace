// SPDX-License-Identifier: Apache-2.0
#include "app/options/look_options.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/options/input_options.hpp"
#include "app/options/machine_options.hpp"
#include "app/options/overwrite_option.hpp"
#include "core/errors.hpp"
#include "core/processors/threads.hpp"
#include "input/input.hpp"
#include "solver/devices.hpp"

namespace perm {

namespace {

/// Gives the mask that leaves out what is around a plug, where solve has one for it, and the axis of the plug.
std::vector<std::string> plug_words(const ImageLook& look) {
  if (!look.outside) return {};
  std::vector<std::string> words;
  if (look.outside->has_value_of_its_own)
    words = {"--mask", fmt::format("outside={}", *look.outside->grey)};
  else if (look.outside->is_round)
    words = {"--mask", "cylinder"};
  if (look.outside->axis != Axis::x) {
    words.emplace_back("--direction");
    words.emplace_back(1, axis_letter(look.outside->axis));
  }
  return words;
}

}  // namespace

std::vector<OptionGroup> look_option_groups() {
  std::vector<Option> run = {
      device_option(),
      {"threads", "N", "threads to use", "0", "all processors that this program may use (affinity, quota)"},
      {"json", "", "print one JSON object in place of the screen", "", ""},
      {"output", "FILE",
       "also make an HTML page, one file: slices, histogram, segmentations at the threshold and beside it, sizes of "
       "pores, connected parts (needs matplotlib and Jinja2)",
       "", "", 'o'},
      overwrite_option(),
      {"config", "FILE",
       "read options from a file of 'key = value' lines, keys as the long options here; the command line wins", "", ""},
      {"help", "", "show this", "", "", 'h'}};
  return {{"Image", input_options()}, {"Look", std::move(run)}};
}

LookOptions read_look_options(const OptionValues& values) {
  if (!values.text("input"))
    throw UsageError("No INPUT is given", "look needs an image or a recipe",
                     "Name one, for example: permeability look rock.tif");
  LookOptions options;
  options.request.input = read_input_options(values);
  SolverSettings& machine = options.request.flow.solver;
  machine.device = read_device(values);
  machine.threads = resolve_threads(read_threads(values));
  machine.instructions = resolve_instructions(machine.instructions);
  set_loop_threads(machine.threads);
  if (values.is_on("json")) options.form = LookForm::json;
  if (const auto page = values.text("output")) {
    options.page = *page;
    options.request.pictures = LookPictures::taken;
  }
  options.overwrite = read_overwrite(values);
  options.command_line = values.command_line();
  options.command_line.insert(options.command_line.begin(), {"permeability", "look"});
  return options;
}

std::vector<std::string> solve_words(const OptionValues& values, const ImageLook& look) {
  if (!look.why_no_pores.empty()) return {};
  std::vector<std::string> words{"permeability", "solve", values.text("input").value_or("")};
  const auto add = [&words](const std::string& name, const std::string& value) {
    words.push_back("--" + name);
    if (!value.empty()) words.push_back(value);
  };
  if (const auto given = values.text("voxel-size")) {
    add("voxel-size", *given);
  } else if (look.file_says_voxel_size) {
    add("voxel-size", fmt::format("{:.6g}um", *look.voxel_size_m * 1e6));
  } else if (!look.voxel_size_m) {
    add("voxel-size", "LENGTH");
  }
  for (const Option& option : input_options()) {
    if (option.name == "input" || option.name == "voxel-size" || !values.is_given(option.name)) continue;
    if (option.value.empty() && !values.is_on(option.name)) continue;
    add(option.name, option.value.empty() ? std::string() : values.text(option.name).value_or(""));
  }
  words.insert(words.end(), look.pore_options.begin(), look.pore_options.end());
  const std::vector<std::string> plug = plug_words(look);
  words.insert(words.end(), plug.begin(), plug.end());
  return words;
}

}  // namespace perm
