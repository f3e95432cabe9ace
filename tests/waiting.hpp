// SPDX-License-Identifier: Apache-2.0
// What tests wait for: an event, or work of a process, with a limit of time that only a hang reaches. The processor
// time of a process is a measure of its work that other programs of the machine hardly change.
#pragma once

#include <sys/types.h>
#include <time.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

namespace perm {

/// Looks again and again whether the event has come; gives false when it has not after three minutes.
template <class Event>
bool wait_until(const Event& has_come) {
  for (const auto start = std::chrono::steady_clock::now(); !has_come();) {
    if (std::chrono::steady_clock::now() - start > std::chrono::minutes(3)) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

/// Says whether a process exists and has not ended; one that nobody has waited for yet may have ended.
inline bool is_alive(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  const std::string status(std::istreambuf_iterator<char>(file), {});
  return !status.empty() && status.find(") Z ") == std::string::npos;
}

/// Gives the processor time that all threads of a process have taken; 0 where there is no such process.
inline double processor_seconds(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Waits until a process has computed for so long, from now on; gives false when it ends before.
inline bool wait_for_work(pid_t process, double seconds) {
  const double before = processor_seconds(process);
  bool alive = true;
  const auto has_worked = [&] { return processor_seconds(process) >= before + seconds; };
  return wait_until([&] { return has_worked() || !(alive = is_alive(process)); }) && alive;
}

}  // namespace perm
