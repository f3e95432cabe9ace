// SPDX-License-Identifier: Apache-2.0
// A thread that takes a task reads its image first, and holds the turn until it has got processors for it. So at most
// one image waits in memory beside those that are solved, and none is overtaken.
#include "run/tasks/task_team.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <new>
#include <optional>
#include <thread>

#include "core/errors.hpp"
#include "core/processors/threads.hpp"
#include "core/stop_check.hpp"
#include "run/tasks/machine_places.hpp"

namespace perm {
namespace {

/// Another task has ended all.
struct Ended {};

class TaskTeam {
 public:
  TaskTeam(const std::vector<const Task*>& tasks, const TaskSettings& settings, TaskObserver& observer)
      : tasks_(tasks),
        threads_(settings.threads),
        observer_(observer),
        outcomes_(tasks.size()),
        places_(settings.device, settings.threads),
        free_(places_.all()) {}

  std::vector<std::string> run() {
    const std::size_t at_once = static_cast<std::size_t>(places_.all()) + 1;  // one reads while the others solve
    std::vector<std::thread> team;
    team.reserve(at_once);
    for (std::size_t i = 1; i < std::min(at_once, tasks_.size()); ++i) {
      try {
        team.emplace_back([this] { work(); });
      } catch (const std::exception&) {  // the system gives no more threads, or no more memory for them
        break;
      }
    }
    work();
    for (std::thread& thread : team) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    is_beside_others_ = false;
    std::vector<std::string> all;
    for (std::size_t i = 0; i < tasks_.size(); ++i)
      all.push_back(outcomes_[i] ? std::move(*outcomes_[i]) : do_alone(i));
    return all;
  }

 private:
  /// Holds the turn until `take`, and what it has taken until the task ends.
  class Place final : public TaskPlace {
   public:
    explicit Place(TaskTeam& team) : team_(team), turn_(team.turn_) { set_loop_threads(team_.threads_to_read()); }
    ~Place() override { team_.give_back(taken_); }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    const Communicator& processes() const override { return alone_; }
    int take(std::int64_t voxels) override {
      taken_ = team_.take(voxels);
      turn_.unlock();
      const int threads = team_.places_.threads_of(taken_);
      set_loop_threads(threads);
      return threads;
    }
    bool is_beside_others() const override { return team_.is_beside_others_; }

   private:
    TaskTeam& team_;
    std::unique_lock<std::mutex> turn_;
    Communicator alone_;
    int taken_{0};
  };

  /// Ends this task where the thread that started the team would end, or another task has ended all.
  StopToken token() {
    constexpr int ended = std::numeric_limits<int>::max();
    return {[this] { return is_ended_       ? ended
                            : token_.wanted ? token_.wanted()
                                            : 0; },
            [this](int why) {
              if (why == ended) throw Ended{};
              token_.stop(why);
            },
            token_.reach};
  }

  void work() {
    const StopScope stops(token());
    const int before = set_loop_threads(threads_to_read());
    try {
      while (!is_ended_ && do_next()) {
      }
    } catch (const Ended&) {
    } catch (...) {
      const std::lock_guard lock(state_);
      if (!failure_) failure_ = std::current_exception();
      is_ended_ = true;
      is_free_.notify_all();
    }
    set_loop_threads(before);
  }

  /// Says whether there was a task.
  bool do_next() {
    Place place(*this);
    if (next_ == tasks_.size()) return false;
    const std::size_t at = next_++;
    {
      const std::lock_guard lock(report_);
      observer_.on_begin(*tasks_[at], tasks_.size());
    }
    std::optional<std::string> outcome;
    try {
      outcome = tasks_[at]->work(place);
    } catch (const Error& error) {
      if (error.exit_code() != ExitCode::device || !place.is_beside_others()) throw;
    } catch (const std::bad_alloc&) {
      if (!place.is_beside_others()) throw;
    }
    const std::lock_guard lock(report_);
    if (outcome && !is_ended_) observer_.on_done(*outcome);
    outcomes_[at] = std::move(outcome);
    return true;
  }

  /// Does again what found too little memory beside others.
  std::string do_alone(std::size_t at) {
    const int before = set_loop_threads(threads_to_read());
    std::string outcome;
    {
      Place place(*this);
      outcome = tasks_[at]->work(place);
    }
    set_loop_threads(before);
    observer_.on_done(outcome);
    return outcome;
  }

  /// Waits until there are places for an image of so many voxels, and takes them.
  int take(std::int64_t voxels) {
    const int wanted = places_.of_image(voxels, static_cast<std::int64_t>(tasks_.size() - next_) + 1);
    std::unique_lock lock(state_);
    while (free_ < wanted && !is_ended_) is_free_.wait(lock);
    if (is_ended_) throw Ended{};
    free_ -= wanted;
    return wanted;
  }

  void give_back(int taken) {
    const std::lock_guard lock(state_);
    free_ += taken;
    is_free_.notify_all();
  }

  /// One image is read at a time. On a GPU flows end faster than one thread reads images.
  int threads_to_read() const { return places_.is_on_gpu() ? std::max(1, threads_ / 4) : 1; }

  const StopToken token_{stop_token()};
  const std::vector<const Task*>& tasks_;
  const int threads_;
  TaskObserver& observer_;
  std::vector<std::optional<std::string>> outcomes_;  ///< absent where memory was short beside others
  bool is_beside_others_{tasks_.size() > 1};
  std::mutex turn_;  ///< to take a task, to read its image and to wait for processors
  std::size_t next_{0};
  std::mutex state_;
  std::condition_variable is_free_;
  const MachinePlaces places_;
  int free_;  ///< places that no task uses
  std::atomic<bool> is_ended_{false};
  std::exception_ptr failure_;
  std::mutex report_;
};

}  // namespace

std::vector<std::string> do_side_by_side(const std::vector<const Task*>& tasks, const TaskSettings& settings,
                                         TaskObserver& observer) {
  return TaskTeam(tasks, settings, observer).run();
}

}  // namespace perm
