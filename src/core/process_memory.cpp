// SPDX-License-Identifier: Apache-2.0
#include "core/process_memory.hpp"

#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <fstream>
#include <string>

namespace perm {
namespace {

std::int64_t read_number(const char* path) {
  std::ifstream file(path);
  std::int64_t value = 0;
  return file >> value ? value : 0;  // "max" (no limit) reads as 0
}

}  // namespace

std::int64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::int64_t total_pages = 0;
  std::int64_t resident_pages = 0;
  if (!(file >> total_pages >> resident_pages)) return 0;
  return resident_pages * ::sysconf(_SC_PAGESIZE);
}

std::int64_t available_bytes() {
  std::ifstream file("/proc/meminfo");
  std::int64_t machine = 0;
  for (std::string key; file >> key;) {
    std::int64_t kilobytes = 0;
    std::string rest;
    if (key == "MemAvailable:" && file >> kilobytes) machine = kilobytes * 1024;
    std::getline(file, rest);
  }
  const std::int64_t limit = read_number("/sys/fs/cgroup/memory.max");
  if (limit == 0) return machine;
  const std::int64_t left = std::max<std::int64_t>(0, limit - read_number("/sys/fs/cgroup/memory.current"));
  return machine == 0 ? left : std::min(machine, left);
}

void return_freed_memory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

}  // namespace perm
