// SPDX-License-Identifier: Apache-2.0
// What a command of many tasks saves to go on another time: its command line, and the flow of each task that is in
// progress when it is stopped, in a folder of its own. Whoever does the task next goes on from there, be it a thread, a
// process, or all processes together. The outcomes of tasks that are done are kept elsewhere (kept_tasks.hpp).
//
//   DIR/state-1                     the command line (core/saving/checkpoint.hpp)
//   DIR/task-1f0c52a9d87e6b34       the states of one task, named by a hash of its key
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/options/checkpoint_options.hpp"
#include "core/communicator.hpp"
#include "core/errors.hpp"
#include "core/saving/checkpoint.hpp"
#include "core/stop_check.hpp"
#include "run/run.hpp"
#include "run/tasks/tasks.hpp"

namespace perm {

class TaskStates;

/// Watches the run of a task, and lets it save where it is stopped to go on another time.
class TaskWatch : public RunObserver {
 public:
  /// `states` may be null: then a run that is stopped saves nothing.
  explicit TaskWatch(TaskStates* states) : states_(states) {}

  StopWish wish(const Communicator& processes) override;
  void on_progress(const Progress& progress, const std::optional<double>& voxel_size_m) override;
  /// Says whether the run was told to save and to end.
  bool is_stopped() const { return is_stopped_; }

 private:
  TaskStates* states_;
  bool is_stopped_{false};
  std::optional<StopScope> until_saved_;
};

/// Tells a command from another one, in lines: its name, what it is of, and its output.
std::string identity_of_command(const std::string& name, const std::string& subject,
                                const std::filesystem::path& output);

class TaskStates {
 public:
  /// Without --checkpoint, states go into the folder `in_output` when the command is stopped; with it, on the way too.
  /// Throws InputError where the folder of --checkpoint has states of another command than that of `identity`.
  /// Collective.
  TaskStates(const CheckpointOptions& options, const std::filesystem::path& in_output, std::string identity,
             std::vector<std::string> command_line);
  TaskStates(const TaskStates&) = delete;
  TaskStates& operator=(const TaskStates&) = delete;

  /// Solves the flows of the task with this key, from where it was stopped before. Throws what run_flows throws, and
  /// TaskStopped. Any thread may call it; collective over the processes of the pores.
  RunReport run(const std::string& key, PoreSlab pores, RunRequest request, TaskWatch& watch);
  /// Removes the states of a task whose outcome is kept. One process calls it.
  void remove(const std::string& key) const;

  /// Says whether tasks are to save and to end: this process is stopped so, or another one that does other tasks.
  bool ask_for_end();
  /// Lets the tasks of the other processes end.
  void end_others() const;

  /// Calls work(). Where that is stopped so that it can go on, this saves the command, and the error says how to go on.
  /// `kept` says what there is, in one sentence without its full stop.
  template <class Work>
  void guard(const std::string& kept, const Work& work) {
    try {
      work();
    } catch (const TaskStopped&) {  // on all processes alike
      end(kept, stop_cause_of_all());
    } catch (const Interrupted& stop) {
      if (stop.exit_code() != ExitCode::to_be_continued) throw;
      end(kept, {});
    }
  }

  /// Removes all states: the command is complete. The first process does it, when the others are done.
  void remove_all();

 private:
  std::filesystem::path folder_of(const std::string& key) const;
  std::filesystem::path mark() const;
  static StopCause stop_cause_of_all();
  /// With a cause all processes end alike; without one this process ends by itself, and so ends the others.
  [[noreturn]] void end(const std::string& kept, std::optional<StopCause> cause);
  /// Saves the command where that is not done yet, so that it is found beside the state of a task. Any thread may call
  /// it. Says whether there is a state of it.
  bool save_command();
  void note_failure(const Checkpoint& checkpoint);

  Communicator world_{Communicator::world()};
  std::filesystem::path folder_;
  double every_s_;
  std::string identity_;
  std::vector<std::string> command_line_;
  std::mutex saving_;
  bool has_command_;  ///< is saved
  std::mutex changes_;
  std::string why_not_saved_;  ///< the latest reason
  std::atomic<bool> others_end_{false};
  std::atomic<std::chrono::steady_clock::time_point> next_look_{};
};

}  // namespace perm
