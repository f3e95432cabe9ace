// SPDX-License-Identifier: Apache-2.0
#include "app/commands/flow_tasks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <span>

#include "app/terminal/counter_line.hpp"
#include "app/terminal/print.hpp"
#include "app/terminal/signals.hpp"
#include "core/agreement/agreement.hpp"
#include "core/communicator.hpp"
#include "lattice/partition.hpp"
#include "report/flow_records.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

/// Tells how many flows are solved.
class Counter {
 public:
  Counter(std::size_t all, Talk talk)
      : all_(all), line_(talk == Talk::normal ? CounterLine::Style::shown : CounterLine::Style::silent) {}
  void begin(const std::string& name) {
    ++count_;
    if (line_.is_due()) line_.show(fmt::format("flow {} of {}: {}", count_, all_, name));
  }

 private:
  std::size_t all_;
  std::size_t count_{0};
  CounterLine line_;
};

class TaskList {
 public:
  TaskList(const std::vector<NamedTask>& tasks, const std::filesystem::path& folder, Talk talk)
      : folder_(folder), file_(folder, world_.rank()), talk_(world_.is_first() ? talk : Talk::results_only) {
    for (const NamedTask& named : tasks) open_.emplace(describe_task(named.task), &named);
    require_same_tasks();
    recall();
  }

  FlowRecords solve() {
    if (one_takes_one())
      solve_each_on_one();
    else
      solve_each_on_all();
    return std::move(records_);
  }

 private:
  using OpenTask = std::map<std::string, const NamedTask*>::value_type;

  /// A task names the files that it is made of, with their sizes and times.
  void require_same_tasks() const {
    std::vector<SharedValue> values;
    for (const auto& [key, named] : open_) values.push_back({fmt::format("flow '{}'", named->name), key});
    require_agreement(world_, "The processes of this job do not solve the same flows", values,
                      "See that all files are the same on all nodes, their times included (cp -p)");
  }

  void recall() {
    std::string lines;
    if (world_.is_first())
      for (const auto& [key, record] : read_flow_records(folder_))
        if (open_.contains(key)) lines += format_flow_record(key, record);
    read_flow_records(world_.share_text(std::move(lines)), records_);
    for (const auto& [key, record] : records_) open_.erase(key);
    if (talk_ == Talk::normal && !records_.empty())
      print(stdout, fmt::format("{} flows are known from an earlier run in '{}'; {} are left.\n", records_.size(),
                                folder_.string(), open_.size()));
  }

  /// Says whether each process solves flows by itself: the largest flow fits, and there are enough flows for all. The
  /// flows are the same bits either way.
  bool one_takes_one() const {
    if (world_.is_alone() || open_.empty()) return true;
    if (open_.size() < static_cast<std::size_t>(world_.size())) return false;
    std::int64_t most = 0;
    for (const auto& [key, named] : open_) most = std::max(most, rough_bytes(named->task));
    const DeviceFacts& device = facts_of(open_.begin()->second->task.options.solver.device);
    const std::int64_t sharers = device.uses_host_memory() ? world_.size_of_node() : 1;
    const std::int64_t available = device.free_bytes() / sharers;
    return !world_.any(available > 0 && most > available);
  }

  /// Gives the tasks of this process. The task with the highest cost that is left goes to the process with the least
  /// work (Graham 1969).
  std::vector<const OpenTask*> own_tasks() const {
    std::vector<const OpenTask*> by_cost;
    for (const OpenTask& task : open_) by_cost.push_back(&task);
    std::stable_sort(by_cost.begin(), by_cost.end(), [](const OpenTask* a, const OpenTask* b) {
      return rough_cost(a->second->task) > rough_cost(b->second->task);
    });
    std::vector<double> load(static_cast<std::size_t>(world_.size()), 0.0);
    std::vector<const OpenTask*> own;
    for (const OpenTask* task : by_cost) {
      const auto least = std::min_element(load.begin(), load.end());
      *least += rough_cost(task->second->task);
      if (least - load.begin() == world_.rank()) own.push_back(task);
    }
    std::reverse(own.begin(), own.end());  // small ones first, so that there is soon something to see and to keep
    return own;
  }

  void solve_each_on_one() {
    const std::vector<const OpenTask*> own = own_tasks();
    Counter counter(own.size(), talk_);
    std::string lines;
    for (const OpenTask* task : own) {
      counter.begin(task->second->name);
      lines += solve_one(*task, Communicator(), [](const Progress&) { throw_if_interrupted(); });
      file_.append(lines.substr(lines.rfind('\n', lines.size() - 2) + 1));
    }
    for (const std::vector<char>& all : world_.gather_to_all(std::span<const char>(lines)))
      read_flow_records(std::string(all.begin(), all.end()), records_);
  }

  /// Solves each flow on all processes, or on the first of them where the image has too few rows for all.
  void solve_each_on_all() {
    Counter counter(open_.size(), talk_);
    for (const OpenTask& task : open_) {
      counter.begin(task.second->name);
      int solving = world_.size();
      while (!can_be_cut(task.second->task.recipe.extent, solving)) --solving;
      const Communicator some = world_.first(solving);
      std::string line;
      if (world_.rank() < solving)
        line = solve_one(task, some, [&some](const Progress&) { throw_if_interrupted(some); });
      line = world_.share_text(std::move(line));
      if (world_.is_first()) file_.append(line);
      read_flow_records(line, records_);
    }
  }

  static std::string solve_one(const OpenTask& task, const Communicator& processes, const ProgressFunction& progress) {
    return format_flow_record(task.first, solve_task(task.second->task, processes, progress));
  }

  Communicator world_{Communicator::world()};
  std::filesystem::path folder_;
  FlowRecordFile file_;
  Talk talk_;
  std::map<std::string, const NamedTask*> open_;  ///< by their keys
  FlowRecords records_;
};

}  // namespace

std::vector<FlowRecord> solve_tasks(const std::vector<NamedTask>& tasks, const std::filesystem::path& folder,
                                    Talk talk) {
  const FlowRecords records = TaskList(tasks, folder, talk).solve();
  std::vector<FlowRecord> in_order;
  for (const NamedTask& named : tasks) in_order.push_back(records.at(describe_task(named.task)));
  return in_order;
}

}  // namespace perm
