// SPDX-License-Identifier: Apache-2.0
#include "app/terminal/last_line.hpp"

#include <cxxabi.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <functional>
#include <new>
#include <string>
#include <typeinfo>

#include "app/terminal/line_width.hpp"
#include "core/communicator.hpp"
#include "core/errors.hpp"
#include "core/printable_text.hpp"

namespace perm {
namespace {

constexpr std::size_t most_of_a_line = 800;  // an argument may have 100 kB

/// A line whose memory lies on the stack.
class LastLine {
 public:
  LastLine() noexcept {
    add("permeability: ");
    if (const std::string_view who = Job::who(); !Communicator::world().is_first()) {
      add(who);
      add(": ");
    }
    add("error: ");
  }
  void add(std::string_view text) noexcept {
    const std::size_t some = std::min(text.size(), line_.size() - 1 - size_);
    std::copy_n(text.begin(), some, line_.begin() + size_);
    size_ += some;
  }
  /// Adds what may hold anything, as a terminal may show it.
  void add_shown(std::initializer_list<std::string_view> parts) noexcept {
    try {
      std::string all;
      for (const std::string_view part : parts) all += part;
      add(shorten(printable_line(all), most_of_a_line));
    } catch (const std::exception&) {  // no memory
      char* const first = line_.begin() + size_;
      for (const std::string_view part : parts) add(part);
      const auto is_plain = [](char c) { return c >= ' ' && c <= '~'; };
      std::replace_if(first, line_.begin() + size_, std::not_fn(is_plain), '?');
    }
  }
  /// Puts ends of lines in place of blanks, so that the words fit on a terminal.
  void wrap() noexcept {
    const auto width = line_width_of(STDERR_FILENO);
    if (!width) return;
    std::size_t begin = 0, blank = 0, column = 0;  // of the line; its last blank; characters before `at`
    for (std::size_t at = 0; at < size_; ++at) {
      if ((static_cast<unsigned char>(line_[at]) & 0xC0U) == 0x80U) continue;  // inside a character of UTF-8
      if (line_[at] == ' ') blank = at;
      if (++column <= *width || blank <= begin) continue;
      line_[blank] = '\n';
      begin = blank;
      column = at - blank;
    }
  }
  void write() noexcept {
    line_[size_++] = '\n';
    for (std::size_t done = 0; done < size_;) {
      const ssize_t some = ::write(STDERR_FILENO, line_.data() + done, size_ - done);
      if (some < 0 && errno != EINTR) return;
      if (some > 0) done += static_cast<std::size_t>(some);
    }
  }

 private:
  std::array<char, 2 * most_of_a_line> line_;
  std::size_t size_{0};
};

/// Comes in place of abort() where nothing catches an exception: one that leaves a destructor, for example. What is
/// unfinished stays; the next start removes it.
[[noreturn]] void end_at_once() noexcept {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  // What leaves a function of the standard library that must not throw has no type here, and is mostly this one.
  const bool is_memory = type != nullptr ? *type == typeid(std::bad_alloc) : std::uncaught_exceptions() > 0;
  const ExitCode code = is_memory ? ExitCode::device : ExitCode::failure;
  if (is_memory)
    say_error({out_of_memory});
  else
    say_error({"A fault of this program (", type != nullptr ? type->name() : "it ended itself",
               "). Please report it with the command line."});
  Job::end_all(static_cast<int>(code));
  std::_Exit(static_cast<int>(code));
}

/// Is there before all other objects, because these may throw when they are made.
struct TerminateHandler {
  TerminateHandler() noexcept { std::set_terminate(end_at_once); }
};
[[gnu::init_priority(101)]] const TerminateHandler terminate_handler;

/// Calls only what a handler may call (POSIX: async-signal-safe).
void end_crashed(int signal) {
  LastLine line;
  line.add("A crash (signal ");
  const std::array<char, 2> number{static_cast<char>('0' + signal / 10), static_cast<char>('0' + signal % 10)};
  line.add({number.data(), number.size()});
  line.add("). This is a fault of this program or of a library that it uses. Please report it with the command line.");
  line.write();
  ::_exit(static_cast<int>(ExitCode::failure));
}

}  // namespace

void say_error(std::initializer_list<std::string_view> parts) noexcept {
  LastLine line;
  line.add_shown(parts);
  line.wrap();
  line.write();
}

void speak_in_crashes() {
  alignas(16) static std::array<char, 1 << 16> stack;  // where a stack has overflowed, there is no other
  const stack_t own{stack.data(), 0, stack.size()};
  ::sigaltstack(&own, nullptr);
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE}) {
    struct sigaction action = {};
    ::sigaction(signal, nullptr, &action);
    if (action.sa_handler != SIG_DFL) continue;
    action.sa_handler = end_crashed;
    action.sa_flags = SA_ONSTACK | static_cast<int>(SA_RESETHAND);
    ::sigaction(signal, &action, nullptr);
  }
}

void require_stack() {
  constexpr rlim_t least = 256 << 10;
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= least) return;
  throw DeviceError("The stack is too small",
                    fmt::format("ulimit -s allows {} kB, and {} are needed", limit.rlim_cur >> 10, least >> 10),
                    "Give more with ulimit -s");
}

}  // namespace perm
