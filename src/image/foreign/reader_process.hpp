// SPDX-License-Identifier: Apache-2.0
// The child process that reads one image: its start, the messages to and from it, and its end. Whatever it does, the
// parent gets an InputError of one line: the child may crash, hang, or say something that it never should.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "image/foreign/messages.hpp"

namespace perm::foreign {

/// The program of the child, and how long it may take for one answer.
struct Reader {
  std::filesystem::path program;
  double cpu_seconds{60};    ///< and one second for each megabyte of the file
  double idle_seconds{120};  ///< during which it does not compute at all
};

/// Gives permeability-read-image where it is installed, which does not depend on $PATH or the current folder: beside
/// the file that this code is in (a wheel), where the C++ library has it, or where the program has it. The path is
/// empty, and refused when it is started, where the system does not tell where this program is.
Reader installed_reader();

/// How the image is called in errors, and what the child may take for it.
struct ReaderTask {
  std::string problem;                ///< "Cannot read 'a.png'"
  std::int64_t file_bytes{0};         ///< the length of its files
  std::int64_t most_memory_bytes{0};  ///< 0: as much as the system has
};

class ReaderProcess {
 public:
  /// Throws InputError when the program has no absolute path, is missing or does not start.
  ReaderProcess(Reader reader, ReaderTask task);
  ReaderProcess(const ReaderProcess&) = delete;
  ReaderProcess& operator=(const ReaderProcess&) = delete;
  /// Ends the child at once.
  ~ReaderProcess();

  /// Sends a request, and gives the frame of the answer. Throws the refusal of the child as InputError.
  Frame ask(MessageKind request, std::string_view bytes);
  /// Fills `out` with the next bytes of the answer.
  void receive(std::span<std::byte> out);
  /// Ends the child and throws InputError.
  [[noreturn]] void refuse(const std::string& why, const std::string& remedy);
  /// The same, for an answer that the child should never give.
  [[noreturn]] void refuse_answer(const std::string& what);

 private:
  void start();
  void send(std::string_view bytes);
  /// Waits until the socket can be read or written (`events` of poll). Throws when the child takes too long.
  void wait_for(short events);
  double cpu_seconds_of_child() const;
  /// The child has closed the socket: throws what became of it.
  [[noreturn]] void refuse_after_end();
  void kill_child();

  Reader reader_;
  ReaderTask task_;
  pid_t child_{-1};
  int socket_{-1};
  int lifeline_{-1};
  double cpu_at_request_{0};
};

}  // namespace perm::foreign
