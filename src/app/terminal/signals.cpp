// SPDX-License-Identifier: Apache-2.0
#include "app/terminal/signals.hpp"

#include <signal.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>

namespace perm {
namespace {

using Clock = std::chrono::steady_clock;

volatile sig_atomic_t noted_cause = static_cast<sig_atomic_t>(StopCause::none);

timespec noted_at{};

std::atomic<Clock::time_point> deadline{Clock::time_point::max()};

/// Calls only what a handler may call (POSIX: async-signal-safe).
void note(int signal) {
  constexpr double at_once = 0.3;  // seconds: timeout and batch systems send one signal to a process and to its group
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const auto seconds =
      static_cast<double>(now.tv_sec - noted_at.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec - noted_at.tv_nsec);
  const StopCause cause = cause_of_signal(signal);
  const auto before = static_cast<StopCause>(noted_cause);
  const bool asks_for_more = wish_of(cause) == StopWish::at_once && wish_of(before) == StopWish::after_saving;
  const bool is_first = before == StopCause::none || asks_for_more;
  if (!is_first && seconds > at_once && cause != StopCause::processor_limit) {
    ::signal(signal, SIG_DFL);
    raise(signal);
    return;
  }
  if (is_first) noted_at = now;
  noted_cause = static_cast<sig_atomic_t>(std::max(before, cause));
}

struct sigaction noting() {
  struct sigaction action = {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  return action;
}

}  // namespace

void note_signals_that_save() {
  const struct sigaction action = noting();
  for (const int signal : {SIGUSR1, SIGXCPU}) sigaction(signal, &action, nullptr);
}

void note_signals(const std::string& left) {
  const struct sigaction action = noting();
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1, SIGXCPU}) sigaction(signal, &action, nullptr);
  struct sigaction before = {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);  // nohup ignores SIGHUP, and that stays so
  ::signal(SIGPIPE, SIG_IGN);
  static const StopScope stops({[] { return static_cast<int>(stop_cause()); },
                                [left](int cause) { throw Interrupted(static_cast<StopCause>(cause), left); }});
}

void ignore_file_size_signal() { ::signal(SIGXFSZ, SIG_IGN); }

void stop_noting_signals() {
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
}

void end_after(const std::optional<double>& seconds) {
  constexpr double longest = 1e9;  // 32 years, which a clock can add
  deadline = seconds ? Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(std::min(*seconds, longest)))
                     : Clock::time_point::max();
}

StopCause stop_cause() {
  const auto noted = static_cast<StopCause>(noted_cause);
  if (noted != StopCause::none) return noted;
  const Clock::time_point end = deadline;
  return end != Clock::time_point::max() && Clock::now() >= end ? StopCause::time_limit : StopCause::none;
}

StopCause stop_cause(const Communicator& processes) {
  return static_cast<StopCause>(processes.max(std::int64_t{static_cast<int>(stop_cause())}));
}

StopWish wish_of(StopCause cause) {
  if (cause == StopCause::none) return StopWish::none;
  return cause < StopCause::interrupt ? StopWish::after_saving : StopWish::at_once;
}

}  // namespace perm
