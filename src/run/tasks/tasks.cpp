// SPDX-License-Identifier: Apache-2.0
#include "run/tasks/tasks.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "core/errors.hpp"
#include "lattice/partition.hpp"
#include "run/tasks/task_team.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

/// Says whether each process does tasks by itself.
bool one_takes_one(const std::vector<Task>& tasks, const TaskSettings& settings) {
  const Communicator& world = settings.processes;
  if (settings.sharing == TaskSharing::together) return false;
  if (settings.sharing == TaskSharing::each_own || world.is_alone()) return true;
  if (tasks.size() < static_cast<std::size_t>(world.size())) return false;
  const std::int64_t most = std::ranges::max_element(tasks, {}, &Task::bytes)->bytes;
  const DeviceFacts& device = facts_of(settings.device);
  const std::int64_t sharers = device.uses_host_memory() ? world.size_of_node() : 1;
  const std::int64_t available = device.free_bytes() / sharers;
  return !world.any(available > 0 && most > available);
}

/// Gives the tasks of each process. The task with the highest cost that is left goes to the process with the least work
/// (Graham 1969). Of several processes each does small ones first, so that there is soon something to see and to keep.
std::vector<std::vector<std::size_t>> share_out(const std::vector<Task>& tasks, int processes) {
  std::vector<std::size_t> by_cost(tasks.size());
  std::iota(by_cost.begin(), by_cost.end(), 0U);
  std::ranges::stable_sort(by_cost, std::greater<>(), [&](std::size_t i) { return tasks[i].cost; });
  std::vector<double> load(static_cast<std::size_t>(processes), 0.0);
  std::vector<std::vector<std::size_t>> shares(load.size());
  for (const std::size_t i : by_cost) {
    const auto least = std::ranges::min_element(load);
    *least += tasks[i].cost;
    shares[static_cast<std::size_t>(least - load.begin())].push_back(i);
  }
  for (std::vector<std::size_t>& share : shares)
    std::ranges::stable_sort(share, {}, [&](std::size_t i) { return tasks[i].cost; });
  return shares;
}

/// Does the tasks of a process, and says whether they were stopped to go on another time.
template <class Work>
bool is_stopped_in(const Work& work) {
  try {
    work();
  } catch (const TaskStopped&) {
    return true;
  } catch (const Interrupted& stop) {
    if (stop.exit_code() != ExitCode::to_be_continued) throw;
    return true;
  }
  return false;
}

std::vector<std::string> do_own(const std::vector<Task>& tasks, const TaskSettings& settings, TaskObserver& observer) {
  const Communicator& world = settings.processes;
  const auto shares = share_out(tasks, world.size());
  std::vector<const Task*> own;
  for (const std::size_t i : shares[static_cast<std::size_t>(world.rank())]) own.push_back(&tasks[i]);
  std::string lines;
  const bool is_stopped = is_stopped_in([&] {
    for (const std::string& line : do_side_by_side(own, settings, observer)) lines += line;
  });
  if (is_stopped) observer.on_stop();
  world.sleep_until_all();
  if (world.any(is_stopped)) throw TaskStopped{};
  const std::vector<std::vector<char>> of_all = world.gather_to_all(std::span<const char>(lines));
  std::vector<std::string> outcomes(tasks.size());
  for (std::size_t rank = 0; rank < shares.size(); ++rank) {
    auto begin = of_all[rank].begin();
    for (const std::size_t i : shares[rank]) {
      const auto end = std::find(begin, of_all[rank].end(), '\n') + 1;
      outcomes[i].assign(begin, end);
      begin = end;
    }
  }
  return outcomes;
}

/// All processes do one task, beside no other.
class WholeMachine final : public TaskPlace {
 public:
  WholeMachine(Communicator processes, int threads) : processes_(std::move(processes)), threads_(threads) {}
  const Communicator& processes() const override { return processes_; }
  int take(std::int64_t /*voxels*/) override { return threads_; }
  bool is_beside_others() const override { return false; }

 private:
  Communicator processes_;
  int threads_;
};

/// Does each task on all processes, or on the first of them where the image has too few rows for all.
std::vector<std::string> do_together(const std::vector<Task>& tasks, const TaskSettings& settings,
                                     TaskObserver& observer) {
  const Communicator& world = settings.processes;
  std::vector<std::string> outcomes;
  for (const Task& task : tasks) {
    observer.on_begin(task, tasks.size());
    int doing = world.size();
    while (task.extent && !can_be_cut(*task.extent, doing)) --doing;
    const Communicator some = world.first(doing);
    std::string outcome;
    bool is_stopped = false;
    if (world.rank() < doing) {
      WholeMachine place(some, settings.threads);
      try {
        outcome = task.work(place);
      } catch (const TaskStopped&) {
        is_stopped = true;
      }
    }
    if (world.any(is_stopped)) throw TaskStopped{};
    outcomes.push_back(world.share_text(std::move(outcome)));
    if (world.is_first()) observer.on_done(outcomes.back());
  }
  return outcomes;
}

}  // namespace

std::vector<std::string> do_tasks(const std::vector<Task>& tasks, const TaskSettings& settings,
                                  TaskObserver& observer) {
  if (tasks.empty()) return {};
  return one_takes_one(tasks, settings) ? do_own(tasks, settings, observer) : do_together(tasks, settings, observer);
}

}  // namespace perm
