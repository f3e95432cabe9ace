// SPDX-License-Identifier: Apache-2.0
// Every bound on memory is seen, and the error names the one that is exceeded.
#include "core/memory_limits.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "core/errors.hpp"
#include "core/made_up_root.hpp"

namespace perm {
namespace {

/// Sets a variable of the environment while it lives.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
  ~Variable() { ::unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

/// Lowers a limit of this process while it lives.
class LowerLimit {
 public:
  LowerLimit(decltype(RLIMIT_AS) resource, std::int64_t bytes) : resource_(resource) {
    ::getrlimit(resource_, &before_);
    rlimit lower = before_;
    lower.rlim_cur = static_cast<rlim_t>(bytes);
    ::setrlimit(resource_, &lower);
  }
  ~LowerLimit() { ::setrlimit(resource_, &before_); }
  LowerLimit(const LowerLimit&) = delete;
  LowerLimit& operator=(const LowerLimit&) = delete;

 private:
  decltype(RLIMIT_AS) resource_;
  rlimit before_{};
};

constexpr std::int64_t megabyte = 1 << 20;

class MemoryLimits : public MadeUpRoot {
 protected:
  MemoryLimits() {
    for (const char* name : {"SLURM_JOB_ID", "SLURMD_NODENAME", "SLURM_MEM_PER_NODE", "SLURM_MEM_PER_CPU"})
      ::unsetenv(name);
  }
  /// Gives the bytes below the bound whose words contain `words`, or -1 where there is no such bound.
  std::int64_t free_below(const std::string& words) const {
    for (const MemoryLimit& limit : find_memory_limits(root()))
      if (limit.where.find(words) != std::string::npos) return limit.free;
    return -1;
  }
  /// Writes how much memory a process has resident, in pages, and which job it belongs to.
  void write_process(const std::string& pid, int resident_pages, const std::string& job) const {
    write("proc/" + pid + "/statm", "1000 " + std::to_string(resident_pages) + " 10 1 0 500 0\n");
    using namespace std::string_literals;
    write("proc/" + pid + "/environ", "HOME=/root\0SLURM_JOB_ID="s + job + "\0PATH=/bin\0"s);
  }
};

TEST_F(MemoryLimits, contain_what_the_machine_has) {
  write("proc/meminfo", "MemTotal:       16384 kB\nMemFree:         4096 kB\nMemAvailable:    8192 kB\n");
  const auto limits = find_memory_limits(root());
  ASSERT_EQ(limits.size(), 1U);
  EXPECT_EQ(limits.front().free, 8192 * 1024);
  EXPECT_EQ(limits.front().where, "");
}

TEST_F(MemoryLimits, are_none_where_the_system_tells_none) { EXPECT_TRUE(find_memory_limits(root()).empty()); }

TEST_F(MemoryLimits, contain_those_of_nested_control_groups) {
  put_into_version_2("/a/b");
  write("sys/fs/cgroup/a/memory.max", "5000\n");
  write("sys/fs/cgroup/a/memory.current", "1000\n");
  write("sys/fs/cgroup/a/b/memory.max", "7000\n");
  write("sys/fs/cgroup/a/b/memory.current", "500\n");
  EXPECT_EQ(free_below("control group /a/b"), 6500);
  EXPECT_EQ(find_memory_limits(root()).back().free, 4000) << "of /a";
}

TEST_F(MemoryLimits, contain_those_of_the_shell_less_what_is_used) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need their own address space";
#endif
  EXPECT_EQ(free_below("ulimit"), -1) << "this test needs a shell without limits";
  const std::int64_t page = ::sysconf(_SC_PAGESIZE);
  write("proc/self/statm", "5000 800 300 100 0 2000 0\n");
  const std::int64_t limit = std::int64_t{1} << 40;
  {
    const LowerLimit lower(RLIMIT_AS, limit);
    EXPECT_EQ(free_below("ulimit -v"), limit - 5000 * page);
  }
  const LowerLimit lower(RLIMIT_DATA, limit);
  EXPECT_EQ(free_below("ulimit -v"), -1);
  EXPECT_EQ(free_below("ulimit -d"), limit - 2000 * page);
}

TEST_F(MemoryLimits, contain_what_the_job_asks_slurm_for_less_what_its_processes_use) {
  const std::int64_t page = ::sysconf(_SC_PAGESIZE);
  write_process("11", 1000, "77");
  write_process("12", 500, "77");
  write_process("13", 9000, "78");
  const Variable job("SLURM_JOB_ID", "77");
  const Variable memory("SLURM_MEM_PER_NODE", "100");
  EXPECT_EQ(free_below("SLURM"), -1) << "a shell outside the node";
  const Variable node("SLURMD_NODENAME", "node3");
  EXPECT_EQ(free_below("--mem asks SLURM"), 100 * megabyte - 1500 * page);
}

TEST_F(MemoryLimits, contain_what_the_job_asks_slurm_for_by_processor) {
  const Variable job("SLURM_JOB_ID", "77");
  const Variable node("SLURMD_NODENAME", "node3");
  const Variable memory("SLURM_MEM_PER_CPU", "100");
  EXPECT_EQ(free_below("SLURM"), -1) << "the number of processors is not known";
  const Variable processors("SLURM_CPUS_ON_NODE", "3");
  EXPECT_EQ(free_below("--mem-per-cpu asks SLURM"), 300 * megabyte);
}

TEST_F(MemoryLimits, do_not_count_slurm_where_it_gives_all_memory_or_a_control_group_enforces_it) {
  const Variable job("SLURM_JOB_ID", "77");
  const Variable node("SLURMD_NODENAME", "node3");
  {
    const Variable memory("SLURM_MEM_PER_NODE", "0");
    EXPECT_EQ(free_below("SLURM"), -1);
  }
  const Variable memory("SLURM_MEM_PER_NODE", "100");
  put_into_version_2("/slurm/job_77");
  write("sys/fs/cgroup/slurm/job_77/memory.max", std::to_string(200 * megabyte));
  EXPECT_EQ(free_below("SLURM"), 100 * megabyte) << "this control group allows more";
  write("sys/fs/cgroup/slurm/job_77/memory.max", std::to_string(100 * megabyte));
  EXPECT_EQ(free_below("SLURM"), -1);
  EXPECT_EQ(free_below("control group"), 100 * megabyte);
}

TEST_F(MemoryLimits, are_named_by_the_error_that_says_what_to_do) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need their own address space";
#endif
  std::int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const LowerLimit lower(RLIMIT_AS, pages * ::sysconf(_SC_PAGESIZE) + 64 * megabyte);
  EXPECT_NO_THROW(require_host_memory(megabyte, "Solve a part of the image"));
  try {
    require_host_memory(100'000'000, "Solve a part of the image, or use float32");
    FAIL() << "the shell allows 67 MB";
  } catch (const DeviceError& error) {
    EXPECT_THAT(error.what(),
                testing::MatchesRegex("This run needs 100 MB of memory \\(6[0-9.]+ MB are free below ulimit -v\\)\\. "
                                      "Raise ulimit -v, solve a part of the image, or use float32\\."));
  }
}

}  // namespace
}  // namespace perm
