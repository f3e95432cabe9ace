// SPDX-License-Identifier: Apache-2.0
// Stands in for permeability-read-image in tests and does what that should never do. The name of the file that it is
// asked for says what: "crash.png" crashes. Other names give an image of 3 x 2 x 2 bytes.
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <span>
#include <string>

#include "image/foreign/messages.hpp"
#include "image/foreign/program/confinement.hpp"

extern char** environ;

namespace perm::foreign {
namespace {

void put(const void* data, std::size_t count) { ::send(socket_of_child, data, count, MSG_NOSIGNAL); }

void answer(MessageKind kind, const std::string& bytes, std::uint64_t promised, std::uint32_t version = protocol) {
  const Frame frame{version, kind, promised};
  put(&frame, sizeof(frame));
  put(bytes.data(), bytes.size());
}
void answer(MessageKind kind, const std::string& bytes) { answer(kind, bytes, bytes.size()); }

void refuse(const std::string& why) {
  std::string bytes;
  append_text(bytes, why);
  append_text(bytes, "Do something else");
  answer(MessageKind::refusal, bytes);
}

std::string header(const HeaderNumbers& numbers) {
  std::string bytes(reinterpret_cast<const char*>(&numbers), sizeof(numbers));
  append_text(bytes, "fake");
  return bytes;
}

[[noreturn]] void compute_for_ever() {
  for (std::atomic<int> steps = 0;;) ++steps;
}

std::string environment() {
  std::string names;
  for (char** entry = environ; *entry != nullptr; ++entry) names += std::string(*entry) + ' ';
  return names;
}

std::string descriptors() {
  std::string open;
  for (int i = 0; i < 1024; ++i)
    if (::fcntl(i, F_GETFD) >= 0) open += std::to_string(i) + ' ';
  return open;
}

/// Tries what the confinement forbids, and gives what succeeded.
std::string attempts(const std::string& allowed) {
  allow_files_only({allowed});
  std::string done;
  const auto tell = [&](const char* what, int result) {
    if (result >= 0) done += std::string(what) + ' ';
  };
  tell("passwd", ::open("/etc/passwd", O_RDONLY));
  tell("folder", ::open("/", O_RDONLY | O_DIRECTORY));
  tell("written", ::open(allowed.c_str(), O_WRONLY));
  tell("created", ::open("/tmp/permeability-fake-reader-was-here", O_WRONLY | O_CREAT, 0600));
  tell("socket", ::socket(AF_INET, SOCK_STREAM, 0));
  char* const arguments[] = {const_cast<char*>("true"), nullptr};
  tell("program", ::execve("/bin/true", arguments, arguments));
  tell("killed", ::kill(::getppid(), 0));
  return done + (::open(allowed.c_str(), O_RDONLY) >= 0 ? "only the file" : "nothing");
}

void open(const std::string& path) {
  const std::string what = std::filesystem::path(path).stem().string();
  HeaderNumbers numbers;
  numbers.extent = {3, 2, 2};
  const auto send_header = [&] { answer(MessageKind::header, header(numbers)); };
  if (what == "crash") std::raise(SIGSYS);  // sanitizers catch most other signals
  if (what == "interrupted") std::raise(SIGINT);
  if (what == "killed") std::raise(SIGKILL);
  if (what == "exit") std::_Exit(7);
  if (what == "sleeping")
    for (;;) ::pause();
  if (what == "busy") compute_for_ever();
  if (what == "path") return refuse(path);
  if (what == "environment") return refuse(environment());
  if (what == "descriptors") return refuse(descriptors());
  if (what == "attempts") return refuse(attempts(path));
  if (what == "dirty") return refuse("first\nsecond \x1b[31m \x07 \xff" + std::string(1000, 'x'));
  if (what == "one_text") return answer(MessageKind::refusal, std::string("why") + '\0');
  if (what == "long_text") return answer(MessageKind::refusal, "", 1ULL << 40U);
  if (what == "version") return answer(MessageKind::header, header(numbers), 1, 99);
  if (what == "kind") return answer(static_cast<MessageKind>(77), "x");
  if (what == "plane_first") return answer(MessageKind::plane, "x");
  if (what == "short_header") return answer(MessageKind::header, "short");
  if (what == "long_header") return answer(MessageKind::header, header(numbers), 1ULL << 62U);
  if (what == "cut_header") {
    answer(MessageKind::header, "cut", sizeof(numbers) + 5);
    std::_Exit(0);
  }
  if (what == "no_format")
    return answer(MessageKind::header, std::string(reinterpret_cast<const char*>(&numbers), sizeof(numbers)));
  if (what == "empty") numbers.extent = {3, 0, 2};
  if (what == "negative") numbers.extent = {-3, -2, 2};
  if (what == "huge") numbers.extent = {1LL << 40U, 1LL << 40U, 1LL << 40U};
  if (what == "type") numbers.type = 11;
  if (what == "negative_type") numbers.type = -1;
  if (what == "memory") numbers.memory_bytes = std::numeric_limits<std::int64_t>::max();
  if (what == "negative_memory") numbers.memory_bytes = -1;
  if (what == "spacing") {
    numbers.spacing = {std::numeric_limits<double>::quiet_NaN(), -1, std::numeric_limits<double>::infinity()};
    numbers.spacing_unit_m = -1;
  }
  if (what == "pid") {
    std::string bytes(reinterpret_cast<const char*>(&numbers), sizeof(numbers));
    append_text(bytes, std::to_string(::getpid()));
    return answer(MessageKind::header, bytes);
  }
  send_header();
}

void read_plane(const std::string& path) {
  const std::string what = std::filesystem::path(path).stem().string();
  if (what == "plane_crash") std::raise(SIGABRT);
  if (what == "plane_busy" || what == "pid") compute_for_ever();
  if (what == "plane_short") return answer(MessageKind::plane, "abc");
  if (what == "plane_long") return answer(MessageKind::plane, "abcdefg");
  if (what == "plane_refused") return refuse("no plane");
  if (what == "plane_header") return answer(MessageKind::header, "abcdef");
  if (what == "plane_cut") {
    answer(MessageKind::plane, "abc", 6);
    std::_Exit(0);
  }
  answer(MessageKind::plane, "abcdef");
}

}  // namespace
}  // namespace perm::foreign

int main() {
  using namespace perm::foreign;
  std::string path;
  for (Frame frame; ::recv(socket_of_child, &frame, sizeof(frame), MSG_WAITALL) == sizeof(frame);) {
    std::string bytes(frame.bytes, '\0');
    ::recv(socket_of_child, bytes.data(), bytes.size(), MSG_WAITALL);
    if (frame.kind == MessageKind::read_plane) {
      read_plane(path);
      continue;
    }
    path = decode_request(bytes).value_or(OpenRequest{}).path;
    if (path.find("unconfined") == std::string::npos) confine_process();
    open(path);
  }
}
