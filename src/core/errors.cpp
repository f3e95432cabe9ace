// SPDX-License-Identifier: Apache-2.0
#include "core/errors.hpp"

#include <csignal>

namespace perm {
namespace {

std::string one_line(const std::string& problem, const std::string& why, const std::string& remedy) {
  std::string text = problem;
  if (!why.empty()) text += " (" + why + ")";
  text += ".";
  if (!remedy.empty()) text += " " + remedy + ".";
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

ExitCode code_of(StopCause cause) {
  if (cause == StopCause::termination) return ExitCode::terminated;
  return cause == StopCause::interrupt ? ExitCode::interrupted : ExitCode::to_be_continued;
}

const char* problem_of(StopCause cause) {
  if (cause == StopCause::termination) return "Terminated";
  return cause == StopCause::interrupt ? "Interrupted" : "Stopped";
}

const char* why_of(StopCause cause) {
  switch (cause) {
    case StopCause::time_limit:
      return "the time of --max-time is over";
    case StopCause::processor_limit:
      return "the limit of processor time is reached";
    case StopCause::user_signal:
      return "SIGUSR1 asked for it";
    default:
      return "a signal asked for it";
  }
}

}  // namespace

Error::Error(ExitCode code, const std::string& problem, const std::string& why, const std::string& remedy)
    : std::runtime_error(one_line(problem, why, remedy)), code_(code), why_(why) {}

StopCause cause_of_signal(int signal) noexcept {
  switch (signal) {
    case SIGXCPU:
      return StopCause::processor_limit;
    case SIGUSR1:
      return StopCause::user_signal;
    case SIGINT:
      return StopCause::interrupt;
    case SIGTERM:
    case SIGHUP:
      return StopCause::termination;
    default:
      return StopCause::none;
  }
}

Interrupted::Interrupted(StopCause cause, const std::string& left)
    : Error(code_of(cause), problem_of(cause), why_of(cause),
            left == nothing_is_written && code_of(cause) == ExitCode::to_be_continued ? left + "; give it more time"
                                                                                      : left) {}

}  // namespace perm
