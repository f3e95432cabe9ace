// SPDX-License-Identifier: Apache-2.0
#include "app/commands/batch_solver.hpp"

#include <fmt/format.h>
#include <time.h>

#include <chrono>
#include <exception>
#include <filesystem>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

#include "app/options/solve_request.hpp"
#include "core/printable_text.hpp"
#include "core/time_and_place.hpp"
#include "geometry/pore_space_hash.hpp"
#include "input/input.hpp"
#include "input/options/recipe_options.hpp"
#include "report/batch/row_records.hpp"
#include "run/run.hpp"

namespace perm {
namespace {

using Clock = std::chrono::steady_clock;

double cpu_seconds_of_thread() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

BatchOutcome failed(const std::string& error, ExitCode code) {
  BatchOutcome outcome;
  outcome.error = printable_line(error);
  outcome.code = code;
  return outcome;
}

/// Gives what `solve` gives, or what is wrong with the image in words.
template <class Solve>
BatchOutcome outcome_of(const Solve& solve) {
  try {
    return solve();
  } catch (const Interrupted&) {
    throw;
  } catch (const TaskStopped&) {
    throw;
  } catch (const Error& error) {
    return failed(error.what(), error.exit_code());
  } catch (const std::bad_alloc&) {
    return failed(
        "Out of memory (this machine did not give what was asked for). Run the batch again with fewer --threads.",
        ExitCode::device);
  } catch (const std::filesystem::filesystem_error& error) {
    return failed(InputError(fmt::format("Cannot use '{}'", error.path1().string()), error.code().message(),
                             "Check the path and its permissions")
                      .what(),
                  ExitCode::input);
  } catch (const std::system_error& error) {
    return failed(fmt::format("The system refuses a thread or something else that it gives ({}). Run the batch again "
                              "with fewer --threads.",
                              error.what()),
                  ExitCode::device);
  } catch (const std::exception& error) {
    return failed(fmt::format("A fault of this program ({}). Please report it with the image.", error.what()),
                  ExitCode::failure);
  }
}

/// Says what is solved, wherever its files lie and however old they are. A surface is known by its files alone.
std::string content_of(const ListedRow& row, const PoreSlab& pores, const RunRequest& request) {
  std::string content = hash_of(pores) + "; " + row.row.settings;
  if (request.origin.voxel_size_m) content += fmt::format("; {} m", *request.origin.voxel_size_m);
  for (const std::string& warning : request.origin.warnings) content += "; " + warning;
  if (request.flow.walls == Walls::sub_voxel) content += "; the surface of " + row.row.key;
  return content;
}

/// Solves one row; its image may be known under another key.
BatchOutcome solve(const ListedRow& row, const KnownContents& known, TaskStates& states, TaskPlace& place) {
  const SolveOptions& options = row.options;
  Clock::time_point start = Clock::now();
  double cpu = cpu_seconds_of_thread();
  Input input;
  double reading_seconds = 0;
  double reading_cpu = 0;
  int threads = 1;
  const auto read = [&] { input = read_input(options.input, RunToCome{options.flow, {}}, place.processes()); };
  const auto take = [&](std::int64_t voxels) {
    threads = place.take(voxels);
    start = Clock::now();
    cpu = cpu_seconds_of_thread();
  };
  if (is_recipe(options.input.path)) {  // it is made by the threads that solve it
    take(read_recipe_file(options.input.path).recipe.extent.voxels());
    read();
  } else {
    read();
    reading_seconds = seconds_since(start);
    reading_cpu = cpu_seconds_of_thread() - cpu;
    take(input.pores.image().voxels());
  }
  RunRequest request = request_of(options, std::move(input.origin));
  const std::string content = content_of(row, input.pores, request);
  if (const auto same = known.find(content); same != known.end()) return same->second;
  request.flow.solver.threads = threads;
  request.measures_slip = true;
  request.gas.reset();  // the table finds its K, so that another gas or pressure solves nothing again
  TaskWatch watch(&states);
  const RunReport report = states.run(row.row.key, std::move(input.pores), std::move(request), watch);
  BatchOutcome outcome;
  outcome.content = content;
  outcome.result = result_of(report);
  outcome.times.seconds = reading_seconds + seconds_since(start);
  if (threads == 1 && options.flow.solver.device == Device::cpu)
    outcome.times.cpu_seconds = reading_cpu + cpu_seconds_of_thread() - cpu;
  outcome.times.threads = threads;
  outcome.times.device = report.solver.device;
  return outcome;
}

std::string do_row(const ListedRow& row, const KnownContents& known, TaskStates& states, TaskPlace& place) {
  BatchOutcome outcome = outcome_of([&] { return solve(row, known, states, place); });
  if (outcome.code == ExitCode::device && place.is_beside_others()) throw std::bad_alloc();  // it is tried alone
  if (outcome.times.finished_utc.empty()) {  // else an earlier run solved it
    outcome.times.host = host_name();
    outcome.times.finished_utc = utc_now();
  }
  return format_row_record(row.row.key, outcome);
}

}  // namespace

std::vector<std::string> solve_rows(const std::vector<const ListedRow*>& rows, const KnownContents& known, int threads,
                                    TaskStates& states, TaskObserver& observer) {
  TaskSettings settings;
  settings.sharing = TaskSharing::each_own;
  settings.threads = threads;
  std::vector<Task> tasks;
  for (const ListedRow* row : rows) {
    if (row->options.flow.solver.device == Device::cuda) settings.device = Device::cuda;
    tasks.push_back({.name = row->row.input,
                     .work = [row, &known, &states](TaskPlace& place) { return do_row(*row, known, states, place); }});
  }
  return do_tasks(tasks, settings, observer);
}

}  // namespace perm
