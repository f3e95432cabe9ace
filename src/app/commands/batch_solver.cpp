// SPDX-License-Identifier: Apache-2.0
// A thread that takes a row reads its image first, and holds the turn until it has got processors for it. So at most
// one image waits in memory beside those that are solved, and none is overtaken.
#include "app/commands/batch_solver.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "app/options/solve_request.hpp"
#include "app/terminal/signals.hpp"
#include "core/communicator.hpp"
#include "core/printable_text.hpp"
#include "core/processors/threads.hpp"
#include "core/time_and_place.hpp"
#include "device/gpu.hpp"
#include "geometry/pore_space_hash.hpp"
#include "input/input.hpp"
#include "input/options/recipe_options.hpp"
#include "run/run.hpp"

namespace perm {
namespace {

using Clock = std::chrono::steady_clock;

/// Another row has ended the batch.
struct Ended {};

double cpu_seconds_of_thread() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Ends the run of a row when a signal has come or the batch has ended.
class RowObserver final : public RunObserver {
 public:
  explicit RowObserver(const std::atomic<bool>& is_ended) : is_ended_(is_ended) {}
  void between_work() override {
    throw_if_interrupted();
    if (is_ended_) throw Ended{};
  }
  bool wants_to_stop() override {
    between_work();  // a row that has not ended is solved anew
    return false;
  }

 private:
  const std::atomic<bool>& is_ended_;
};

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

/// Says what is solved, wherever its files lie and however old they are.
std::string content_of(const ListedRow& row, const Input& input) {
  std::string content = hash_of(input.pores) + "; " + row.row.settings;
  if (input.origin.voxel_size_m) content += fmt::format("; {} m", *input.origin.voxel_size_m);
  for (const std::string& warning : input.origin.warnings) content += "; " + warning;
  return content;
}

// A GPU waits for the processors in much of a flow, so that it solves several side by side: of 64^3 voxels 16, of 256^3
// eight, and as many large ones as its memory holds.
constexpr int most_flows_of_gpu = 16;
constexpr std::int64_t voxels_of_gpu_place = 1 << 23;
constexpr std::int64_t most_bytes_a_voxel = 100;  // of the GPU's memory

class RowSolver {
 public:
  RowSolver(const std::vector<const ListedRow*>& rows, const KnownContents& known, int threads,
            const std::function<void(std::size_t, BatchOutcome)>& done)
      : rows_(rows), known_(known), threads_(threads), done_(done) {
    is_on_gpu_ =
        std::ranges::any_of(rows, [](const ListedRow* row) { return row->options.flow.solver.device == Device::cuda; });
    all_ = is_on_gpu_ ? std::min(threads, most_flows_of_gpu) : threads;
    free_ = all_;
  }

