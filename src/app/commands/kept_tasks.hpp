// SPDX-License-Identifier: Apache-2.0
// Tasks whose outcomes are kept in a file as soon as they are known, and which a line on the terminal
// counts.
#pragma once

#include <filesystem>
#include <string>

#include "app/terminal/counter_line.hpp"
#include "report/record_file.hpp"
#include "run/tasks/tasks.hpp"

namespace perm {

class KeptTasks : public TaskObserver {
 public:
  /// `what` one task is: "flow".
  KeptTasks(std::filesystem::path file, std::string what, CounterLine::Style style)
      : file_(std::move(file)), what_(std::move(what)), line_(style) {}
  void on_begin(const Task& task, std::size_t all) override;
  void on_done(const std::string& outcome) override;
  std::size_t done() const { return done_; }

 private:
  RecordFile file_;
  std::string what_;
  CounterLine line_;
  std::size_t begun_{0};
  std::size_t done_{0};
};

}  // namespace perm
