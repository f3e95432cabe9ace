// SPDX-License-Identifier: Apache-2.0
#include "app/terminal/print.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "app/terminal/line_width.hpp"
#include "core/errors.hpp"
#include "core/printable_text.hpp"

namespace perm {
namespace {

int stdout_error = 0;

void write(std::FILE* stream, std::string_view text) {
  errno = 0;
  const bool is_written = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
  const bool is_done = std::fflush(stream) == 0 && is_written;
  if (!is_done && stream == stdout && errno != EPIPE && stdout_error == 0) stdout_error = errno != 0 ? errno : EIO;
}

}  // namespace

void print(std::FILE* stream, std::string_view text) {
  const auto width = line_width_of(::fileno(stream));
  write(stream, width ? wrap_lines(printable(text), *width) : printable(text));
}

void print_whole_lines(std::FILE* stream, std::string_view text) { write(stream, printable(text)); }

void print_over_line(std::FILE* stream, std::string_view text) {
  // \r goes to the start of the line; the code at the end clears what is left of the line before.
  const std::size_t width = line_width_of(::fileno(stream)).value_or(std::string::npos);
  write(stream, "\r" + cut_line(printable_line(text), width - 1) + "\033[K");
}

void require_printed() {
  if (stdout_error == 0) return;
  throw InputError("Not all could be printed", "standard output: " + std::generic_category().message(stdout_error),
                   "Send it to another place; the files of the command are written");
}

void open_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF) {
      // The lowest number that is free is this one.
      [[maybe_unused]] const int opened = ::open("/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY);
    }
}

}  // namespace perm
