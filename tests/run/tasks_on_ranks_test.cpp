// SPDX-License-Identifier: Apache-2.0
// Tasks of several processes: all get every outcome, and each task is done by the processes that should do it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "run/tasks/tasks.hpp"

namespace perm {
namespace {

class CountingObserver : public TaskObserver {
 public:
  void on_done(const std::string& /*outcome*/) override { ++done; }
  void on_stop() override { ++stops; }
  std::int64_t done{0};
  std::int64_t stops{0};
};

/// Gives tasks whose outcome names the task and how many processes did it.
std::vector<Task> some_tasks(int count) {
  std::vector<Task> tasks;
  for (int i = 0; i < count; ++i) {
    Task task;
    task.name = fmt::format("{}", i);
    task.cost = 1 + (i * 7) % 5;
    task.work = [i](TaskPlace& place) {
      place.take(1000);
      return fmt::format("{} by {}\n", i, place.processes().sum(1));
    };
    tasks.push_back(std::move(task));
  }
  return tasks;
}

void expect_outcomes(const std::vector<Task>& tasks, TaskSharing sharing, int processes) {
  const Communicator world = Communicator::world();
  CountingObserver observer;
  const std::vector<std::string> outcomes = do_tasks(tasks, {world, sharing, Device::cpu, 2}, observer);
  ASSERT_EQ(outcomes.size(), tasks.size());
  for (std::size_t i = 0; i < tasks.size(); ++i) EXPECT_EQ(outcomes[i], fmt::format("{} by {}\n", i, processes));
  EXPECT_EQ(world.sum(observer.done), static_cast<std::int64_t>(tasks.size()));
}

TEST(TasksOnRanks, are_shared_out_where_there_are_enough) {
  expect_outcomes(some_tasks(4 * Communicator::world().size()), TaskSharing::by_size, 1);
}

TEST(TasksOnRanks, that_are_few_are_done_by_all_processes_unless_each_does_its_own) {
  const int ranks = Communicator::world().size();
  expect_outcomes(some_tasks(ranks - 1), TaskSharing::by_size, ranks);
  expect_outcomes(some_tasks(ranks - 1), TaskSharing::each_own, 1);
  expect_outcomes(some_tasks(3 * ranks), TaskSharing::together, ranks);
}

TEST(TasksOnRanks, that_do_not_fit_one_process_are_done_by_all) {
  const int ranks = Communicator::world().size();
  std::vector<Task> tasks = some_tasks(2 * ranks);
  tasks.back().bytes = std::int64_t{1} << 60;
  expect_outcomes(tasks, TaskSharing::by_size, ranks);
}

TEST(TasksOnRanks, whose_images_cannot_be_cut_for_all_are_done_by_fewer) {
  std::vector<Task> tasks = some_tasks(1);
  tasks[0].extent = Extent{8, 1, 4};  // cut between pairs of planes
  expect_outcomes(tasks, TaskSharing::together, 2);
}

TEST(TasksOnRanks, that_one_of_them_stops_to_go_on_end_on_all) {
  const Communicator world = Communicator::world();
  for (const TaskSharing sharing : {TaskSharing::each_own, TaskSharing::together}) {
    std::vector<Task> tasks = some_tasks(2 * world.size());
    for (Task& task : tasks) {
      task.extent = Extent{8, 1, 4};  // for two of the ranks
      task.work = [sharing, world, work = task.work](TaskPlace& place) {
        if (sharing == TaskSharing::together || world.rank() == world.size() - 1) throw TaskStopped{};
        return work(place);
      };
    }
    CountingObserver observer;
    EXPECT_THROW(do_tasks(tasks, {world, sharing, Device::cpu, 2}, observer), TaskStopped);
    EXPECT_EQ(world.sum(observer.stops), sharing == TaskSharing::each_own ? 1 : 0);
  }
}

}  // namespace
}  // namespace perm
