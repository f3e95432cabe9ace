// SPDX-License-Identifier: Apache-2.0
// The command `batch` solves many images, a row of batch.csv each. Every row is kept as soon as it is done, so that a
// batch that was stopped goes on, and shards can be joined.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "app/commands/batch_list.hpp"
#include "app/commands/batch_solver.hpp"
#include "app/commands/command_list.hpp"
#include "app/commands/html_report.hpp"
#include "app/commands/kept_tasks.hpp"
#include "app/commands/task_states.hpp"
#include "app/options/batch_options.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/signals.hpp"
#include "core/communicator.hpp"
#include "core/file_replacement.hpp"
#include "core/printable_text.hpp"
#include "report/batch/batch_csv.hpp"
#include "report/batch/row_records.hpp"
#include "report/batch/tile_table.hpp"
#include "report/earlier_results.hpp"
#include "report/run_files.hpp"

namespace perm {
namespace {

/// What became of the rows, in words and numbers.
struct BatchCount {
  std::size_t solved{0};
  std::size_t open{0};    ///< flows of those that are not converged
  std::size_t warned{0};  ///< of the solved ones: with warnings
  std::size_t failed{0};
  std::string first_open;
  std::string first_failed;
  ExitCode code{ExitCode::device};  ///< of the failed ones: what is wrong with an image counts before the device
};

std::string what_rows_are_kept(const BatchOptions& options) {
  return fmt::format("The rows that are done are kept in '{}'", options.output.string());
}

/// One batch in all processes of the job, which share its rows: each solves its own by itself.
class Batch {
 public:
  explicit Batch(BatchOptions options) : options_(std::move(options)), list_(list_rows(options_)) {
    const Shard& shard = options_.shard;
    for (std::size_t i = 0; i < list_.rows.size(); ++i)
      if (static_cast<std::int64_t>(i) % shard.parts == shard.part - 1) rows_.push_back(&list_.rows[i]);
    if (!world_.is_first()) return;
    if (options_.report) html_.emplace(*options_.report, claim());
    require_own_results(claim());
  }

  ExitCode run() {
    read_row_records(world_.share_text(world_.is_first() ? row_record_text(options_.output) : ""), records_);
    if (options_.merges) require_all_known();
    std::optional<FileReplacement> files;
    if (world_.is_first()) files.emplace(options_.output);
    if (!options_.merges) solve();
    count();
    if (files) write(*files);
    if (html_) html_->make(options_.output);
    world_.wait_for_all();  // waits, because a process that ends may end the others
    if (states_) states_->remove_all();
    return judge();
  }

 private:
  bool talks() const { return options_.talk == Talk::normal && world_.is_first(); }
  /// Gives the name of a file, in which a shard has its number.
  std::string in_shard(const std::string& stem, const std::string& ending) const {
    const Shard& shard = options_.shard;
    return shard.parts > 1 ? fmt::format("{}-{}-of-{}{}", stem, shard.part, shard.parts, ending) : stem + ending;
  }
  std::string table_file() const { return in_shard("batch", ".csv"); }
  std::string times_file() const { return in_shard("batch-times", ".csv"); }
  std::string tiles_file() const { return in_shard("tiles", ".csv"); }
  std::string rows_file() const {
    return in_shard(world_.is_first() ? "rows" : fmt::format("rows-rank{}", world_.rank()), ".jsonl");
  }

  /// What this shard writes, all of it of one list, which is known by its path or pattern.
  OutputClaim claim() const {
    OutputClaim claim{OutputClaim::Kind::batch,
                      options_.output,
                      path_of_list(),
                      {batch_record_file, table_file(), times_file()},
                      options_.overwrite};
    if (!options_.tiles.edges.empty()) claim.files.push_back(tiles_file());
    return claim;
  }
  std::string path_of_list() const {
    std::error_code none;
    return path_of_input(std::filesystem::absolute(options_.list, none));
  }

  const BatchOutcome* known(const ListedRow& row) const {
    const auto found = records_.find(row.row.key);
    return found != records_.end() ? &found->second : nullptr;
  }

