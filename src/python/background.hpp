// SPDX-License-Identifier: Apache-2.0
// Does long work in a thread of its own, so that the thread that asked for it can look after its user meanwhile: show
// how far the work is, and leave when the user wants that, at once, whatever the work is at. All work with threads of
// OpenMP goes through here: in a process that was forked after such work the threads and locks of its parent are not
// what they were, so that this refuses to work there.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "darcy/progress.hpp"

namespace perm {

/// What the work and the one who waits for it tell each other.
class Background {
 public:
  /// What is done at present.
  struct Moment {
    std::string phase;                 ///< name of the phase, as in result.json
    std::optional<Progress> progress;  ///< of the steps, once there are any
  };

  /// Starts `work` in a thread of its own. It is called with this object, and is destroyed in that thread before the
  /// work counts as done. Throws DeviceError where the system gives no thread, and in a process that was forked from
  /// one that had work done; Stopped where the process ends.
  static std::shared_ptr<Background> start(std::function<void(Background&)> work);

  // For the one who waits:
  /// Waits until the work is done or the time is over; tells whether it is done. Throws DeviceError in a process that
  /// was forked while it waited.
  bool wait_for(std::chrono::milliseconds time);
  /// Asks the work to end. It may go on for some time, and keeps what it needs alive meanwhile.
  void stop() { wants_stop_ = true; }
  Moment moment() const;
  /// Throws what the work has thrown. Comes after it is done.
  void rethrow() const;
  /// Asks all work of this process to end and waits for it, and for some seconds for those who wait for work: before
  /// the process ends. Other threads than this one get no work from then on. A process that was forked has no work.
  static void end_all();
  /// Tells whether another thread than this one has called end_all.
  static bool is_ending();

  // For the work:
  void tell_phase(std::string phase);
  void tell_progress(const Progress& progress);

  /// What check_for_stop throws in the thread of the work: the one who waits has left, or the process ends.
  struct Stopped {};

  /// Someone who waits for work, or does some without the lock of the interpreter, as long as this lives.
  class Waiter {
   public:
    Waiter();
    ~Waiter();
    Waiter(const Waiter&) = delete;
    Waiter& operator=(const Waiter&) = delete;
  };

 private:
  Background() = default;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> wants_stop_{false};
  bool is_done_{false};
  Moment moment_;
  std::exception_ptr error_;
};

}  // namespace perm
