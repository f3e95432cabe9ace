// SPDX-License-Identifier: Apache-2.0
// The command `batch` solves many images, a row of batch.csv each. Every row is kept as soon as it is done, so that a
// batch that was stopped goes on when it is started again, and shards can be joined.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "app/commands/batch_list.hpp"
#include "app/commands/batch_solver.hpp"
#include "app/commands/command_list.hpp"
#include "app/options/batch_options.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/signals.hpp"
#include "core/file_replacement.hpp"
#include "core/printable_text.hpp"
#include "report/batch/batch_csv.hpp"
#include "report/batch/row_records.hpp"
#include "report/run_files.hpp"

namespace perm {
namespace {

using Clock = std::chrono::steady_clock;

/// Tells how many rows are done: in place on a terminal, now and then in a log.
class RowCounter {
 public:
  RowCounter(std::size_t all, Talk talk) : all_(all), silent_(talk != Talk::normal) {}
  ~RowCounter() {
    if (shown_ && terminal_) print_over_line(stderr);
  }
  RowCounter(const RowCounter&) = delete;
  RowCounter& operator=(const RowCounter&) = delete;

  void add(const BatchRow& row) {
    ++done_;
    const Clock::time_point now = Clock::now();
    if (silent_ || now < next_) return;
    const std::string text = fmt::format("row {} of {} done: {}", done_, all_, shorten(printable_line(row.input), 60));
    if (terminal_)
      print_over_line(stderr, text);
    else
      print(stderr, text + "\n");
    next_ = now + (terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(10000));
    shown_ = true;
  }

 private:
  std::size_t all_;
  bool silent_;
  bool terminal_{::isatty(STDERR_FILENO) != 0};
  std::size_t done_{0};
  bool shown_{false};
  Clock::time_point next_{Clock::now() + std::chrono::seconds(terminal_ ? 0 : 2)};
};

/// What became of the rows, in words and numbers.
struct BatchCount {
  std::size_t solved{0};
  std::size_t open{0};  ///< of those: not converged
  std::size_t failed{0};
  std::string first_open;
  std::string first_failed;
  ExitCode code{ExitCode::device};  ///< of the failed ones: what is wrong with an image counts before the device
};

class Batch {
 public:
  explicit Batch(BatchOptions options) : options_(std::move(options)), list_(list_rows(options_)) {
    const std::size_t all = list_.rows.size();
    for (std::size_t i = 0; i < all; ++i)
      if (static_cast<std::int64_t>(i) % options_.shard.parts == options_.shard.part - 1)
        own_.push_back(&list_.rows[i]);
    require_own_table();
  }

  ExitCode run() {
    std::optional<FileReplacement> files;
    if (!options_.merges) files.emplace(options_.output);
    records_ = read_row_records(options_.output);
    if (options_.merges) {
      require_all_known();
      files.emplace(options_.output);
    } else {
      solve();
    }
    write(*files);
    return tell();
  }

 private:
  bool is_sharded() const { return options_.shard.parts > 1; }
  std::string in_shard(const std::string& stem, const std::string& ending) const {
    return is_sharded() ? fmt::format("{}-{}-of-{}{}", stem, options_.shard.part, options_.shard.parts, ending)
                        : stem + ending;
  }
  std::string table_file() const { return in_shard("batch", ".csv"); }
  std::string times_file() const { return in_shard("batch-times", ".csv"); }

  /// Throws InputError where a file would be replaced of which nothing says that a batch wrote it.
  void require_own_table() const {
    if (options_.overwrite == Overwrite::all_files) return;
    const std::filesystem::path file = options_.output / table_file();
    std::error_code none;
    if (!std::filesystem::exists(std::filesystem::symlink_status(file, none))) return;
    std::string first_line;
    std::getline(std::ifstream(file, std::ios::binary), first_line);
    const bool is_own = is_batch_csv(first_line);
    if (!is_own)
      throw InputError(fmt::format("Cannot write '{}'", file.string()),
                       "it is there already, and nothing says that this program wrote it",
                       "Name another folder with --output, or add --overwrite");
  }

  const BatchOutcome* known(const ListedRow& row) const {
    const auto found = records_.find(row.row.key);
    return found != records_.end() ? &found->second : nullptr;
  }

  void require_all_known() const {
    std::size_t missing = 0;
    const ListedRow* first = nullptr;
    for (const ListedRow& row : list_.rows)
      if (!row.error && known(row) == nullptr && missing++ == 0) first = &row;
    if (first != nullptr)
      throw InputError(fmt::format("{} of {} rows are not solved yet", missing, list_.rows.size()),
                       fmt::format("the first is row {}, '{}'", first->row.number, first->row.input),
                       "Run the shards that are missing, or the batch without --merge, which solves what is left");
  }

