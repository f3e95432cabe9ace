// SPDX-License-Identifier: Apache-2.0
// Takes exceptions out of a parallel region. One that leaves such a region, or a thread, ends the program at once; so
// the region keeps the first one, and the caller throws it after the region. tools/check_layering asks for it.
//
//     FirstError error;
//     #pragma omp parallel for
//     for (std::int64_t z = 0; z < planes; ++z) error.guard([&] { work(z); });
//     error.rethrow();
//
// It also ends the region early where the thread that began it is to stop (core/stop_check.hpp), and throws that then.
#pragma once

#include <atomic>
#include <exception>
#include <optional>
#include <utility>

#include "core/stop_check.hpp"

namespace perm {

/// Says whether work in a region may be left out because the thread that began it is to stop.
enum class StopOfRegion { allowed, never };

class FirstError {
 public:
  explicit FirstError(StopOfRegion stop = StopOfRegion::allowed) {
    if (stop == StopOfRegion::allowed) stop_.emplace();
  }

  /// Calls work(), and keeps what it throws. Once an exception is kept, it calls nothing: the others end soon.
  template <class Work>
  void guard(const Work& work) noexcept {
    if (is_kept_.load(std::memory_order_relaxed)) return;
    try {
      if (stop_ && stop_->is_wanted()) return;
      work();
    } catch (...) {
      keep();
    }
  }

  /// Makes what a thread needs for itself. It is there in all work that this thread guards later, because a thread that
  /// could not make it calls nothing any more.
  template <class T, class... Arguments>
  std::optional<T> make(Arguments&&... arguments) noexcept {
    try {
      return std::optional<T>(std::in_place, std::forward<Arguments>(arguments)...);
    } catch (...) {
      keep();
    }
    return std::nullopt;
  }

  /// Throws what was kept, if anything, or what stops the thread. The caller has waited for all threads.
  void rethrow() {
    if (is_kept_.exchange(false)) std::rethrow_exception(std::exchange(error_, nullptr));
    if (stop_) stop_->check();
  }

 private:
  void keep() noexcept {
    if (!is_kept_.exchange(true)) error_ = std::current_exception();  // takes no memory
  }

  std::optional<SharedStop> stop_;
  std::atomic<bool> is_kept_{false};
  std::exception_ptr error_;
};

}  // namespace perm
