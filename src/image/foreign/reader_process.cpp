// SPDX-License-Identifier: Apache-2.0
#include "image/foreign/reader_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <system_error>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/installation/installed_files.hpp"

namespace perm::foreign {
namespace {

constexpr const char* check_file =
    "See that other programs open the file, and export the image again, as TIFF if you can";

/// Nothing of the user's environment reaches the child: no libraries to load first, no plug-ins.
constexpr std::array<const char*, 6> environment_of_child{
    "LC_ALL=C",          "HDF5_USE_FILE_LOCKING=FALSE",           "HDF5_PLUGIN_PRELOAD=::", "HDF5_PLUGIN_PATH=::",
    "OMP_NUM_THREADS=1", "ITK_GLOBAL_DEFAULT_NUMBER_OF_THREADS=1"};

/// Gives the same file under a number that neither the child nor standard output has, whatever the parent has closed.
int move_away(int descriptor) {
  constexpr int above_those_of_child = 10;
  const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, above_those_of_child);
  ::close(descriptor);
  return moved;
}

/// What posix_spawn wants to know, freed at the end.
class SpawnSettings {
 public:
  SpawnSettings(int socket, int lifeline) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
#if defined(__SANITIZE_ADDRESS__)
      if (standard == STDERR_FILENO) continue;  // what the sanitizers say must be seen
#endif
      posix_spawn_file_actions_addopen(&actions_, standard, "/dev/null", O_RDWR, 0);
    }
    posix_spawn_file_actions_adddup2(&actions_, socket, socket_of_child);
    posix_spawn_file_actions_adddup2(&actions_, lifeline, lifeline_of_child);
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);  // a signal that the parent ignores, as under nohup, does not end the child either
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigdelset(&all, signal);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

/// Gives how a child ended; a child that lives on is killed.
int end_of(pid_t child) {
  constexpr timespec pause{0, 10'000'000};
  constexpr int most_pauses = 200;
  int status = 0;
  for (int i = 0; i < most_pauses; ++i) {
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) return status;
    if (ended < 0 && errno != EINTR) return 0;
    ::nanosleep(&pause, nullptr);
  }
  ::kill(child, SIGKILL);
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

Reader installed_reader() {
  const std::filesystem::path with_program = installed_from(program_file(), PERM_READER_FROM_PROGRAM);
  std::error_code none;
  for (const std::filesystem::path& place :
       {installed_from(own_file(), PERM_READER_NAME), installed_from(own_file(), PERM_READER_FROM_LIBRARY)})
    if (std::filesystem::exists(place, none)) return {place};
  return {with_program};
}

ReaderProcess::ReaderProcess(Reader reader, ReaderTask task) : reader_(std::move(reader)), task_(std::move(task)) {
  if (!reader_.program.is_absolute())
    throw InputError(task_.problem, fmt::format("it is read by another program, and {}", unknown_place),
                     "Mount /proc, or export the image as TIFF or MetaImage");
  if (::access(reader_.program.c_str(), X_OK) != 0)
    throw InputError(task_.problem,
                     fmt::format("the program that reads such files, '{}', is not there", reader_.program.string()),
                     "Install the package permeability-images, or the whole program with cmake --install");
  start();
}

