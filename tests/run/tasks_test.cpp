// SPDX-License-Identifier: Apache-2.0
// The tasks of one process: each is done once, none is overtaken, and what one of them throws ends all.
#include "run/tasks/tasks.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <new>
#include <set>
#include <thread>

#include "core/errors.hpp"
#include "core/stop_check.hpp"
#include "waiting.hpp"

namespace perm {
namespace {

using testing::ElementsAre;

constexpr std::int64_t of_one_thread = 1 << 20;  // voxels

class Told : public TaskObserver {
 public:
  void on_begin(const Task& task, std::size_t all) override {
    begun.push_back(task.name);
    EXPECT_GT(all, 0U);
  }
  void on_done(const std::string& outcome) override { done.insert(outcome); }
  void on_stop() override { ++stops; }
  std::vector<std::string> begun;
  std::multiset<std::string> done;
  int stops{0};
};

std::vector<std::string> run_with(int threads, const std::vector<Task>& tasks, Told& told) {
  TaskSettings settings;
  settings.threads = threads;
  return do_tasks(tasks, settings, told);
}

Task task(
    std::string name, std::function<void(TaskPlace&)> work = [](TaskPlace&) {}) {
  Task made;
  made.name = name;
  made.work = [name = std::move(name), work = std::move(work)](TaskPlace& place) {
    work(place);
    return name + "\n";
  };
  return made;
}

TEST(Tasks, give_their_outcomes_in_their_order_and_are_done_once) {
  for (const int threads : {1, 3, 16}) {
    std::vector<Task> tasks;
    std::vector<std::string> expected;
    for (int i = 0; i < 40; ++i) {
      tasks.push_back(task(fmt::format("{}", i), [i](TaskPlace& place) { place.take(i * of_one_thread / 8); }));
      expected.push_back(fmt::format("{}\n", i));
    }
    Told told;
    EXPECT_EQ(run_with(threads, tasks, told), expected);
    EXPECT_EQ(told.done, std::multiset<std::string>(expected.begin(), expected.end()));
    EXPECT_EQ(told.begun.size(), 40U);
    EXPECT_TRUE(std::ranges::is_sorted(told.begun, {}, [](const std::string& name) { return std::stoi(name); }));
  }
}

TEST(Tasks, of_none_do_nothing) {
  Told told;
  EXPECT_TRUE(run_with(4, {}, told).empty());
}

TEST(Tasks, begin_with_those_of_low_cost) {
  Told told;
  std::vector<Task> tasks{task("dear"), task("cheap"), task("middle")};
  tasks[0].cost = 9;
  tasks[1].cost = 1;
  tasks[2].cost = 4;
  EXPECT_THAT(run_with(1, tasks, told), ElementsAre("dear\n", "cheap\n", "middle\n"));
  EXPECT_THAT(told.begun, ElementsAre("cheap", "middle", "dear"));
}

TEST(Tasks, side_by_side_take_no_more_threads_than_there_are_and_read_one_by_one) {
  constexpr int threads = 6;
  std::atomic<int> used{0}, most{0}, readers{0}, most_readers{0};
  const auto raise = [](std::atomic<int>& most_of, int now) {
    for (int before = most_of; before < now && !most_of.compare_exchange_weak(before, now);) {
    }
  };
  std::vector<Task> tasks;
  for (int i = 0; i < 60; ++i)
    tasks.push_back(task(fmt::format("{}", i), [&, i](TaskPlace& place) {
      raise(most_readers, ++readers);
      std::this_thread::yield();
      --readers;
      const int own = place.take((i % 9) * of_one_thread);
      EXPECT_GE(own, 1);
      EXPECT_LE(own, threads);
      raise(most, used += own);
      std::this_thread::yield();
      used -= own;
    }));
  Told told;
  EXPECT_EQ(run_with(threads, tasks, told).size(), 60U);
  EXPECT_LE(most, threads);
  EXPECT_EQ(most_readers, 1);
}

TEST(Tasks, of_small_images_are_done_at_the_same_time) {
  std::atomic<int> inside{0};
  std::vector<Task> tasks;
  for (int i = 0; i < 4; ++i)
    tasks.push_back(task(fmt::format("{}", i), [&](TaskPlace& place) {
      place.take(1000);
      ++inside;
      EXPECT_TRUE(wait_until([&] { return inside == 4; }));
    }));
  Told told;
  EXPECT_EQ(run_with(4, tasks, told).size(), 4U);
}

TEST(Tasks, of_a_large_image_get_all_threads) {
  Told told;
  run_with(5, {task("large", [](TaskPlace& place) { EXPECT_EQ(place.take(100 * of_one_thread), 5); })}, told);
}

TEST(Tasks, that_find_too_little_memory_are_done_again_alone) {
  std::atomic<int> inside{0}, tries{0};
  const auto hungry = [&](TaskPlace& place) {
    place.take(1000);
    ++tries;
    if (place.is_beside_others()) {
      if (tries == 1) throw std::bad_alloc();
      throw DeviceError("Not enough memory", "others have it", "Wait");
    }
    EXPECT_EQ(inside, 0);
  };
  const auto other = [&](TaskPlace& place) {
    ++inside;
    place.take(1000);
    --inside;
  };
  Told told;
  const auto outcomes = run_with(3, {task("a", other), task("b", hungry), task("c", other), task("d", hungry)}, told);
  EXPECT_THAT(outcomes, ElementsAre("a\n", "b\n", "c\n", "d\n"));
  EXPECT_EQ(tries, 4);
  EXPECT_EQ(told.begun.size(), 4U) << "a task that is tried again does not begin once more";
  EXPECT_EQ(told.done.size(), 4U);
}

TEST(Tasks, that_find_too_little_memory_alone_end_all) {
  Told told;
  const auto hungry = [](TaskPlace& /*place*/) { throw DeviceError("Not enough memory", "", ""); };
  EXPECT_THROW(run_with(2, {task("a"), task("b", hungry)}, told), DeviceError);
  EXPECT_EQ(told.done, (std::multiset<std::string>{"a\n"}));
}

TEST(Tasks, end_where_one_of_them_throws) {
  std::atomic<bool> is_inside{false};
  const auto endless = [&](TaskPlace& place) {
    place.take(1000);
    is_inside = true;
    while (true) check_for_stop();
  };
  const auto wrong = [&](TaskPlace& place) {
    place.take(1000);
    EXPECT_TRUE(wait_until([&] { return is_inside.load(); }));
    throw InputError("It is wrong", "", "");
  };
  std::vector<Task> tasks{task("a", endless), task("b", wrong)};
  for (int i = 0; i < 20; ++i) tasks.push_back(task("later", [](TaskPlace& place) { place.take(1 << 30); }));
  Told told;
  EXPECT_THROW(run_with(2, tasks, told), InputError);
  EXPECT_TRUE(told.done.empty());
}

TEST(Tasks, end_where_the_thread_that_started_them_is_to_stop) {
  std::atomic<bool> stops{false};
  const StopScope scope({[&] { return stops ? static_cast<int>(StopCause::termination) : 0; },
                         [](int why) { throw Interrupted(static_cast<StopCause>(why)); }});
  const auto endless = [&](TaskPlace& place) {
    place.take(1000);
    stops = true;
    while (true) check_for_stop();
  };
  Told told;
  EXPECT_THROW(run_with(2, {task("a", endless), task("b", endless), task("c", endless)}, told), Interrupted);
  EXPECT_EQ(told.stops, 0);
}

TEST(Tasks, that_go_on_another_time_end_all_after_each_has_saved) {
  std::atomic<int> inside{0}, saved{0};
  std::atomic<bool> stops{false};
  const StopScope scope({[&] { return stops ? static_cast<int>(StopCause::time_limit) : 0; },
                         [](int why) { throw Interrupted(static_cast<StopCause>(why)); }});
  const auto saves = [&](TaskPlace& place) {
    place.take(1000);
    ++inside;
    EXPECT_TRUE(wait_until([&] { return inside >= 2; }));
    stops = true;
    ++saved;
    throw TaskStopped{};
  };
  const auto reads = [](TaskPlace& /*place*/) {
    while (true) check_for_stop();  // throws Interrupted
  };
  Told told;
  EXPECT_THROW(run_with(2, {task("a", saves), task("b", saves), task("c", reads)}, told), TaskStopped);
  EXPECT_EQ(saved, 2);
  EXPECT_EQ(told.stops, 1);
  EXPECT_TRUE(told.done.empty());
  EXPECT_THROW(run_with(1, {task("c", reads)}, told), TaskStopped);
}

}  // namespace
}  // namespace perm
