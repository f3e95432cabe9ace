// SPDX-License-Identifier: Apache-2.0
// The command `conduct`: image -> run (run/conduct.hpp) -> summary, conduction.json and a page.
#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/command_list.hpp"
#include "app/commands/html_report.hpp"
#include "app/options/conduct_options.hpp"
#include "app/options/conduct_phases.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/signals.hpp"
#include "core/printable_text.hpp"
#include "core/time_and_place.hpp"
#include "input/input.hpp"
#include "input/options/option_values.hpp"
#include "report/answers/answers.hpp"
#include "report/conduct/conduct_json.hpp"
#include "report/conduct/conduct_summary.hpp"
#include "report/earlier_results.hpp"

namespace perm {
namespace {

ExitCode run_conduct(const OptionValues& values) {
  ConductOptions options = read_conduct_options(values);
  note_signals();
  const OutputClaim claim{OutputClaim::Kind::conduction,
                          options.output,
                          path_of_input(options.input.path),
                          {conduction_file, conduction_table_file},
                          options.overwrite};
  std::optional<HtmlReport> html;
  if (options.report) html.emplace(*options.report, claim);
  require_own_results(claim);
  FileReplacement files(options.output);
  const auto read = [](const InputRequest& request) { return read_input(request, RunToCome{}); };
  Input input = options.phases.empty() ? read(options.input) : read_phases(options, read);
  const ConductReport report = conduct(std::move(input.pores), request_of(options, std::move(input.origin)));
  if (options.answer == Answer::summary) print(stdout, format_conduction(report, options.words));
  if (options.answer == Answer::line) print_whole_lines(stdout, format_brief(report));
  RunOutput output;
  output.command_line = options.command_line;
  output.input_path = claim.subject;
  output.finished_utc = utc_now();
  output.host = host_name();
  const std::string json = format_conduction_json(report, options.words, output);
  if (options.answer == Answer::object) print_whole_lines(stdout, object_in_ascii(json));
  write_text_file(files, conduction_table_file, format_conduction_csv(report, output));
  write_text_file(files, conduction_file, json);
  files.commit([&claim] { require_own_results(claim); });
  if (options.answer == Answer::summary)
    print(stdout, fmt::format("Written to {}\n", printable_line((options.output / conduction_file).string())));
  if (html) html->make(options.output, options.answer);
  return ExitCode::ok;
}

}  // namespace

Command conduct_command() {
  return {"conduct",
          "formation factor and tortuosity of an image or a recipe",
          "INPUT --voxel-size LENGTH [options]",
          "input",
          "Reads INPUT, finds the pores that are joined through faces from end to end, and gives what they conduct of "
          "what diffuses, of an electric current or of heat, over what they would without solid: formation factor "
          "(one over that), tortuosity (porosity times formation factor) and its root.\n"
          "Each number stands between two bounds that are proven for the body of the voxels, whatever the iteration "
          "reached: any flux that is kept bounds it from below, any potential from above. The estimate for smooth "
          "pores says what the voxels do to it; it is no bound.\n"
          "Of a recipe the smooth bodies themselves conduct (--walls): one value with its standard deviation.\n"
          "Pores that do not percolate are a result (F infinite, exit code 0).",
          conduct_option_groups(),
          {"permeability conduct rock.tif --voxel-size 5.345um --pore 0",
           "permeability conduct rock.tif --voxel-size 5.345um --pore 0 --direction xyz --of current",
           "permeability conduct geometries/packed_bed.ini --voxel-size 10um --bulk 2.3e-9m2/s"},
          run_conduct};
}

}  // namespace perm
