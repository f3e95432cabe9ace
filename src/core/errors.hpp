// SPDX-License-Identifier: Apache-2.0
// Errors that reach the user: each is one line "<problem> (<why>). <what to do>" and the exit code of its kind. They
// are thrown anywhere and caught once, in main; nothing below main ends the program.
#pragma once

#include <stdexcept>
#include <string>

namespace perm {

enum class ExitCode : int {
  ok = 0,
  failure = 1,        ///< a fault of this program
  usage = 2,          ///< the command line
  input = 3,          ///< a file, an image or the value of an option
  not_converged = 4,  ///< step limit reached or diverged
  device = 5,         ///< device or MPI, memory included
  /// Stopped with what it needs to go on, or with nothing lost (EX_TEMPFAIL of sysexits.h: try again).
  to_be_continued = 75,
  interrupted = 130,
  terminated = 143,
};

/// An error that reaches the user: a single line and an exit code.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& problem, const std::string& why, const std::string& remedy);
  ExitCode exit_code() const { return code_; }
  /// Gives the reason alone, for a message that says the rest in other words.
  const std::string& why() const { return why_; }

 private:
  ExitCode code_;
  std::string why_;
};

/// The command line cannot be understood.
struct UsageError : Error {
  UsageError(const std::string& problem, const std::string& why, const std::string& remedy)
      : Error(ExitCode::usage, problem, why, remedy) {}
};

/// A file, an image or an option's value is not what it must be.
struct InputError : Error {
  InputError(const std::string& problem, const std::string& why, const std::string& remedy)
      : Error(ExitCode::input, problem, why, remedy) {}
};

/// A device is absent, fails, or its memory does not suffice.
struct DeviceError : Error {
  DeviceError(const std::string& problem, const std::string& why, const std::string& remedy)
      : Error(ExitCode::device, problem, why, remedy) {}
};

/// The memory of a device does not suffice.
struct MemoryShortage : DeviceError {
  using DeviceError::DeviceError;
};

/// Why a run is to stop before its end. Of several causes the last one in this order counts.
enum class StopCause : int { none, time_limit, processor_limit, user_signal, interrupt, termination };

/// Gives the cause that a signal is: SIGXCPU, SIGUSR1, SIGINT, SIGTERM, and SIGHUP, which ends like SIGTERM; none for
/// any other. A handler of signals may call it.
StopCause cause_of_signal(int signal) noexcept;

inline constexpr const char* nothing_is_written = "No result was written; files of an earlier run are untouched";

/// The user, or what runs jobs, has stopped the run.
struct Interrupted : Error {
  /// `left` says what there is now, and how to go on.
  explicit Interrupted(StopCause cause, const std::string& left = nothing_is_written);
};

}  // namespace perm