  void run() {
    const auto at_once = static_cast<std::size_t>(free_) + 1;  // one reads while the others solve
    std::vector<std::thread> team;
    team.reserve(at_once);
    for (std::size_t i = 1; i < std::min(at_once, rows_.size()); ++i) {
      try {
        team.emplace_back([this] { work(); });
      } catch (const std::exception&) {  // the system gives no more threads, or no more memory for them
        break;
      }
    }
    work();
    for (std::thread& thread : team) thread.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void work() {
    const int before = set_loop_threads(threads_to_read());
    try {
      while (!is_ended_ && solve_next()) {
      }
    } catch (const Ended&) {
    } catch (...) {
      const std::lock_guard lock(state_);
      if (!failure_) failure_ = std::current_exception();
      is_ended_ = true;
      is_free_.notify_all();
    }
    set_loop_threads(before);
  }

  /// Says whether there was a row.
  bool solve_next() {
    std::unique_lock turn(turn_);
    if (next_ == rows_.size()) return false;
    const std::size_t place = next_++;
    const ListedRow& row = *rows_[place];
    int taken = 0;
    BatchOutcome outcome = outcome_of([&] { return solve(row, turn, taken); });
    set_loop_threads(threads_to_read());
    if (outcome.times.finished_utc.empty()) {  // an earlier run solved it otherwise
      outcome.times.host = host_name();
      outcome.times.finished_utc = utc_now();
    }
    give_back(taken);
    if (turn.owns_lock()) turn.unlock();
    const std::lock_guard lock(report_);
    if (!is_ended_) done_(place, std::move(outcome));
    return true;
  }

  /// `turn` is given on once the image is read and `taken` processors are there for it.
  BatchOutcome solve(const ListedRow& row, std::unique_lock<std::mutex>& turn, int& taken) {
    const SolveOptions& options = row.options;
    Clock::time_point start = Clock::now();
    double cpu = cpu_seconds_of_thread();
    Input input;
    double reading_seconds = 0;
    double reading_cpu = 0;
    if (is_recipe(options.input.path)) {  // it is made by the threads that solve it
      taken = take(read_recipe_file(options.input.path).recipe.extent.voxels());
      turn.unlock();
      start = Clock::now();
      cpu = cpu_seconds_of_thread();
      set_loop_threads(threads_of(taken));
      input = read_input(options.input, RunToCome{options.flow, {}}, Communicator());
    } else {
      input = read_input(options.input, RunToCome{options.flow, {}}, Communicator());
      reading_seconds = seconds_since(start);
      reading_cpu = cpu_seconds_of_thread() - cpu;
      taken = take(input.pores.image().voxels());
      turn.unlock();
      start = Clock::now();
      cpu = cpu_seconds_of_thread();
    }
    const std::string content = content_of(row, input);
    if (const auto known = known_.find(content); known != known_.end()) return *known->second;
    require_voxel_size(options, input.origin.voxel_size_m);
    RunRequest request = request_of(options, std::move(input.origin));
    request.flow.solver.threads = threads_of(taken);
    RowObserver observer(is_ended_);
    const RunReport report = run_flows(std::move(input.pores), request, observer);
    BatchOutcome outcome;
    outcome.content = content;
    outcome.result = result_of(report, options.units);
    outcome.times.seconds = reading_seconds + seconds_since(start);
    if (taken == 1 && !is_on_gpu_) outcome.times.cpu_seconds = reading_cpu + cpu_seconds_of_thread() - cpu;
    outcome.times.threads = request.flow.solver.threads;
    outcome.times.device = report.solver.device;
    return outcome;
  }

  /// Waits until there are places for an image of so many voxels, and takes them; more of them where there are fewer
  /// rows left than places. A place is a processor, or a part of the GPU.
  int take(std::int64_t voxels) {
    constexpr std::int64_t voxels_worth_a_thread = 1 << 20;
    constexpr std::int64_t voxels_worth_an_idle_thread = 1 << 13;
    const std::int64_t voxels_of_place =
        is_on_gpu_ ? std::min(voxels_of_gpu_place, gpu_memory_size() / all_ / most_bytes_a_voxel)
                   : voxels_worth_a_thread;
    const std::int64_t left = static_cast<std::int64_t>(rows_.size() - next_) + 1;
    const std::int64_t few = std::min(all_ / left, voxels / voxels_worth_an_idle_thread);
    const std::int64_t wanted = std::clamp<std::int64_t>(std::max(voxels / voxels_of_place, few), 1, all_);
    std::unique_lock lock(state_);
    while (free_ < wanted && !is_ended_) is_free_.wait(lock);
    if (is_ended_) throw Ended{};
    free_ -= static_cast<int>(wanted);
    return static_cast<int>(wanted);
  }

  /// The rows that a GPU solves side by side share all processors.
  int threads_of(int taken) const { return is_on_gpu_ ? std::max(1, threads_ * taken / all_) : taken; }
  /// One image is read at a time. On a GPU flows end faster than one thread reads images.
  int threads_to_read() const { return is_on_gpu_ ? std::max(1, threads_ / 4) : 1; }

  void give_back(int taken) {
    const std::lock_guard lock(state_);
    free_ += taken;
    is_free_.notify_all();
  }

  const std::vector<const ListedRow*>& rows_;
  const KnownContents& known_;
  const int threads_;
  const std::function<void(std::size_t, BatchOutcome)>& done_;
  bool is_on_gpu_{false};
  std::mutex turn_;  ///< to take a row, to read its image and to wait for processors
  std::size_t next_{0};
  std::mutex state_;
  std::condition_variable is_free_;
  int all_{1};   ///< places for rows
  int free_{0};  ///< places that no row uses
  std::atomic<bool> is_ended_{false};
  std::exception_ptr failure_;
  std::mutex report_;
};

}  // namespace

void solve_rows(const std::vector<const ListedRow*>& rows, const KnownContents& known, int threads,
                const std::function<void(std::size_t, BatchOutcome)>& done) {
  if (!rows.empty()) RowSolver(rows, known, threads, done).run();
}

}  // namespace perm
