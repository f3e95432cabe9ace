// SPDX-License-Identifier: Apache-2.0
#include "app/terminal/ending.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <ios>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/terminal/last_line.hpp"
#include "app/terminal/signals.hpp"
#include "core/communicator.hpp"

namespace perm {
namespace {

std::function<void()>& last_action() {
  static std::function<void()> action;
  return action;
}

int end_with(std::initializer_list<std::string_view> text, ExitCode code) noexcept {
  const bool is_first = Communicator::world().is_first();
  // A flow that does not converge fails on all processes at the same step, so each process ends by itself.
  const bool others_end_too = code == ExitCode::not_converged;
  if (others_end_too && !is_first) return static_cast<int>(code);
  if (!is_first) stop_noting_signals();  // when another process has reported, the launcher ends this one with a signal
  Job::let_the_first_speak();
  std::fflush(stdout);
  say_error(text);
  if (others_end_too) return static_cast<int>(code);
  try {
    if (last_action()) last_action()();
  } catch (const std::exception&) {  // no memory: the next start does it
  }
  Job::end_all(static_cast<int>(code));
  return static_cast<int>(code);
}

/// Gives the message for a file that cannot be used, thrown where nothing was said of the file.
std::string describe(const std::filesystem::filesystem_error& error) {
  std::error_code gone;
  const bool is_below_a_folder_that_is_gone =
      error.path1().is_relative() && std::filesystem::current_path(gone).empty() && gone;
  const std::string why =
      is_below_a_folder_that_is_gone ? "the current folder is not there any more" : error.code().message();
  return InputError(fmt::format("Cannot use '{}'", error.path1().string()), why, "Check the path and its permissions")
      .what();
}

}  // namespace

int exit_code_of(const std::function<ExitCode()>& work) {
  try {
    return static_cast<int>(work());
  } catch (const Error& error) {
    return end_with({error.what()}, error.exit_code());
  } catch (const std::bad_alloc&) {
    return end_with({out_of_memory}, ExitCode::device);
  } catch (const std::filesystem::filesystem_error& error) {
    return end_with({describe(error)}, ExitCode::input);
  } catch (const std::ios_base::failure& error) {
    return end_with({"A file cannot be read or written (", error.what(), "). See that its disk works."},
                    ExitCode::input);
  } catch (const std::system_error& error) {
    return end_with({"The system refuses a thread or something else that it gives (", error.what(),
                     "). End other programs or use fewer --threads."},
                    ExitCode::device);
  } catch (const std::exception& error) {
    return end_with({"A fault of this program (", error.what(), "). Please report it with the command line."},
                    ExitCode::failure);
  }
}

void before_ending_others(std::function<void()> action) { last_action() = std::move(action); }

}  // namespace perm
