// SPDX-License-Identifier: Apache-2.0
#include "core/processors/thread_team.hpp"

#include <linux/futex.h>
#include <omp.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <climits>
#include <exception>
#include <thread>
#include <vector>

#include "core/processors/first_error.hpp"

namespace perm {
namespace {

/// Says how often a waiting thread looks before it sleeps. Where the threads have the processors for themselves, all
/// arrive at about the same time, and looking costs less than sleeping and waking. Where other programs run too, a
/// thread may wait for one that has lost its processor for milliseconds, and looking only keeps the processor from it.
/// So a thread that has looked in vain looks less often in the waits that follow (README, "Threads").
class Patience {
 public:
  int looks() const { return short_waits_ > 0 ? few_looks : many_looks; }
  void note_end_of_wait(int looks_left) {
    if (short_waits_ > 0)
      --short_waits_;
    else if (looks_left == 0)
      short_waits_ = waits_after_sleep;
  }

 private:
  static constexpr int many_looks = 4000;  // they take 60 to 300 microseconds; sleeping and waking take 5 to 50
  static constexpr int few_looks = 200;
  static constexpr int waits_after_sleep = 64;
  int short_waits_{0};
};

void pause_briefly() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb");
#endif
}

/// Holds a number that grows, and that threads wait for. The C library's std::atomic::wait is not used, because it
/// gives way to other programs (sched_yield) before it sleeps, and then waits for the end of their time slices.
class Signal {
 public:
  /// Adds 1 and gives the new value. Threads that sleep go on sleeping until wake() is called.
  std::uint32_t add_one() { return value_.fetch_add(1) + 1; }
  void wake() {
    if (sleepers_.load() > 0) call_futex(FUTEX_WAKE_PRIVATE, INT_MAX);
  }
  /// Waits for that value, which wake() must follow.
  void wait_for(std::uint32_t wanted, Patience& patience) {
    int looks_left = patience.looks();
    for (; looks_left > 0 && value_.load(std::memory_order_acquire) != wanted; --looks_left) pause_briefly();
    patience.note_end_of_wait(looks_left);
    if (looks_left > 0) return;
    sleepers_.fetch_add(1);
    // The system puts this thread to sleep only if the value is still the one that was read, so nothing is missed.
    for (std::uint32_t now = value_.load(); now != wanted; now = value_.load()) call_futex(FUTEX_WAIT_PRIVATE, now);
    sleepers_.fetch_sub(1);
  }

 private:
  void call_futex(int operation, std::uint32_t argument) {
    static_assert(sizeof value_ == sizeof(std::uint32_t) && std::atomic<std::uint32_t>::is_always_lock_free);
    ::syscall(SYS_futex, &value_, operation, argument, nullptr, nullptr, 0);
  }

  std::atomic<std::uint32_t> value_{0};
  std::atomic<std::uint32_t> sleepers_{0};
};

/// Gives the processors on which OpenMP places each of its threads; empty where it leaves that to the system. A bound
/// thread hands its few processors on to threads that it starts, so without this they would all share them.
std::vector<cpu_set_t> find_places(int threads) {
  if (omp_get_proc_bind() == omp_proc_bind_false) return {};
  std::vector<cpu_set_t> places(static_cast<std::size_t>(threads));
  int found = 1;
#pragma omp parallel num_threads(threads)  // nothing in it throws
  {
    const int thread = omp_get_thread_num();
    ::sched_getaffinity(0, sizeof(cpu_set_t), &places[static_cast<std::size_t>(thread)]);
    if (thread == 0) found = omp_get_num_threads();
  }
  places.resize(static_cast<std::size_t>(found));
  return places;
}

}  // namespace

/// What thread 0 writes and what the others write are 128 bytes apart, because processors fetch pairs of cache lines.
struct ThreadTeam::State {
  alignas(128) Signal rounds;  ///< counts the calls of run()
  Call call{nullptr};          ///< null: the threads end
  const void* work{nullptr};
  std::uint32_t all_finished{0};  ///< the value of `finished` after this round
  Patience patience_of_caller;    ///< of thread 0
  alignas(128) Signal finished;   ///< counts the calls of work that the other threads have finished, in all rounds
  alignas(128) FirstError error{StopOfRegion::never};  ///< of the calls of work in this round
  std::vector<std::thread> threads;

  void begin(Call what, const void* of) {
    call = what;
    work = of;
    all_finished += static_cast<std::uint32_t>(threads.size());
    rounds.add_one();
    rounds.wake();
  }

  void serve(int thread) {
    Patience patience;
    for (std::uint32_t round = 1;; ++round) {
      rounds.wait_for(round, patience);
      if (call == nullptr) return;
      const std::uint32_t all = all_finished;
      error.guard([&] { call(work, thread); });
      if (finished.add_one() == all) finished.wake();
    }
  }
};

ThreadTeam::ThreadTeam(int size) : state_(std::make_unique<State>()) {
  if (size < 2) return;
  const std::vector<cpu_set_t> places = find_places(size);
  state_->threads.reserve(static_cast<std::size_t>(size - 1));
  for (int thread = 1; thread < size; ++thread) {
    try {
      state_->threads.emplace_back([state = state_.get(), thread] { state->serve(thread); });
    } catch (const std::exception&) {
      break;  // the system gives no more threads, or no more memory for them
    }
    if (!places.empty())
      ::pthread_setaffinity_np(state_->threads.back().native_handle(), sizeof(cpu_set_t),
                               &places[static_cast<std::size_t>(thread) % places.size()]);
  }
}

ThreadTeam::~ThreadTeam() {
  state_->begin(nullptr, nullptr);
  for (std::thread& thread : state_->threads) thread.join();
}

int ThreadTeam::size() const { return static_cast<int>(state_->threads.size()) + 1; }

void ThreadTeam::run_on_all(Call call, const void* work) const {
  if (size() == 1) return call(work, 0);
  state_->begin(call, work);
  state_->error.guard([&] { call(work, 0); });
  state_->finished.wait_for(state_->all_finished, state_->patience_of_caller);
  state_->error.rethrow();
}

}  // namespace perm