  void require_all_known() const {
    std::size_t missing = 0;
    const ListedRow* first = nullptr;
    for (const ListedRow* row : rows_)
      if (!row->error && known(*row) == nullptr && missing++ == 0) first = row;
    if (first != nullptr)
      throw InputError(fmt::format("{} of {} rows are not solved yet", missing, rows_.size()),
                       fmt::format("the first is row {}, '{}'", first->row.number, first->row.input),
                       "Run the shards that are missing, or the batch without --merge, which solves what is left");
  }

  /// Solves what no earlier run has solved; what failed there is tried again.
  void solve() {
    std::set<std::string> open;  // keys: an image that is listed twice is solved once
    std::vector<const ListedRow*> rows;
    for (const ListedRow* row : rows_) {
      if (row->error) continue;
      const BatchOutcome* outcome = known(*row);
      if ((outcome == nullptr || !outcome->result) && open.insert(row->row.key).second) rows.push_back(row);
    }
    const auto recalled = static_cast<std::size_t>(std::ranges::count_if(rows_, [this](const ListedRow* row) {
      const BatchOutcome* outcome = row->error ? nullptr : known(*row);
      return outcome != nullptr && outcome->result;
    }));
    if (talks() && recalled > 0)
      print(stdout, fmt::format("{} rows are known from an earlier run in '{}'; {} are left.\n", recalled,
                                printable_line(options_.output.string()), rows_.size() - recalled));
    KnownContents contents;  // of images that may lie elsewhere now
    for (const auto& [key, outcome] : records_)
      if (outcome.result && !outcome.content.empty()) contents.emplace(outcome.content, outcome);
    for (const ListedRow* row : rows) records_.erase(row->row.key);
    states_.emplace(options_.checkpoint, options_.output / in_shard(states_in_output, ""), identity(),
                    options_.command_line);
    KeptTasks kept(options_.output / rows_file(), "row",
                   talks() ? CounterLine::Style::shown : CounterLine::Style::silent, &*states_);
    const auto tell = [&] {
      if (world_.is_first())
        print(stdout,
              fmt::format("{} more rows are kept in '{}'.\n", kept.done(), printable_line(options_.output.string())));
    };
    states_->guard(what_rows_are_kept(options_), [&] {
      try {
        for (const std::string& record : solve_rows(rows, contents, options_.threads, *states_, kept))
          read_row_records(record, records_);  // so that what is written does not depend on which run solved it
      } catch (const Interrupted&) {
        tell();
        throw;
      } catch (const TaskStopped&) {
        tell();
        throw;
      }
    });
  }

  /// Tells this batch from another one.
  std::string identity() const {
    return identity_of_command("batch", path_of_list(), options_.output) +
           fmt::format("shard: {} of {}\n", options_.shard.part, options_.shard.parts);
  }

  void count() {
    problems_.resize(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const ListedRow& row = *rows_[i];
      problems_[i].error = row.row.problem;
      if (row.error) problems_[i].code = row.error->exit_code();
      entries_.push_back({&row.row, row.error ? &problems_[i] : known(row)});
      count(row.row, *entries_.back().outcome);
    }
    if (!options_.tiles.edges.empty()) tiles_ = group_tiles(entries_);
  }

  void count(const BatchRow& row, const BatchOutcome& outcome) {
    if (!outcome.result) {
      if (count_.failed++ == 0) count_.first_failed = fmt::format("row {}: {}", row.number, outcome.error);
      if (outcome.code != ExitCode::device) count_.code = ExitCode::input;
      return;
    }
    ++count_.solved;
    count_.warned += warnings_of(row, *outcome.result).empty() ? 0 : 1;
    for (const BatchFlow& flow : outcome.result->flows) {
      if (!falls_short(flow.stop)) continue;
      if (count_.open++ == 0)
        count_.first_open =
            fmt::format("row {} along {}: {}", row.number, axis_letter(flow.direction),
                        flow.stop == StopReason::step_limit ? "step limit reached" : to_string(flow.stop));
    }
  }

