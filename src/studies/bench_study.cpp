// SPDX-License-Identifier: Apache-2.0
// The command `bench` of permeability-studies: streaming schemes of papers, cuts among ranks, predictions, and how long
// a user waits for K.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "app/options/machine_options.hpp"
#include "app/options/overwrite_option.hpp"
#include "app/options/report_options.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/signals.hpp"
#include "core/stop_check.hpp"
#include "core/text_file.hpp"
#include "core/time_and_place.hpp"
#include "core/version.hpp"
#include "darcy/steady_flow.hpp"
#include "input/options/option_values.hpp"
#include "solver/backend.hpp"
#include "solver/devices.hpp"
#include "solver/scaling/benchmark.hpp"
#include "studies/report/scaling_report.hpp"
#include "studies/report/tilings_report.hpp"
#include "studies/streaming_bench.hpp"
#include "studies/study_list.hpp"
#include "studies/study_options.hpp"
#include "studies/time_to_k_bench.hpp"

namespace perm {
namespace {

enum class ModelOf { device, h200 };
constexpr std::array rank_models{NamedValue{ModelOf::device, "device"}, NamedValue{ModelOf::h200, "h200"}};

PoreSlab build_pores(const OptionValues& values) {
  const StudyBox box = read_study_box(values);
  require_memory(box.extent.voxels() / 8 / Communicator::world().size(), Device::cpu, Communicator::world());
  return make_study_box(box, Communicator::world());
}

/// Predicts the speed of more ranks than this job has from the speed of one rank, which is given or measured here.
ExitCode predict(const OptionValues& values, const SolverSettings& settings) {
  const std::int64_t most_ranks = values.integer("predict").value_or(0);
  if (most_ranks < 1 || most_ranks > 1'000'000)
    throw InputError(fmt::format("--predict cannot be {}", most_ranks), "it is a number of ranks",
                     "Give a number from 1 to 1000000");
  if (!Communicator::world().is_alone())
    throw UsageError("--predict is given on several ranks", "it starts from the speed of one",
                     "Start it without mpirun, or leave --predict out to measure");
  ScalingReport report;
  PredictionRequest& request = report.request;
  request.extent = values.extent("size").value_or(Extent{});
  request.porosity = values.number_within("porosity", {0, 1});
  request.links_a_cell = crossing_links_a_cell(request.porosity, values.number_within("radius", {0, 1e6}));
  request.precision = settings.precision;
  request.rank =
      values.choice("rank-model", rank_models) == ModelOf::h200 ? h200_model(settings.precision) : rank_model(settings);
  const double mflups =
      values.is_given("rank-mflups")
          ? values.number_within("rank-mflups", {0, 1e9})
          : run_benchmark(build_pores(values), settings, values.number_within("seconds", {0, 3600})).mflups;
  request.rank.seconds_a_cell = 1e-6 / mflups;
  report.weak = predict_scaling(request, Scaling::weak, static_cast<int>(most_ranks));
  report.strong = predict_scaling(request, Scaling::strong, static_cast<int>(most_ranks));
  report.version = version();
  print(stdout, values.is_on("json") ? format_scaling_json(report) : format_scaling_tables(report));
  return ExitCode::ok;
}

/// Steps the image in every cut among the ranks.
ExitCode bench_tilings(const OptionValues& values, const SolverSettings& settings) {
  const double seconds = values.number_within("seconds", {0, 3600});
  const PoreSlab pores = build_pores(values);
  const Communicator& world = pores.processes();
  require_memory(predict_bytes(pores.image(), pores.count_pores(), settings), settings.device);  // one rank steps all
  TilingsReport report;
  report.extent = pores.image();
  report.porosity = static_cast<double>(pores.count_pores()) / static_cast<double>(pores.image().voxels());
  report.precision = settings.precision;
  report.device = facts_of(settings.device).name();
  report.date = utc_now();
  note_signals();
  report.tilings = measure_tilings(pores, settings, seconds, [&world](const Tiling&) { check_for_stop(world); });
  if (world.is_first())
    print(stdout, values.is_on("json") ? format_tilings_json(report) : format_tilings_table(report));
  return ExitCode::ok;
}

/// An option that some measurements look at, and these.
struct UsedBy {
  std::string_view option;
  std::string_view measurements;
};
// All other options are for each measurement.
constexpr std::string_view of_boxes = "streaming tilings predict";
constexpr std::array used_by{
    UsedBy{"geometry", of_boxes},     UsedBy{"porosity", of_boxes},    UsedBy{"size", of_boxes},
    UsedBy{"radius", of_boxes},       UsedBy{"seed", of_boxes},        UsedBy{"seconds", of_boxes},
    UsedBy{"rank-mflups", "predict"}, UsedBy{"rank-model", "predict"}, UsedBy{"images", "time-to-k streaming"},
    UsedBy{"tolerance", "time-to-k"}, UsedBy{"scale", "time-to-k"},    UsedBy{"overwrite", "streaming"},
    UsedBy{"report", "streaming"},    UsedBy{"figures", "streaming"}};
// Options that say nothing where another one is given, and why.
struct Idle {
  std::string_view options, beside, why;
};
constexpr std::array idle{
    Idle{"geometry seed seconds instructions", "rank-mflups", "the speed of a rank is given, and nothing is stepped"},
    Idle{"geometry porosity size sizes radius seed", "images", "the images are measured, and no box is made"}};

std::vector<std::string> words_of(std::string_view list) {
  std::vector<std::string> words;
  TextStream stream{std::string(list)};
  for (std::string word; std::getline(stream, word, ' ');) words.push_back(word);
  return words;
}

/// Gives what is measured. Throws UsageError where that is nothing or two things, and for an option that it does not
/// look at.
std::string read_measurement(const OptionValues& values) {
  std::string measured;
  for (const char* name : {"streaming", "time-to-k", "tilings", "predict"}) {
    if (!(name == std::string("predict") ? values.is_given(name) : values.is_on(name))) continue;
    if (!measured.empty())
      throw UsageError(fmt::format("--{} and --{} are both given", measured, name), "each is a measurement of its own",
                       "Give one of them");
    measured = name;
  }
  if (measured.empty())
    throw UsageError("bench is called without what to measure", "the speed of this machine is permeability bench",
                     "Give --streaming, --tilings, --predict or --time-to-k");
  const auto require_use = [&](std::string_view option, const std::vector<std::string>& users) {
    if (values.is_given(std::string(option)) && std::ranges::find(users, measured) == users.end())
      throw UsageError(fmt::format("--{} is given without --{}", option, fmt::join(users, " or --")),
                       "nothing else looks at it", fmt::format("Leave --{} out", option));
  };
  for (const Option& option : streaming_options()) require_use(option.name, {"streaming"});
  for (const auto& [option, measurements] : used_by) require_use(option, words_of(measurements));
  for (const auto& [options, beside, why] : idle)
    for (const std::string& option : words_of(options))
      if (values.is_given(std::string(beside)) && values.is_given(option))
        throw UsageError(fmt::format("--{} and --{} are both given", option, beside), std::string(why),
                         fmt::format("Leave --{} out", option));
  return measured;
}

ExitCode run_bench(const OptionValues& values) {
  const std::string measured = read_measurement(values);
  SolverSettings settings;
  read_machine_options(values, settings);
  if (measured == "time-to-k") return bench_time_to_k(values, settings);
  if (measured == "streaming") return bench_streaming(values, settings);
  return measured == "tilings" ? bench_tilings(values, settings) : predict(values, settings);
}

}  // namespace

Command bench_study() {
  return {
      "bench",
      "streaming schemes of papers, cuts among ranks, predictions, and the time to K",
      "[options]",
      "",
      "Measures one of four things: the schemes that papers propose for moving distributions, beside the program's own "
      "(--streaming); every cut of a lattice among ranks (--tilings); the speeds that more ranks would have, by a "
      "model "
      "(--predict); and how long K takes (--time-to-k). The speed of this machine is permeability bench.",
      {{"Lattice", study_box_options()},
       {"Run",
        [] {
          std::vector<Option> options = machine_options();
          options.push_back({"seconds", "S", "how long to measure, s", "5", ""});
          options.push_back({"predict", "N",
                             "tables of the speeds that up to N ranks would have together, by a model of stepping and "
                             "messages; predicted, not measured",
                             "", ""});
          options.push_back(advanced(
              {"rank-mflups", "MFLUPS", "with --predict: the speed of one rank, in place of measuring it", "", ""}));
          options.push_back(
              advanced({"rank-model", "device|h200",
                        "with --predict: what exchanging messages takes; that of the device here, or of an H200",
                        "device", ""}));
          options.push_back({"tilings", "",
                             "step the lattice in every cut among 1, 2, 4 ... ranks, and set the model beside: the "
                             "time of a step times the ranks",
                             "", ""});
          options.push_back({"json", "", "print JSON", "", ""});
          options.push_back({"config", "FILE", "read options from a file of 'key = value' lines", "", ""});
          options.push_back({"help", "", "show this", "", "", 'h'});
          return options;
        }()},
       {"Streaming schemes",
        [] {
          std::vector<Option> options = streaming_options();
          options.push_back(overwrite_option());
          for (Option& option : report_options("speeds and memory as figures")) options.push_back(std::move(option));
          return options;
        }()},
       {"Waiting for K", time_to_k_options()}},
      {"permeability-studies bench --size 512 --predict 1024 --rank-model h200 --rank-mflups 23800",
       "permeability-studies bench --streaming --size 32 --porosity 0.5,1 --seconds 0.1 --output run_schemes",
       "permeability-studies bench --time-to-k --scale 0.125 --tolerance 1e-2"},
      run_bench,
      Processes::several,
      studies_program};
}

}  // namespace perm
