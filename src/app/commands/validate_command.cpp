// SPDX-License-Identifier: Apache-2.0
// The command `validate` runs the cases of validation/ and says which of them pass.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <optional>

#include "app/commands/command_list.hpp"
#include "app/commands/flow_tasks.hpp"
#include "app/commands/html_report.hpp"
#include "app/commands/validation_images.hpp"
#include "app/options/machine_options.hpp"
#include "app/options/overwrite_option.hpp"
#include "app/options/report_options.hpp"
#include "app/terminal/counter_line.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/signals.hpp"
#include "core/communicator.hpp"
#include "core/file_replacement.hpp"
#include "core/printable_text.hpp"
#include "core/text_file.hpp"
#include "report/earlier_results.hpp"
#include "report/run_files.hpp"
#include "report/validation/figure_tables.hpp"
#include "report/validation/validation_report.hpp"
#include "solver/devices.hpp"
#include "validation/cases/case_list.hpp"
#include "validation/inertia/inertia_list.hpp"

namespace perm {
namespace {

using validation::Case;
using validation::InertiaCase;
using validation::Thoroughness;

constexpr const char* table_file = "validation.csv";
// Written with flows with inertia only.
constexpr const char* figures_file = "inertia.csv";
constexpr const char* curves_file = "inertia_curves.csv";

Thoroughness read_thoroughness(const OptionValues& values) {
  if (values.is_on("quick") && values.is_on("full"))
    throw UsageError("--quick and --full are both given", "one is less and one is more than the default",
                     "Give one of them");
  return values.is_on("quick")  ? Thoroughness::quick
         : values.is_on("full") ? Thoroughness::full
                                : Thoroughness::standard;
}

std::vector<std::filesystem::path> read_files(const OptionValues& values) {
  std::vector<std::filesystem::path> files;
  TextStream names(values.text("packs").value_or(""));
  for (std::string name; std::getline(names, name, ',');)
    if (!name.empty()) files.emplace_back(name);
  return files;
}

std::vector<Case> make_cases(const OptionValues& values, Thoroughness thoroughness,
                             const validation::Selection& selection) {
  std::vector<Case> cases = validation::packing_cases(thoroughness, selection, read_files(values));
  for (Case& one : validation::image_cases(thoroughness, selection)) cases.push_back(std::move(one));
  const auto put_before = [&cases](std::vector<Case> more) {
    cases.insert(cases.begin(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  put_before(validation::tensor_cases(selection));
  put_before(validation::sphere_array_cases(thoroughness, selection));
  put_before(validation::cylinder_array_cases(thoroughness, selection));
  put_before(validation::channel_cases(thoroughness, selection));
  return cases;
}

/// Runs flows with inertia, each on all processes.
std::vector<validation::CaseResult> run_inertia(const std::vector<InertiaCase>& cases, const FlowOptions& flow,
                                                Talk talk) {
  const Communicator world = Communicator::world();
  CounterLine line(talk == Talk::normal && world.is_first() ? CounterLine::Style::shown : CounterLine::Style::silent);
  validation::InertiaMachine machine;
  machine.solver = flow.solver;
  machine.max_steps = flow.max_steps;
  machine.processes = world;
  machine.check_for_stop = [](const Communicator& solving) { throw_if_interrupted(solving); };
  std::vector<validation::CaseResult> results;
  for (const InertiaCase& one : cases) {
    machine.begin = [&](const std::string& what) {
      if (line.is_due()) line.show(fmt::format("case {} of {}: {}", results.size() + 1, cases.size(), what));
    };
    results.push_back(validation::run_case(one, machine));
  }
  return results;
}

std::optional<std::filesystem::path> read_image_folder(const OptionValues& values) {
  const auto name = values.text("images");
  if (!name) return {};
  std::error_code none;
  if (!std::filesystem::is_directory(*name, none))
    throw InputError(fmt::format("--images '{}' is no folder", *name), "images are looked for there by their names",
                     "Give the folder that holds them, or leave --images out");
  return *name;
}

std::vector<NamedTask> list_tasks(const std::vector<Case>& cases, const FlowOptions& flow,
                                  const std::filesystem::path& images) {
  std::vector<NamedTask> tasks;
  for (const Case& one : cases)
    for (const validation::Level& level : one.levels)
      for (std::size_t i = 0; i < level.trials.size(); ++i) {
        FlowTask task{level.trials[i].recipe, level.trials[i].set_in(flow)};
        if (level.trials[i].image) task.source = source_of(*level.trials[i].image, images);
        tasks.push_back({fmt::format("{} at {}, placement {}", one.name, level.resolution, i + 1), task});
      }
  return tasks;
}

ExitCode run_validate(const OptionValues& values) {
  const auto start = std::chrono::steady_clock::now();
  const Communicator world = Communicator::world();
  ValidationReport report;
  report.thoroughness = read_thoroughness(values);
  const Overwrite overwrite = read_overwrite(values);
  OutputClaim claim{
      OutputClaim::Kind::validation, *values.text("output"), "", {validation_file, table_file}, overwrite};
  std::optional<HtmlReport> html;
  if (const auto page = read_report_files(values); page && world.is_first()) html.emplace(*page, claim);
  FlowOptions flow = read_flow_settings(values);
  const std::optional<std::filesystem::path> images = read_image_folder(values);
  const validation::Selection selection{values.text("cases").value_or("")};
  const std::vector<InertiaCase> inertia = validation::inertia_cases(report.thoroughness, selection);
  std::vector<Case> cases = make_cases(values, report.thoroughness, selection);
  if (cases.empty() && inertia.empty())
    throw InputError(fmt::format("No case is called '{}'", selection.part), "names and groups were searched",
                     "Give for example --cases sc, --cases tube, --cases packings or --cases inertia");
  report.skipped = take_out_missing_images(cases, images);
  if (cases.empty() && inertia.empty())
    throw InputError(fmt::format("Every case that is called '{}' is skipped", values.text("cases").value_or("")),
                     report.skipped.front().why, "Give --images with the folder that holds it, or other --cases");
  if (values.is_given("compare"))
    compare_with(*values.text("compare"), {});  // a wrong file is refused before the flows
  note_signals();
  const std::filesystem::path& output = claim.folder;
  if (!inertia.empty()) claim.files.insert(claim.files.end(), {figures_file, curves_file});
  std::optional<FileReplacement> files;
  if (world.is_first()) {
    require_own_results(claim);
    files.emplace(output);
  }

  const Talk talk = values.is_on("quiet") ? Talk::results_only : Talk::normal;
  if (world.is_first()) print(stdout, format_validation_head());
  const std::vector<FlowRecord> records = solve_tasks(list_tasks(cases, flow, images.value_or("")), output, talk);

  report.settings = flow.solver;
  report.tolerance = flow.tolerance;
  report.device = facts_of(flow.solver.device).name();
  report.ranks = world.size();
  report.command_line = values.command_line();
  report.command_line.insert(report.command_line.begin(), {"permeability", "validate"});
  auto next = records.begin();
  for (const Case& one : cases) {
    std::size_t trials = 0;
    for (const validation::Level& level : one.levels) trials += level.trials.size();
    const auto end = next + static_cast<std::ptrdiff_t>(trials);
    report.cases.push_back(validation::judge(one, {next, end}));
    next = end;
  }
  for (validation::CaseResult& result : run_inertia(inertia, flow, talk)) report.cases.push_back(std::move(result));
  if (values.is_given("compare")) report.comparison = compare_with(*values.text("compare"), report.cases);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (files) {
    for (const validation::CaseResult& result : report.cases) print(stdout, format_case(result));
    print(stdout, format_validation_end(report));
    if (report.comparison) print(stdout, format_comparison(*report.comparison));
    write_text_file(*files, table_file, format_validation_csv(report));
    if (!inertia.empty()) {
      write_text_file(*files, figures_file, format_figures_csv(report.cases));
      write_text_file(*files, curves_file, format_curves_csv(report.cases));
    }
    write_text_file(*files, validation_file, format_validation_json(report));
    files->commit([&claim] { require_own_results(claim); });
    print(stdout, fmt::format("Files in {}: {}, and the flows solved (solved-*.jsonl)\n",
                              printable_line(output.string()), fmt::join(claim.files, ", ")));
    if (html) html->make(output);
  }
  world.wait_for_all();
  if (report.passed()) return ExitCode::ok;
  throw Error(ExitCode::not_converged, "The validation failed",
              fmt::format("{} of {} cases did not pass",
                          report.cases.size() - static_cast<std::size_t>(report.count_passed()), report.cases.size()),
              "They are named above, with what was expected and why");
}

}  // namespace

Command validate_command() {
  std::vector<Option> cases{
      {"quick", "", "32 and 64 voxels only: minutes on a laptop", "", ""},
      {"full", "", "up to 256 voxels, and Richardson values held against the references: for a GPU, or a night", "",
       ""},
      {"cases", "NAME",
       "only cases with this in their name or group: sc, fcc-0.6, tube, packings; inertia: flows with inertia, which "
       "run "
       "only when they are named so, or inertia-tube, inertia-packing and so on",
       "", "all but inertia"},
      {"packs", "FILE[,FILE]",
       "also packings of equal spheres in a periodic box of edge 1, from text files as for generate spheres", "", ""},
      {"images", "DIR", "also the images of rocks and samples that are in this folder: berea400.tif, fiberform_slices",
       "", ""}};
  std::vector<Option> flow = flow_setting_options("1e-4");
  std::erase_if(flow, [](const Option& option) { return option.name == "equilibrium"; });
  std::vector<Option> run_options = machine_options();
  run_options.push_back({"output", "DIR", "folder for validation.json, validation.csv and what is solved on the way",
                         "permeability-validation", "", 'o'});
  run_options.push_back(overwrite_option());
  run_options.push_back({"compare", "OLD.json", "also tell what changed since an earlier validation.json", "", ""});
  for (Option& option : report_options()) run_options.push_back(std::move(option));
  run_options.push_back({"quiet", "", "print the results only, and no progress", "", ""});
  run_options.push_back({"config", "FILE", "read options from a file of 'key = value' lines", "", ""});
  run_options.push_back({"help", "", "show this", "", "", 'h'});
  return {
      "validate",
      "holds this program against flows whose permeability is known",
      "[--quick|--full] [options]",
      "",
      "Channels, arrays of cylinders and of spheres up to touching, random packings and a tensor are solved at 32, 64 "
      "and 128 voxels, each at several placements on the grid. For each case it prints the reference and where it "
      "comes from, "
      "K with its error and the spread between placements, the observed order, the Richardson value, and each limit "
      "with its reason. Walls have the nominal radius; beside it stands the error for the radius of equal volume. The "
      "limits are those "
      "of trt with magic 3/16: other choices fail.\n"
      "Ends with exit code 4 when a case fails. A stopped validation goes on where it was when it is started again "
      "with the same --output; under mpirun the ranks, and their GPUs, share the flows.",
      {{"Cases", std::move(cases)}, {"Flow", std::move(flow)}, {"Run", std::move(run_options)}},
      {"permeability validate --quick", "permeability validate --cases plates --report validation.html",
       "permeability validate --quick --cases tube --output tube"},
      run_validate,
      Processes::several};
}

}  // namespace perm
