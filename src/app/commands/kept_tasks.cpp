// SPDX-License-Identifier: Apache-2.0
#include "app/commands/kept_tasks.hpp"

#include <fmt/format.h>

#include "core/printable_text.hpp"

namespace perm {

void KeptTasks::on_begin(const Task& task, std::size_t all) {
  constexpr std::size_t most_letters = 60;
  ++begun_;
  if (line_.is_due())
    line_.show(fmt::format("{} {} of {}: {}", what_, begun_, all, shorten(printable_line(task.name), most_letters)));
}

void KeptTasks::on_done(const std::string& outcome) {
  file_.append(outcome);
  ++done_;
}

}  // namespace perm
