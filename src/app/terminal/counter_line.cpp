// SPDX-License-Identifier: Apache-2.0
#include "app/terminal/counter_line.hpp"

#include "app/terminal/print.hpp"

namespace perm {

CounterLine::~CounterLine() {
  if (shown_ && terminal_) print_over_line(stderr);
}

void CounterLine::show(const std::string& text) {
  if (!is_due()) return;
  if (terminal_)
    print_over_line(stderr, text);
  else
    print(stderr, text + "\n");
  next_ = Clock::now() + (terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(10000));
  shown_ = true;
}

}  // namespace perm