  /// Solves what no earlier run has solved; what failed there is tried again.
  void solve() {
    std::map<std::string, const ListedRow*> open;  // by key: an image that is listed twice is solved once
    std::vector<const ListedRow*> rows;
    std::size_t recalled = 0;
    for (const ListedRow* row : own_) {
      if (row->error) continue;
      const BatchOutcome* outcome = known(*row);
      if (outcome != nullptr && outcome->result)
        ++recalled;
      else if (open.emplace(row->row.key, row).second)
        rows.push_back(row);
    }
    if (options_.talk == Talk::normal && recalled > 0)
      print(stdout, fmt::format("{} rows are known from an earlier run in '{}'; {} are left.\n", recalled,
                                printable_line(options_.output.string()), rows.size()));
    RowRecordFile file(options_.output / in_shard("rows", ".jsonl"));
    RowCounter counter(rows.size(), options_.talk);
    for (const ListedRow* row : rows) records_.erase(row->row.key);
    std::size_t done = recalled;
    try {
      solve_rows(rows, options_.threads, [&](std::size_t place, const BatchOutcome& outcome) {
        const std::string line = format_row_record(rows[place]->row.key, outcome);
        file.append(line);
        read_row_records(line, records_);  // so that what is written does not depend on which run solved it
        counter.add(rows[place]->row);
        ++done;
      });
    } catch (const Interrupted&) {
      print(stdout, fmt::format("{} of {} rows are kept in '{}'; the same command goes on from there.\n", done,
                                own_.size(), printable_line(options_.output.string())));
      throw;
    }
  }

  void write(FileReplacement& files) {
    std::vector<BatchEntry> entries;
    std::vector<BatchOutcome> problems(own_.size());
    for (std::size_t i = 0; i < own_.size(); ++i) {
      const ListedRow& row = *own_[i];
      problems[i].error = row.row.problem;
      if (row.error) problems[i].code = row.error->exit_code();
      const BatchOutcome& outcome = row.error ? problems[i] : *known(row);
      entries.push_back({&row.row, &outcome});
      count(row.row, outcome);
    }
    write_text_file(files, times_file(), format_batch_times_csv(entries));
    write_text_file(files, table_file(), format_batch_csv(entries, list_.columns));
    files.commit([this] { require_own_table(); });
  }

  void count(const BatchRow& row, const BatchOutcome& outcome) {
    if (!outcome.result) {
      if (count_.failed++ == 0) count_.first_failed = fmt::format("row {}: {}", row.number, outcome.error);
      if (outcome.code != ExitCode::device) count_.code = ExitCode::input;
      return;
    }
    ++count_.solved;
    for (const BatchFlow& flow : outcome.result->flows) {
      if (flow.stop != StopReason::step_limit && flow.stop != StopReason::diverged) continue;
      if (count_.open++ == 0)
        count_.first_open = fmt::format("row {} along {}: {}", row.number, axis_letter(flow.direction),
                                        flow.stop == StopReason::diverged ? "diverged" : "step limit reached");
    }
  }

  ExitCode tell() const {
    const std::string table = (options_.output / table_file()).string();
    print(stdout, fmt::format("{} rows: {} solved, {} failed\nFiles in {}: {}, {}, and the rows that are done "
                              "(rows*.jsonl)\n",
                              own_.size(), count_.solved, count_.failed, printable_line(options_.output.string()),
                              table_file(), times_file()));
    if (count_.failed > 0)
      throw Error(count_.code, fmt::format("{} of {} rows have no result", count_.failed, own_.size()),
                  count_.first_failed,
                  fmt::format("'{}' has the error of each; the same command tries them again", table));
    if (count_.open > 0)
      throw Error(ExitCode::not_converged, fmt::format("{} flows are not converged", count_.open), count_.first_open,
                  fmt::format("'{}' has the state that each reached; allow more --max-steps", table));
    return ExitCode::ok;
  }

  BatchOptions options_;
  BatchList list_;
  std::vector<const ListedRow*> own_;  ///< of this shard
  RowRecords records_;
  BatchCount count_;
};

ExitCode run_batch(const OptionValues& values) {
  BatchOptions options = read_batch_options(values);
  note_signals();
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
          "solves anew only images whose files or options have changed. Small images are solved side by side, and "
          "no number depends on what runs beside.",
          batch_option_groups(),
          {"permeability batch scans --voxel-size 5um --pore 0 --output results",
           "permeability batch list.csv --voxel-size 5um --output results",
           "permeability batch 'scans/*.tif' --voxel-size 5um --pore 0 --direction xyz",
           "permeability batch rock.tif --voxel-size 5um --pore 0 --tiles 8,16 --output tiles",
           "permeability batch list.csv --voxel-size 5um --output parts --shard 1/1",
           "permeability batch list.csv --voxel-size 5um --output parts --merge"},
          run_batch};
}

}  // namespace perm
