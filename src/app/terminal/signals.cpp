// SPDX-License-Identifier: Apache-2.0
#include "app/terminal/signals.hpp"

#include <signal.h>
#include <time.h>

#include "core/errors.hpp"
#include "core/stop_check.hpp"

namespace perm {
namespace {

volatile sig_atomic_t noted_signal = 0;

timespec noted_at{};

/// Calls only what a handler may call (POSIX: async-signal-safe).
void note(int signal) {
  constexpr double at_once = 0.3;  // seconds: timeout and batch systems send one signal to a process and to its group
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const auto seconds =
      static_cast<double>(now.tv_sec - noted_at.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec - noted_at.tv_nsec);
  if (noted_signal != 0 && seconds > at_once) {
    ::signal(signal, SIG_DFL);
    raise(signal);
    return;
  }
  if (noted_signal == 0) noted_at = now;
  noted_signal = signal == SIGHUP ? SIGTERM : signal;
}

}  // namespace

void note_signals() {
  struct sigaction action = {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction before = {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);  // nohup ignores SIGHUP, and that stays so
  ::signal(SIGPIPE, SIG_IGN);
  static const StopScope stops({[] { return static_cast<int>(noted_signal); }, [](int by) { throw Interrupted(by); }});
}

void ignore_file_size_signal() { ::signal(SIGXFSZ, SIG_IGN); }

void stop_noting_signals() {
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
}

int signal_to(const Communicator& processes) { return static_cast<int>(processes.max(std::int64_t{noted_signal})); }

}  // namespace perm
