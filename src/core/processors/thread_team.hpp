// SPDX-License-Identifier: Apache-2.0
// Holds threads that step a lattice together. A thread that waits for another spins for some microseconds and then
// sleeps. The threads of OpenMP spin for milliseconds, which takes the processors from the very threads that they wait
// for when other programs run beside this one; how long they spin is fixed before main, so a library cannot change it.
#pragma once

#include <cstdint>
#include <memory>

#include "core/range.hpp"

namespace perm {

/// Holds threads 0 .. size() - 1. Thread 0 is the one that calls run(); the others sleep between calls.
class ThreadTeam {
 public:
  /// Starts `size` - 1 threads, or as many as the system gives. They run where OpenMP would place them.
  explicit ThreadTeam(int size);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  int size() const;

  /// Calls work(thread) once on every thread and waits for all. Throws what `work` throws on one of them;
  /// a thread that has not begun then does not begin. `work` must not call run().
  template <class Work>
  void run(const Work& work) const {
    run_on_all([](const void* of, int thread) { (*static_cast<const Work*>(of))(thread); }, &work);
  }

  /// Calls work(range, thread) on every thread; the ranges are equal parts of 0 .. count - 1, in the order of threads.
  template <class Work>
  void run_on_parts(std::int64_t count, const Work& work) const {
    run([&](int thread) { work(even_part(count, thread, size()), thread); });
  }

 private:
  using Call = void (*)(const void* work, int thread);
  void run_on_all(Call call, const void* work) const;

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace perm
