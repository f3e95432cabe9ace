// SPDX-License-Identifier: Apache-2.0
#include "studies/streaming_bench.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <optional>

#include "app/commands/html_report.hpp"
#include "app/options/overwrite_option.hpp"
#include "app/options/report_options.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/signals.hpp"
#include "core/errors.hpp"
#include "core/file_replacement.hpp"
#include "core/printable_text.hpp"
#include "core/stop_check.hpp"
#include "core/time_and_place.hpp"
#include "darcy/run_estimate.hpp"
#include "report/earlier_results.hpp"
#include "report/run_files.hpp"
#include "solver/devices.hpp"
#include "studies/bench_images.hpp"
#include "studies/report/streaming_report.hpp"
#include "studies/study_list.hpp"
#include "studies/study_options.hpp"

namespace perm {
namespace {

constexpr const char* rows_file = "streaming.csv";

}  // namespace

ExitCode bench_streaming(const OptionValues& values, const SolverSettings& settings) {
  const Communicator world = Communicator::world();
  std::map<std::string, PoreSlab> images;
  for (BenchImage& image : read_bench_images(values)) {
    std::string name = image.name;
    for (int number = 2; images.contains(name); ++number) name = fmt::format("{} ({})", image.name, number);
    if (image.pores.count_pores() == 0)
      throw InputError(fmt::format("'{}' has no pore", image.name), "there is nothing to step",
                       "Name the grey value of its pores in --images");
    images[name] = std::move(image.pores);
  }
  const StudyRequest request = read_study(values, settings, std::move(images));
  for (const StudyBox& box : request.boxes)
    if (!box.is_image()) require_memory(box.extent.voxels() / 8 / world.size(), Device::cpu, world);
  const Overwrite overwrite = read_overwrite(values);
  const OutputClaim claim{
      OutputClaim::Kind::streaming, values.text("output").value_or(""), "", {streaming_file, rows_file}, overwrite};
  const auto report_files = read_report_files(values);
  std::optional<HtmlReport> html;
  std::optional<FileReplacement> files;
  note_signals();
  if (world.is_first()) {
    if (report_files) html.emplace(*report_files, claim);
    require_own_results(claim);
    files.emplace(claim.folder);
  }

  StreamingReport report;
  report.settings = request.settings;
  report.device = facts_of(settings.device).name();
  report.date = utc_now();
  report.command_line = values.command_line();
  report.command_line.insert(report.command_line.begin(), {studies_program, "bench"});
  const bool as_json = values.is_on("json");
  const auto say = [&](const std::string& text) {
    if (world.is_first() && !as_json) print(stdout, text);
  };
  say(format_streaming_head(report));
  const auto write = [&] {
    if (!files) return;
    write_text_file(*files, rows_file, format_streaming_csv(report));
    write_text_file(*files, streaming_file, format_streaming_json(report));
    files->commit([&] { require_own_results(claim); });
    say(fmt::format("Files in {}: {}, {}\n", printable_line(claim.folder.string()), rows_file, streaming_file));
  };
  try {
    run_streaming_study(request, world, [&](const StudyRow& row) {
      report.rows.push_back(row);
      say(format_streaming_line(row));
      check_for_stop(world);
    });
  } catch (const Interrupted&) {  // what was measured is not lost
    write();
    throw;
  }
  say(format_streaming_foot(report));
  if (files && as_json) print(stdout, format_streaming_json(report));
  write();
  if (html) html->make(claim.folder);
  return ExitCode::ok;
}

}  // namespace perm
