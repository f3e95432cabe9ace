// SPDX-License-Identifier: Apache-2.0
#include "app/commands/task_states.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <system_error>
#include <utility>

#include "app/commands/saved_output.hpp"
#include "app/terminal/signals.hpp"
#include "core/hashes.hpp"

namespace perm {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::string_view task_prefix = "task-";
constexpr std::size_t hash_digits = 16;
constexpr std::chrono::milliseconds between_looks{200};  // at a file, on a disk that may be far

std::string name_of_task(const std::string& key) {
  FnvHash hash;
  for (const char c : key) hash.add_byte(static_cast<unsigned char>(c));
  return fmt::format("{}{:016x}", task_prefix, hash.value());
}

bool is_of_task(const std::string& name) {
  constexpr std::string_view digits = "0123456789abcdef";
  return name.size() == task_prefix.size() + hash_digits && name.starts_with(task_prefix) &&
         name.find_first_not_of(digits, task_prefix.size()) == std::string::npos;
}

}  // namespace

StopWish TaskWatch::wish(const Communicator& processes) {
  if (states_ == nullptr) return RunObserver::wish(processes);
  const bool saves =
      wish_of(stop_cause(processes)) == StopWish::after_saving || (processes.is_alone() && states_->ask_for_end());
  if (saves) {
    is_stopped_ = true;
    return StopWish::after_saving;
  }
  check_for_stop(processes);
  return StopWish::none;
}

/// From here on there is something to save: what else would stop this thread waits until it is.
void TaskWatch::on_progress(const Progress& /*progress*/, const std::optional<double>& /*voxel_size_m*/) {
  if (states_ == nullptr || until_saved_) return;
  StopToken token = stop_token();
  if (!token.wanted) return;
  token.wanted = [states = states_, wanted = token.wanted] { return states->ask_for_end() ? 0 : wanted(); };
  until_saved_.emplace(std::move(token));
}

std::string identity_of_command(const std::string& name, const std::string& subject, const fs::path& output) {
  std::error_code none;
  return fmt::format("command: {} of {}\noutput: {}\n", name, subject,
                     fs::absolute(output, none).lexically_normal().string());
}

TaskStates::TaskStates(const CheckpointOptions& options, const fs::path& in_output, std::string identity,
                       std::vector<std::string> command_line)
    : folder_(options.folder.value_or(in_output)),
      every_s_(options.folder ? options.every_s : std::numeric_limits<double>::infinity()),
      identity_(std::move(identity)),
      command_line_(std::move(command_line)),
      has_command_(options.folder.has_value()) {
  if (world_.is_first()) {
    std::error_code ignored;
    fs::remove(mark(), ignored);  // of a job that was killed
    if (options.folder) {
      Checkpoint command({}, {folder_, every_s_});
      note_command(command, command_line_);
      command.begin(identity_);
      has_command_ = command.has_state();
    }
  }
  world_.wait_for_all();
}

fs::path TaskStates::folder_of(const std::string& key) const { return folder_ / name_of_task(key); }

fs::path TaskStates::mark() const { return folder_ / "all-stop"; }

RunReport TaskStates::run(const std::string& key, PoreSlab pores, RunRequest request, TaskWatch& watch) {
  Checkpoint checkpoint(pores.processes(),
                        {folder_of(key), every_s_, Checkpoint::Unfit::passed_over, Checkpoint::First::when_due});
  checkpoint.do_before_saving([this](const fs::path& folder) {
    if (!folder.empty()) save_command();  // one of the processes has it
  });
  request.checkpoint = &checkpoint;
  try {
    RunReport report = run_flows(std::move(pores), request, watch);
    if (!watch.is_stopped()) return report;
  } catch (const Interrupted&) {  // no K is known yet
    if (!watch.is_stopped()) throw;
  }
  note_failure(checkpoint);
  throw TaskStopped{};
}

void TaskStates::note_failure(const Checkpoint& checkpoint) {
  if (checkpoint.why_not_saved().empty()) return;
  const std::lock_guard lock(changes_);
  why_not_saved_ = checkpoint.why_not_saved();
}

void TaskStates::remove(const std::string& key) const {
  std::error_code ignored;
  fs::remove_all(folder_of(key), ignored);
}

bool TaskStates::ask_for_end() {
  if (others_end_) return true;
  if (const StopWish wish = wish_of(stop_cause()); wish != StopWish::none) return wish == StopWish::after_saving;
  if (world_.is_alone()) return false;
  const Clock::time_point now = Clock::now();
  if (now < next_look_.load()) return false;
  next_look_ = now + between_looks;
  std::error_code ignored;
  if (fs::exists(mark(), ignored)) others_end_ = true;
  return others_end_;
}

void TaskStates::end_others() const {
  if (world_.is_alone()) return;
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  const std::ofstream file(mark());
}

StopCause TaskStates::stop_cause_of_all() { return stop_cause(Communicator::world()); }

bool TaskStates::save_command() {
  const std::lock_guard lock(saving_);
  if (has_command_) return true;
  Checkpoint command({}, {folder_, std::numeric_limits<double>::infinity(), Checkpoint::Unfit::passed_over});
  note_command(command, command_line_);
  command.begin(identity_);
  command.save({}, Checkpoint::When::at_the_end);
  note_failure(command);
  has_command_ = command.why_not_saved().empty();
  return command.has_state();
}

void TaskStates::end(const std::string& kept, std::optional<StopCause> cause) {
  std::string left = kept;
  if (!cause || world_.is_first()) {
    std::error_code ignored;
    fs::remove(mark(), ignored);
    left += save_command() ? fmt::format("; 'permeability continue {}' goes on", folder_.string())
                           : "; the same command goes on from there";
    if (!why_not_saved_.empty()) left += fmt::format(", without what could not be saved: {}", why_not_saved_);
  }
  if (cause) world_.wait_for_all();  // the state of the command is on the disk then
  throw Interrupted(cause.value_or(stop_cause()), left);
}

void TaskStates::remove_all() {
  if (!world_.is_first()) return;
  std::error_code ignored;
  std::vector<fs::path> left{mark()};
  for (fs::directory_iterator entry(folder_, ignored); !ignored && entry != fs::end(entry); entry.increment(ignored))
    if (is_of_task(entry->path().filename().string())) left.push_back(entry->path());
  for (const fs::path& path : left) fs::remove_all(path, ignored);
  Checkpoint({}, {folder_, every_s_, Checkpoint::Unfit::passed_over}).remove();
}

}  // namespace perm
