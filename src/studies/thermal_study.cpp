// SPDX-License-Identifier: Apache-2.0
// The command `thermal` of permeability-studies: the gas of Calore et al. 2016 in the Rayleigh-Taylor instability, and
// how fast it is stepped.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "app/options/machine_options.hpp"
#include "app/options/overwrite_option.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/signals.hpp"
#include "core/errors.hpp"
#include "core/file_replacement.hpp"
#include "core/printable_text.hpp"
#include "core/stop_check.hpp"
#include "core/text_file.hpp"
#include "core/time_and_place.hpp"
#include "input/options/option_values.hpp"
#include "report/run_files.hpp"
#include "solver/devices.hpp"
#include "streaming/thermal/gas_study.hpp"
#include "streaming/thermal/make_gas.hpp"
#include "streaming/thermal/sites/require_gas.hpp"
#include "studies/report/thermal_report.hpp"
#include "studies/study_list.hpp"
#include "studies/study_options.hpp"

namespace perm {
namespace {

using namespace thermal;

constexpr std::int64_t steps_between_signals = 100;
constexpr const char* growth_file = "growth.csv";
constexpr const char* speeds_file = "thermal.csv";

/// Reads two numbers with an x or a comma between them.
std::array<double, 2> read_pair(const OptionValues& values, const std::string& name, const char* example) {
  std::string text = values.text(name).value_or("");
  std::ranges::replace(text, 'x', ',');
  OptionValues commas = values;
  commas.set(name, text);
  const std::vector<double> numbers = commas.numbers(name, example).value_or(std::vector<double>());
  if (numbers.size() != 2)
    throw InputError(fmt::format("--{} has {} number{}", name, numbers.size(), numbers.size() == 1 ? "" : "s"),
                     "it has two", fmt::format("Give for example {}", example));
  return {numbers[0], numbers[1]};
}

std::int64_t whole(const std::string& name, double number, const char* example) {
  if (!(number >= 1 && number <= 1e6 && number == std::floor(number)))
    throw InputError(fmt::format("--{} cannot hold {:g}", name, number), "it has whole numbers from 1 to 1000000",
                     fmt::format("Give for example {}", example));
  return static_cast<std::int64_t>(number);
}

std::array<std::int64_t, 2> read_whole_pair(const OptionValues& values, const std::string& name, const char* example) {
  const std::array<double, 2> numbers = read_pair(values, name, example);
  return {whole(name, numbers[0], example), whole(name, numbers[1], example)};
}

template <class Value>
std::vector<Value> read_list(const OptionValues& values, const std::string& name) {
  std::vector<Value> list;
  TextStream words(values.text(name).value_or(""));
  for (std::string word; std::getline(words, word, ',');) {
    const auto value = value_named<Value>(word);
    if (!value)
      throw InputError(fmt::format("--{} cannot hold '{}'", name, word), "there is no such way",
                       fmt::format("Name some of: {}", join_names<Value>(", ")));
    list.push_back(*value);
  }
  if (list.empty())
    throw InputError(fmt::format("--{} is empty", name), "there is nothing to do then",
                     fmt::format("Name some of: {}", join_names<Value>(", ")));
  return list;
}

RayleighTaylor read_flow(const OptionValues& values) {
  RayleighTaylor flow;
  const auto size = read_whole_pair(values, "size", "128x256");
  flow.nx = size[0];
  flow.ny = size[1];
  flow.tau = values.number("tau").value_or(0);
  flow.gravity = values.number("gravity").value_or(0);
  const auto temperatures = read_pair(values, "temperatures", "0.8,0.6");
  flow.below = temperatures[0];
  flow.above = temperatures[1];
  flow.layer = values.number("layer").value_or(0);
  flow.amplitude = values.number("amplitude").value_or(0);
  flow.waves = static_cast<int>(whole("waves", values.number("waves").value_or(0), "16"));
  flow.seed = read_seed(values);
  require_rayleigh_taylor(flow);
  return flow;
}

/// Throws UsageError for an option that nothing of what is asked for looks at.
void require_use(const OptionValues& values, const GasStudy& study) {
  const bool measures = values.is_on("measure");
  for (const auto& [option, why] : {std::pair{"steps", "it takes as many steps as --seconds asks for"},
                                    {"every", "it does not look at the flow"},
                                    {"tiles", "it takes every cut"}})
    if (measures && values.is_given(option))
      throw UsageError(fmt::format("--{} is given with --measure", option), why, fmt::format("Leave --{} out", option));
  if (!measures && values.is_given("seconds"))
    throw UsageError("--seconds is given without --measure", "nothing else looks at it", "Leave --seconds out");
  if (!measures && study.machine.device == Device::cpu && values.is_given("blocks"))
    throw UsageError("--blocks is given, and no GPU computes", "it would do nothing",
                     "Leave --blocks out, or give --device cuda");
  if (measures && study.machine.processes.is_alone()) return;
  for (const auto& [option, count] :
       {std::pair{"layouts", study.layouts.size()}, {"passes", study.passes.size()}, {"blocks", study.blocks.size()}})
    if (count > 1)
      throw UsageError(fmt::format("--{} has {} values", option, count), "only --measure on one process compares them",
                       "Give one of them");
}

GasStudy read_study(const OptionValues& values) {
  GasStudy study;
  study.flow = read_flow(values);
  study.layouts = read_list<GasLayout>(values, "layouts");
  study.passes = read_list<GasPasses>(values, "passes");
  study.blocks.clear();
  for (const double block : values.numbers("blocks", "64,128").value_or(std::vector<double>()))
    study.blocks.push_back(static_cast<int>(whole("blocks", block, "64,128")));
  study.seconds = values.number_within("seconds", {0, 600});
  GasChoice& machine = study.machine;
  machine.device = read_device(values);
  machine.threads = read_threads(values);
  machine.transport = values.choice<Transport>("transport");
  machine.processes = Communicator::world();
  take_device(values, machine.device);
  machine.layout = study.layouts.front();
  machine.passes = study.passes.front();
  machine.block = study.blocks.front();
  machine.tiles_x = machine.processes.size();
  if (values.is_given("tiles")) {
    const auto tiles = read_whole_pair(values, "tiles", "2x2");
    machine.tiles_x = static_cast<int>(tiles[0]);
    machine.tiles_y = static_cast<int>(tiles[1]);
  }
  require_use(values, study);
  if (!values.is_on("measure")) require_gas(study.flow.box(), machine);
  for (GasChoice alone = machine; const int block : study.blocks) {  // the first measurement is on one process
    alone.processes = {};
    alone.tiles_x = alone.tiles_y = 1;
    alone.block = block;
    require_gas(study.flow.box(), alone);
  }
  return study;
}

/// The folder for results, which must be empty or new unless its files may be replaced.
std::optional<std::filesystem::path> read_output(const OptionValues& values) {
  const auto folder = values.text("output");
  if (!folder) return {};
  std::error_code none;
  const bool looks = Communicator::world().is_first();  // others may come when its first file is there already
  if (looks && read_overwrite(values) == Overwrite::own_files && std::filesystem::exists(*folder, none) &&
      !(std::filesystem::is_directory(*folder, none) && std::filesystem::is_empty(*folder, none)))
    throw InputError(fmt::format("'{}' is there and not empty", printable_line(*folder)),
                     "files of another run would be lost, or stand beside those of this one",
                     "Give a new folder with --output, or --overwrite");
  return std::filesystem::path(*folder);
}

ExitCode run_flow(const OptionValues& values, const GasStudy& study, ThermalReport& report) {
  const Communicator& world = study.machine.processes;
  const std::int64_t steps = values.integer("steps").value_or(0);
  const std::int64_t every = values.integer("every").value_or(std::max<std::int64_t>(1, steps / 10));
  if (steps < 1 || every < 1)
    throw InputError(fmt::format("--steps {} --every {} leave nothing to do", steps, every),
                     "both are numbers of steps", "Give positive numbers");
  const auto folder = read_output(values);
  std::optional<FileReplacement> files;
  if (folder && world.is_first()) files.emplace(*folder);
  const auto say = [&](const std::string& text) {
    if (world.is_first()) print(stdout, text);
  };
  const auto gas = make_gas(study.flow.box(), study.machine);
  gas->begin(first_fields(study.flow, gas->own()));
  report.device = gas->description();
  say(format_thermal_head(report));
  const auto write = [&] {
    if (!files) return;
    write_text_file(*files, growth_file, format_growth_csv(report));
    files->commit();
  };
  try {
    for (std::int64_t step = 0;; step += std::min(every, steps - step)) {
      const std::vector<double> fields = gather_fields(*gas, study.flow.box(), world);
      if (world.is_first()) {
        report.states.push_back(look_at(study.flow, fields, step));
        if (files) write_gas_fields(*files, fmt::format("fields_{:08}.vti", step), study.flow.box(), fields);
        say(format_growth_line(report, report.states.back()));
      }
      if (step == steps) break;
      for (std::int64_t left = std::min(every, steps - step); left > 0; left -= std::min(left, steps_between_signals)) {
        gas->advance(std::min(left, steps_between_signals));
        check_for_stop(world);
      }
    }
  } catch (const Error&) {  // what was seen before a stop, or before the gas is no gas, is not lost
    if (!report.states.empty()) write();
    throw;
  }
  write();
  if (folder) say(fmt::format("Files in {}\n", printable_line(folder->string())));
  return ExitCode::ok;
}

ExitCode run_measurement(const OptionValues& values, const GasStudy& study, ThermalReport& report) {
  const Communicator& world = study.machine.processes;
  const auto folder = read_output(values);
  std::optional<FileReplacement> files;
  if (folder && world.is_first()) files.emplace(*folder);
  report.device = facts_of(study.machine.device).name();
  if (world.is_first()) print(stdout, format_speeds_head(report));
  report.speeds = measure_gas(study, [&](const GasSpeed& row) {
    if (world.is_first()) print(stdout, format_speeds_line(report, row));
    check_for_stop(study.machine.processes);
  });
  if (world.is_first()) print(stdout, format_speeds_foot());
  if (files) {
    write_text_file(*files, speeds_file, format_speeds_csv(report));
    files->commit();
    print(stdout, fmt::format("Files in {}: {}\n", printable_line(folder->string()), speeds_file));
  }
  return ExitCode::ok;
}

ExitCode run_thermal(const OptionValues& values) {
  const GasStudy study = read_study(values);
  ThermalReport report;
  report.flow = study.flow;
  report.date = utc_now();
  const bool measures = values.is_on("measure");
  note_signals(!measures && values.is_given("output") ? "The folder of --output holds what was seen before"
                                                      : nothing_is_written);
  return measures ? run_measurement(values, study, report) : run_flow(values, study, report);
}

std::vector<Option> run_options() {
  std::vector<Option> options;
  for (Option& option : machine_options())
    if (option.name != "precision" && option.name != "instructions") options.push_back(std::move(option));
  options.push_back(
      {"tiles", "NXxNY", "tiles along x and y, one for each rank", "", "a slab of columns for each rank"});
  options.push_back({"layouts", join_names<GasLayout>(","),
                     "order of populations in memory; --measure takes each, a flow one", "soa", ""});
  options.push_back({"passes", join_names<GasPasses>(","),
                     "propagate and collide in one pass, in two, or pushed in two; --measure takes each, a flow one",
                     "fused", ""});
  options.push_back({"blocks", "N[,N]", "threads of a block on a GPU; --measure takes each, a flow one", "128", ""});
  options.push_back(
      {"measure", "", "measure the parts of a step, and on several ranks every cut, in place of a flow", "", ""});
  options.push_back({"seconds", "S", "with --measure: how long each measurement takes, s", "2", ""});
  options.push_back({"output", "DIR", "write growth.csv and fields for VTK, or thermal.csv, into this folder", "", ""});
  options.push_back(overwrite_option());
  options.push_back({"config", "FILE", "read options from a file of 'key = value' lines", "", ""});
  options.push_back({"help", "", "show this", "", "", 'h'});
  return options;
}

}  // namespace

Command thermal_study() {
  return {"thermal",
          "a gas that convects: D2Q37, the Rayleigh-Taylor instability, and its speed",
          "[options]",
          "",
          "Steps a perfect gas in a plane by the lattice Boltzmann model D2Q37 (Calore et al. 2016), in float64. Cold "
          "gas lies above hot gas in gravity, between walls of these temperatures, and falls. Lengths are sites, times "
          "steps, and the gas constant is 1. It prints how the mixing layer grows. Heat and momentum diffuse alike: T "
          "(tau - 1/2).",
          {{"Flow",
            {{"size", "NXxNY", "sites along x, which is periodic, and along y", "128x256", ""},
             {"tau", "TAU", "relaxation time", "0.52", ""},
             {"gravity", "G", "acceleration downwards, sites a step squared", "1e-4", ""},
             {"temperatures", "BELOW,ABOVE", "of the gas and the walls; 0.698 is that of the lattice", "0.8,0.6", ""},
             {"layer", "L", "length of the hyperbolic tangent between the two, sites", "4", ""},
             {"amplitude", "A", "root mean square of the interface about the middle, sites", "2", ""},
             {"waves", "N", "waves that the interface has: 1 to N along x, with phases at random", "16", ""},
             {"seed", "N", "of these phases", "1", ""},
             {"steps", "N", "steps to take", "4000", ""},
             {"every", "N", "steps between two looks at the flow", "", "a tenth of --steps"}}},
           {"Run", run_options()}},
          {"permeability-studies thermal --size 64x128 --steps 1000 --output run_thermal",
           "permeability-studies thermal --size 64x64 --measure --layouts soa,aos --seconds 0.1"},
          run_thermal,
          Processes::several,
          studies_program};
}

}  // namespace perm