void ReaderProcess::start() {
  const auto fail = [&](int error) {
    kill_child();
    throw InputError(task_.problem, "its reader does not start: " + std::generic_category().message(error),
                     "See how many processes and open files you may have: ulimit -u, ulimit -n");
  };
  std::array<int, 2> ends{};
  std::array<int, 2> life{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail(errno);
  socket_ = move_away(ends[0]);
  const int socket = move_away(ends[1]);
  if (::pipe2(life.data(), O_CLOEXEC) != 0) {
    const int error = errno;
    ::close(socket);
    fail(error);
  }
  lifeline_ = move_away(life[1]);
  const int lifeline = move_away(life[0]);
  const SpawnSettings settings(socket, lifeline);
  std::string program = reader_.program.string();
  std::string memory = std::to_string(task_.most_memory_bytes);
  const std::array<char*, 3> arguments{program.data(), memory.data(), nullptr};
  std::vector<std::string> texts(environment_of_child.begin(), environment_of_child.end());
  std::vector<char*> environment;
  environment.reserve(texts.size() + 1);
  for (std::string& text : texts) environment.push_back(text.data());
  environment.push_back(nullptr);
  const int error = ::posix_spawn(&child_, program.c_str(), settings.actions(), settings.attributes(), arguments.data(),
                                  environment.data());
  ::close(socket);
  ::close(lifeline);
  if (error == 0) return;
  child_ = -1;
  fail(error);
}

ReaderProcess::~ReaderProcess() { kill_child(); }

void ReaderProcess::kill_child() {
  for (int* const descriptor : {&socket_, &lifeline_})
    if (*descriptor >= 0) ::close(std::exchange(*descriptor, -1));
  if (child_ <= 0) return;
  ::kill(child_, SIGKILL);
  while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
}

void ReaderProcess::refuse(const std::string& why, const std::string& remedy) {
  kill_child();
  throw InputError(task_.problem, why, remedy);
}

void ReaderProcess::refuse_answer(const std::string& what) {
  refuse("its reader gave an answer that makes no sense: " + what, check_file);
}

double ReaderProcess::cpu_seconds_of_child() const {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(child_, &clock) != 0 || ::clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void ReaderProcess::wait_for(short events) {
  constexpr int tick_ms = 250;
  constexpr double bytes_a_second = 1e6;  // less than any reader takes, even of text
  const double most_cpu = reader_.cpu_seconds + static_cast<double>(task_.file_bytes) / bytes_a_second;
  double idle_ticks = 0;  // counted, not timed: a job that is stopped for a while has not waited
  double cpu = cpu_seconds_of_child();
  for (;;) {
    pollfd waiting{socket_, events, 0};
    const int ready = ::poll(&waiting, 1, tick_ms);
    if (ready > 0) return;
    if (ready < 0 && errno != EINTR) refuse("its reader cannot be heard", check_file);
    const double before = std::exchange(cpu, cpu_seconds_of_child());
    if (cpu - cpu_at_request_ > most_cpu)
      refuse(fmt::format("its reader has computed for {:.0f} s without an answer", cpu - cpu_at_request_), check_file);
    if (ready < 0) continue;
    idle_ticks = cpu > before ? 0 : idle_ticks + 1;
    if (idle_ticks * tick_ms > 1000 * reader_.idle_seconds)
      refuse(fmt::format("its reader has waited for {:.0f} s", reader_.idle_seconds),
             "See that the disk of the file answers");
  }
}

void ReaderProcess::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      wait_for(POLLOUT);
    } else if (errno != EINTR) {
      refuse_after_end();
    }
  }
}

void ReaderProcess::receive(std::span<std::byte> out) {
  while (!out.empty()) {
    const ssize_t got = ::recv(socket_, out.data(), out.size(), MSG_DONTWAIT);
    if (got > 0) {
      out = out.subspan(static_cast<std::size_t>(got));
    } else if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      wait_for(POLLIN);
    } else if (got == 0 || errno != EINTR) {
      refuse_after_end();
    }
  }
}

Frame ReaderProcess::ask(MessageKind request, std::string_view bytes) {
  if (child_ < 0) refuse("its reader has ended", "Start again");
  cpu_at_request_ = cpu_seconds_of_child();
  const Frame asked{protocol, request, bytes.size()};
  send({reinterpret_cast<const char*>(&asked), sizeof(asked)});
  send(bytes);
  Frame frame;
  receive(std::as_writable_bytes(std::span(&frame, 1)));
  if (frame.protocol != protocol)
    refuse(fmt::format("its reader '{}' is of another version", reader_.program.string()),
           "Build and install the whole program again");
  if (frame.kind != MessageKind::refusal) return frame;
  if (frame.bytes > most_text_bytes) refuse_answer(fmt::format("{} bytes of text", frame.bytes));
  std::string text(static_cast<std::size_t>(frame.bytes), '\0');
  receive(std::as_writable_bytes(std::span(text)));
  const std::vector<std::string> texts = split_texts(text);
  if (texts.size() != 2) refuse_answer("a refusal without a reason");
  throw InputError(task_.problem, printable(texts[0]), printable(texts[1]));
}

void ReaderProcess::refuse_after_end() {
  const int status = end_of(std::exchange(child_, -1));
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    // The user has stopped both; the child alone cannot have been meant.
    if (const StopCause cause = cause_of_signal(signal); cause != StopCause::none) throw Interrupted(cause);
    if (signal == SIGKILL)
      refuse("its reader was killed, which the system does where memory runs out",
             "Free memory, or export the image as TIFF or MetaImage, which are read plane by plane");
    refuse(fmt::format("its reader crashed (signal {}): the file may be damaged", signal), check_file);
  }
  constexpr int not_loaded = 127;
  if (WEXITSTATUS(status) == not_loaded)
    refuse(fmt::format("its reader '{}' does not start: a library is missing", reader_.program.string()),
           "Install its libraries again (libpng, ITK, HDF5)");
  refuse(fmt::format("its reader ended too early, with exit code {}", WEXITSTATUS(status)), check_file);
}

}  // namespace perm::foreign
