// SPDX-License-Identifier: Apache-2.0
// Tells how many of many pieces of work are done: in place on a terminal, now and then in a log.
#pragma once

#include <unistd.h>

#include <chrono>
#include <string>

namespace perm {

class CounterLine {
 public:
  enum class Style { shown, silent };
  explicit CounterLine(Style style) : silent_(style == Style::silent) {}
  ~CounterLine();
  CounterLine(const CounterLine&) = delete;
  CounterLine& operator=(const CounterLine&) = delete;

  /// Says whether it is time to show another text.
  bool is_due() const { return !silent_ && Clock::now() >= next_; }
  /// Shows `text` on stderr when that is due.
  void show(const std::string& text);

 private:
  using Clock = std::chrono::steady_clock;
  bool silent_;
  bool terminal_{::isatty(STDERR_FILENO) != 0};
  bool shown_{false};
  Clock::time_point next_{Clock::now() + std::chrono::seconds(terminal_ ? 0 : 2)};
};

}  // namespace perm
