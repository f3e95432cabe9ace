// SPDX-License-Identifier: Apache-2.0
#include "app/commands/validation_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <optional>

#include "app/commands/flow_tasks.hpp"
#include "app/commands/html_report.hpp"
#include "app/options/machine_options.hpp"
#include "app/options/overwrite_option.hpp"
#include "app/options/report_options.hpp"
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

namespace perm {
namespace {

using validation::Case;

constexpr const char* table_file = "validation.csv";
// Written with cases that have figures and curves only.
constexpr const char* figures_file = "inertia.csv";
constexpr const char* curves_file = "inertia_curves.csv";

std::vector<FlowTask> list_flows(const ValidationPlan& plan, const FlowOptions& flow) {
  std::vector<FlowTask> flows;
  for (const Case& one : plan.cases)
    for (const validation::Level& level : one.levels)
      for (std::size_t i = 0; i < level.trials.size(); ++i) {
        const validation::Trial& trial = level.trials[i];
        flows.push_back(flow_through(trial.recipe, trial.set_in(flow),
                                     fmt::format("{} at {}, placement {}", one.name, level.resolution, i + 1)));
        if (trial.image) flows.back().pores = plan.source(*trial.image);
      }
  return flows;
}

}  // namespace

ExitCode run_validation(const OptionValues& values, const ValidationPlan& plan) {
  const auto start = std::chrono::steady_clock::now();
  const Communicator world = Communicator::world();
  ValidationReport report;
  report.thoroughness = plan.thoroughness;
  report.skipped = plan.skipped;
  const Overwrite overwrite = read_overwrite(values);
  OutputClaim claim{
      OutputClaim::Kind::validation, *values.text("output"), "", {validation_file, table_file}, overwrite};
  std::optional<HtmlReport> html;
  if (const auto page = read_report_files(values); page && world.is_first()) html.emplace(*page, claim);
  FlowOptions flow = read_flow_settings(values);
  require_no_slip(flow);
  if (values.is_given("compare"))
    compare_with(*values.text("compare"), {});  // a wrong file is refused before the flows
  const std::filesystem::path& output = claim.folder;
  note_signals(what_flows_are_kept(output) + "; the same command goes on from there");
  if (plan.run_more) claim.files.insert(claim.files.end(), {figures_file, curves_file});
  std::optional<FileReplacement> files;
  if (world.is_first()) {
    require_own_results(claim);
    files.emplace(output);
  }

  const Talk talk = values.is_on("quiet") ? Talk::results_only : Talk::normal;
  if (world.is_first()) print(stdout, format_validation_head());
  const std::vector<FlowRecord> records = FlowTasks(output, talk, nullptr).records_of(list_flows(plan, flow));

  report.settings = flow.solver;
  report.tolerance = flow.tolerance;
  report.device = facts_of(flow.solver.device).name();
  report.ranks = world.size();
  report.command_line = values.command_line();
  report.command_line.insert(report.command_line.begin(), {plan.program, "validate"});
  auto next = records.begin();
  for (const Case& one : plan.cases) {
    std::size_t trials = 0;
    for (const validation::Level& level : one.levels) trials += level.trials.size();
    const auto end = next + static_cast<std::ptrdiff_t>(trials);
    report.cases.push_back(validation::judge(one, {next, end}));
    next = end;
  }
  if (plan.run_more)
    for (validation::CaseResult& result : plan.run_more(flow, talk)) report.cases.push_back(std::move(result));
  if (values.is_given("compare")) report.comparison = compare_with(*values.text("compare"), report.cases);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (files) {
    for (const validation::CaseResult& result : report.cases) print(stdout, format_case(result));
    print(stdout, format_validation_end(report));
    if (report.comparison) print(stdout, format_comparison(*report.comparison));
    write_text_file(*files, table_file, format_validation_csv(report));
    if (plan.run_more) {
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

std::vector<OptionGroup> validation_options(std::vector<Option> cases) {
  std::vector<Option> flow = flow_setting_options("1e-4");
  // Cases choose the equilibrium and the walls, and no K of creeping flow depends on the force.
  std::erase_if(flow, [](const Option& option) {
    return option.name == "equilibrium" || option.name == "force" || option.name == "walls";
  });
  std::vector<Option> run_options = machine_options();
  run_options.push_back({"output", "DIR", "folder for validation.json, validation.csv and what is solved on the way",
                         "permeability-validation", "", 'o'});
  run_options.push_back(overwrite_option());
  run_options.push_back({"compare", "OLD.json", "also tell what changed since an earlier validation.json", "", ""});
  for (Option& option : report_options()) run_options.push_back(std::move(option));
  run_options.push_back({"quiet", "", "print the results only, and no progress", "", ""});
  run_options.push_back({"config", "FILE", "read options from a file of 'key = value' lines", "", ""});
  run_options.push_back({"help", "", "show this", "", "", 'h'});
  return {{"Cases", std::move(cases)}, {"Flow", std::move(flow)}, {"Run", std::move(run_options)}};
}

void refuse_selection(const std::string& part, const std::string& remedy) {
  throw InputError(fmt::format("No case is called '{}'", part), "names and groups were searched", remedy);
}

}  // namespace perm
