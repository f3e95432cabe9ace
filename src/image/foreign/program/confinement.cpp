// SPDX-License-Identifier: Apache-2.0
// Sanitizers take terabytes of addresses, watch by ptrace and write what they find, so under them memory, system calls
// and files are not bounded.
#include "image/foreign/program/confinement.hpp"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <fstream>

#include "image/foreign/messages.hpp"

#if defined(__SANITIZE_ADDRESS__)
/// No limit of the system holds memory under this sanitizer, so its own allocator does: many gigabytes that a damaged
/// header asks for would take longer to fill than a child may compute.
extern "C" __attribute__((visibility("default"))) const char* __asan_default_options() {
  return "max_allocation_size_mb=2048";
}
#endif

namespace perm::foreign {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif

#if defined(__x86_64__)
constexpr std::uint32_t this_machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t this_machine = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t this_machine = 0;  // no filter of system calls
#endif

void bound(int what, rlim_t most) {
  const rlimit limit{most, most};
  ::setrlimit(static_cast<__rlimit_resource_t>(what), &limit);
}

/// The system sends SIGIO, which ends this process, when the other end of the lifeline is closed: that is when the
/// parent has ended, however it did, or wants no more planes.
void end_with_parent() {
  ::fcntl(lifeline_of_child, F_SETOWN, ::getpid());
  const int flags = ::fcntl(lifeline_of_child, F_GETFL);
  ::fcntl(lifeline_of_child, F_SETFL, flags | O_ASYNC | O_NONBLOCK);
  pollfd lifeline{lifeline_of_child, POLLIN, 0};
  if (::poll(&lifeline, 1, 0) != 0) std::_Exit(EXIT_FAILURE);  // it ended before that
}

/// Makes these system calls fail, as readers of images do without them: programs, processes, the network, other
/// processes' memory, and calls by which others could be made.
void forbid_system_calls() {
  constexpr std::array<std::uint32_t, 18> forbidden{
      SYS_execve,           SYS_execveat,          SYS_socket,         SYS_socketpair, SYS_connect,         SYS_bind,
      SYS_listen,           SYS_accept4,           SYS_ptrace,         SYS_kill,       SYS_perf_event_open, SYS_keyctl,
      SYS_process_vm_readv, SYS_process_vm_writev, SYS_io_uring_setup, SYS_bpf,        SYS_userfaultfd,     SYS_mount};
  constexpr std::uint32_t other_numbers = 0x40000000;  // of x32, which are further names of the same calls
  const auto refuse_after = [](std::size_t steps) { return static_cast<std::uint8_t>(steps); };
  std::vector<sock_filter> filter{{BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, arch)},
                                  {BPF_JMP | BPF_JEQ | BPF_K, 1, 0, this_machine},
                                  {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_KILL_PROCESS},
                                  {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)},
                                  {BPF_JMP | BPF_JGE | BPF_K, refuse_after(forbidden.size() + 1), 0, other_numbers}};
  for (std::size_t i = 0; i < forbidden.size(); ++i)
    filter.push_back({BPF_JMP | BPF_JEQ | BPF_K, refuse_after(forbidden.size() - i), 0, forbidden[i]});
  filter.push_back({BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW});
  filter.push_back({BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | EPERM});
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

}  // namespace

void confine_process() {
  if (::chdir("/") != 0) std::_Exit(EXIT_FAILURE);
  ::close_range(lifeline_of_child + 1, UINT_MAX, 0);
  end_with_parent();
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  constexpr rlim_t most_files = 64;
  bound(RLIMIT_CORE, 0);
  bound(RLIMIT_NOFILE, most_files);
  if (is_sanitized) return;
  bound(RLIMIT_FSIZE, 0);
  bound(RLIMIT_NPROC, 0);
  if (this_machine != 0) forbid_system_calls();
}

void allow_files_only(const std::vector<std::string>& paths) {
  landlock_ruleset_attr wanted{};
  wanted.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1U) - 1;  // all that the first version of Landlock knows
  const auto rules = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &wanted, sizeof(wanted), 0));
  if (rules < 0) return;
  for (const std::string& path : paths) {
    landlock_path_beneath_attr rule{};
    rule.parent_fd = ::open(path.c_str(), O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0) continue;
    struct stat status {};
    const bool is_folder = ::fstat(rule.parent_fd, &status) == 0 && S_ISDIR(status.st_mode);
    rule.allowed_access = is_folder ? LANDLOCK_ACCESS_FS_READ_DIR : LANDLOCK_ACCESS_FS_READ_FILE;
    ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    ::close(rule.parent_fd);
  }
  ::syscall(SYS_landlock_restrict_self, rules, 0);
  ::close(rules);
}

MemoryBound::MemoryBound(std::int64_t most_bytes) : most_(most_bytes) {
  std::int64_t pages = 0;
  if (std::ifstream("/proc/self/statm") >> pages) at_start_ = pages * ::sysconf(_SC_PAGESIZE);
  if (is_sanitized || most_ <= 0 || at_start_ == 0) return;
  bound(RLIMIT_AS, static_cast<rlim_t>(at_start_ + most_));
}

void MemoryBound::allow(std::int64_t bytes) {
  constexpr std::int64_t for_headers = std::int64_t{512} << 20U;
  constexpr std::int64_t most_of_all = std::int64_t{1} << 60U;
  if (is_sanitized || at_start_ == 0) return;
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0) return;
  const std::int64_t allowed = at_start_ + for_headers + std::clamp<std::int64_t>(bytes, 0, most_of_all);
  limit.rlim_cur = std::min(static_cast<rlim_t>(allowed), limit.rlim_max);
  ::setrlimit(RLIMIT_AS, &limit);
}

}  // namespace perm::foreign
