// SPDX-License-Identifier: Apache-2.0
#include "app/commands/kept_tasks.hpp"

#include <fmt/format.h>

#include "app/commands/task_states.hpp"
#include "core/printable_text.hpp"
#include "report/kept_records.hpp"

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
  if (states_ != nullptr) read_kept(outcome, [this](const std::string& key, const Json&) { states_->remove(key); });
}

void KeptTasks::on_stop() {
  if (states_ != nullptr) states_->end_others();
}

}  // namespace perm
