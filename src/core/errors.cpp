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

}  // namespace

Error::Error(ExitCode code, const std::string& problem, const std::string& why, const std::string& remedy)
    : std::runtime_error(one_line(problem, why, remedy)), code_(code), why_(why) {}

Interrupted::Interrupted(int signal)
    : Interrupted(signal, Left{"No result was written; files of an earlier run are untouched"}) {}

Interrupted::Interrupted(int signal, const std::string& file)
    : Interrupted(signal, Left{"K and its bound of that moment are in '" + file + "'"}) {}

Interrupted::Interrupted(int signal, const Left& left)
    : Error(signal == SIGTERM ? ExitCode::terminated : ExitCode::interrupted,
            signal == SIGTERM ? "Terminated" : "Interrupted", "a signal asked for it", left.text) {}

}  // namespace perm
