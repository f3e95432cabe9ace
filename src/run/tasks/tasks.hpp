// SPDX-License-Identifier: Apache-2.0
// Many pieces of work that do not depend on each other, such as the flows of a sweep and the images of a batch. They
// are shared out among the processes of the job, and done side by side by the threads of each, or one after another by
// all processes together where they are few or large. No outcome depends on which.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/communicator.hpp"
#include "core/extent.hpp"
#include "darcy/flow_options.hpp"

namespace perm {

/// Where one task is done, and what it may ask for there.
class TaskPlace {
 public:
  TaskPlace() = default;
  TaskPlace(const TaskPlace&) = delete;
  TaskPlace& operator=(const TaskPlace&) = delete;
  virtual ~TaskPlace() = default;

  /// The processes that do this task together; what it calls on them is collective.
  virtual const Communicator& processes() const = 0;
  /// Waits until there is room for an image of so many voxels beside those of other tasks, and gives the number of
  /// threads to solve it with. Before, one task of a process at a time reads its image. To be called once.
  virtual int take(std::int64_t voxels) = 0;
  /// Says whether other tasks take memory too. A task that throws then because there is too little (DeviceError or
  /// std::bad_alloc) is done again, beside no other.
  virtual bool is_beside_others() const = 0;
};

/// A task throws this where it was stopped to go on another time, and has saved what it needs for that. Processes that
/// do it together throw it alike.
struct TaskStopped {};

struct Task {
  std::string name;  ///< for people
  /// Of the image: where it cannot be cut for all processes, fewer of them do the task together. Absent: always all.
  std::optional<Extent> extent{};
  double cost{1};         ///< relative to the other tasks, to share them out evenly
  std::int64_t bytes{0};  ///< that it takes, rather too many than too few; 0: not known
  /// Does the task and gives its outcome, one line with its end.
  std::function<std::string(TaskPlace&)> work;
};

enum class TaskSharing {
  by_size,   ///< each process takes some, unless they are fewer than processes, or one does not fit
  each_own,  ///< each process takes some
  together,  ///< all processes do one task after another
};

struct TaskSettings {
  Communicator processes{Communicator::world()};
  TaskSharing sharing{TaskSharing::by_size};
  Device device{Device::cpu};
  int threads{1};  ///< of this process
};

/// Is told what happens, by one thread at a time.
class TaskObserver {
 public:
  TaskObserver() = default;
  TaskObserver(const TaskObserver&) = delete;
  TaskObserver& operator=(const TaskObserver&) = delete;
  virtual ~TaskObserver() = default;

  /// This process begins one of `all` tasks that it takes part in.
  virtual void on_begin(const Task& /*task*/, std::size_t /*all*/) {}
  /// A task is done. Of the processes that did it together, the first one is told.
  virtual void on_done(const std::string& /*outcome*/) {}
  /// The tasks of this process are stopped to go on another time, and those of the others are to stop, too.
  virtual void on_stop() {}
};

/// Does all tasks and gives the outcome of each, in their order, to all processes. Collective: all processes give the
/// same tasks. What a task or the observer throws ends all tasks, at their next check_for_stop, and is thrown; what was
/// told to on_done before is done. Where tasks are stopped to go on another time (TaskStopped, or Interrupted in a
/// process by itself), this waits until those of all processes are, and throws TaskStopped on all alike.
std::vector<std::string> do_tasks(const std::vector<Task>& tasks, const TaskSettings& settings, TaskObserver& observer);

}  // namespace perm