  void write(FileReplacement& files) const {
    print(stdout, format_tile_summary(tiles_));
    print(stdout, fmt::format("{} rows: {} solved, {} of them with warnings, {} failed\n", rows_.size(), count_.solved,
                              count_.warned, count_.failed));
    write_text_file(files, times_file(), format_batch_times_csv(entries_));
    if (!tiles_.empty()) write_text_file(files, tiles_file(), format_tile_csv(tiles_));
    write_text_file(files, table_file(), format_batch_csv(entries_, list_.columns));
    // Of all shards of a list the first one writes it.
    if (options_.shard.parts == 1 || subject_in(claim()) != path_of_list())
      write_text_file(files, batch_record_file,
                      format_batch_json({path_of_list(), options_.command_line, options_.tiles.edges}));
    files.commit([this] { require_own_results(claim()); });
    print(stdout, fmt::format("Files in {}: {}, {}{}{}, and the rows that are done (rows*.jsonl)\n",
                              printable_line(options_.output.string()), table_file(), times_file(),
                              tiles_.empty() ? "" : ", ", tiles_.empty() ? "" : tiles_file()));
  }

  /// Throws, on all processes alike, where a row has no result or a flow is not converged.
  ExitCode judge() const {
    const std::string table = (options_.output / table_file()).string();
    if (count_.failed > 0)
      throw Error(count_.code, fmt::format("{} of {} rows have no result", count_.failed, rows_.size()),
                  count_.first_failed,
                  fmt::format("'{}' has the error of each; the same command tries them again", table));
    if (count_.open > 0)
      throw Error(ExitCode::not_converged, fmt::format("{} flows are not converged", count_.open), count_.first_open,
                  fmt::format("'{}' has the state that each reached; allow more --max-steps", table));
    return ExitCode::ok;
  }

  Communicator world_{Communicator::world()};
  BatchOptions options_;
  BatchList list_;
  std::vector<const ListedRow*> rows_;  ///< of this shard
  RowRecords records_;
  std::optional<TaskStates> states_;    ///< where rows are solved
  std::vector<BatchOutcome> problems_;  ///< of rows whose options are wrong
  std::vector<BatchEntry> entries_;
  BatchCount count_;
  std::vector<TileGroup> tiles_;
  std::optional<HtmlReport> html_;  ///< in the first process only
};

ExitCode run_batch(const OptionValues& values) {
  BatchOptions options = read_batch_options(values);
  note_signals(what_rows_are_kept(options) + "; the same command goes on from there");
  end_after(options.checkpoint.max_seconds);
  return Batch(std::move(options)).run();
}

}  // namespace

Command batch_command() {
  return {"batch",
          "the permeability of many images, a row of a table each",
          "LIST.csv|FOLDER|'PATTERN'|IMAGE --output DIR [options]",
          "input",
          "Solves every image and writes batch.csv with a row for each: K, its bounds, porosity, why it stopped and "
          "what it warns of, or in words why there is no K. An image that cannot be solved stops no other one; the "
          "exit code is then 3, and 4 where a flow is not converged.\n"
          "A column of LIST.csv may be any option of solve that says what is read and solved, without dashes: "
          "input,voxel-size,pore,direction. The command line gives the options of rows whose cell is empty. "
          "A relative path counts from the folder of the table. A column 'name' is handed on.\n"
          "Every row is kept as soon as it is done: the same command again goes on where a batch was stopped, and "
          "solves anew only images whose files or options have changed. Stopped by --max-time or SIGUSR1 (exit code "
          "75) it goes on within its flows, also by 'permeability continue OUTPUT'. Small images are solved side by "
          "side, and "
          "no number depends on what runs beside. Under mpirun the ranks share the images.",
          batch_option_groups(),
          {"permeability batch scans --voxel-size 5um --pore 0 --output results",
           "permeability batch list.csv --voxel-size 5um --output listed",
           "permeability batch 'scans/*.tif' --voxel-size 5um --pore 0 --direction xyz",
           "permeability batch rock.tif --voxel-size 5um --pore 0 --tiles 8,16 --output tiles",
           "permeability batch list.csv --voxel-size 5um --output parts --shard 1/1",
           "permeability batch list.csv --voxel-size 5um --output parts --merge"},
          run_batch,
          Processes::several};
}

}  // namespace perm
