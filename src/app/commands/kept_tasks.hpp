// SPDX-License-Identifier: Apache-2.0
// Tasks whose outcomes are kept in a file as soon as they are known, and which a line on the terminal
// counts. The states of a task whose outcome is kept are not needed any more (task_states.hpp).
#pragma once

#include <filesystem>
#include <string>

#include "app/terminal/counter_line.hpp"
#include "report/record_file.hpp"
#include "run/tasks/tasks.hpp"

namespace perm {

class TaskStates;

class KeptTasks : public TaskObserver {
 public:
  /// `what` one task is: "flow". `states` may be null.
  KeptTasks(std::filesystem::path file, std::string what, CounterLine::Style style, TaskStates* states)
      : file_(std::move(file)), what_(std::move(what)), line_(style), states_(states) {}
  void on_begin(const Task& task, std::size_t all) override;
  void on_done(const std::string& outcome) override;
  void on_stop() override;
  std::size_t done() const { return done_; }

 private:
  RecordFile file_;
  std::string what_;
  CounterLine line_;
  TaskStates* states_;
  std::size_t begun_{0};
  std::size_t done_{0};
};

}  // namespace perm
