// SPDX-License-Identifier: Apache-2.0
// What a program that was compiled with the headers of a newer glibc asks of it, and glibc 2.28 does not have. A
// portable file has these functions in it (portable.cmake), hidden from others. The layout of struct stat is the
// kernel's on x86-64.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#if !defined(__x86_64__)
#error "Portable packages are made on x86-64 only; on other machines leave PERMEABILITY_PORTABLE out"
#endif

#define HIDDEN __attribute__((visibility("hidden")))

// Since 2.33 these are functions of the library; before, each program had its own.
struct stat;
struct stat64;
HIDDEN int stat(const char* path, struct stat* found) { return (int)syscall(SYS_newfstatat, AT_FDCWD, path, found, 0); }
HIDDEN int lstat(const char* path, struct stat* found) {
  return (int)syscall(SYS_newfstatat, AT_FDCWD, path, found, AT_SYMLINK_NOFOLLOW);
}
HIDDEN int fstat(int file, struct stat* found) { return (int)syscall(SYS_fstat, file, found); }
HIDDEN int fstatat(int folder, const char* path, struct stat* found, int flags) {
  return (int)syscall(SYS_newfstatat, folder, path, found, flags);
}
HIDDEN int stat64(const char* path, struct stat64* found) { return stat(path, (struct stat*)found); }
HIDDEN int lstat64(const char* path, struct stat64* found) { return lstat(path, (struct stat*)found); }
HIDDEN int fstat64(int file, struct stat64* found) { return fstat(file, (struct stat*)found); }

// Since 2.32. The C++ library counts references without locks where it is not 0; with locks it is right in either case.
HIDDEN char __libc_single_threaded = 0;

// Since 2.30. `until` is a time of `clock`; before, a wait until a time of the wall clock was all there was.
HIDDEN int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                  const struct timespec* until) {
  struct timespec now, wall;
  if (clock_gettime(clock, &now) != 0 || clock_gettime(CLOCK_REALTIME, &wall) != 0) return EINVAL;
  wall.tv_sec += until->tv_sec - now.tv_sec;
  wall.tv_nsec += until->tv_nsec - now.tv_nsec;
  if (wall.tv_nsec < 0) {
    wall.tv_nsec += 1000000000;
    --wall.tv_sec;
  } else if (wall.tv_nsec >= 1000000000) {
    wall.tv_nsec -= 1000000000;
    ++wall.tv_sec;
  }
  return pthread_cond_timedwait(condition, mutex, &wall);
}

// Since 2.34. A kernel before 5.9 says that it does not know the call.
HIDDEN int close_range(unsigned first, unsigned last, int flags) {
  return (int)syscall(SYS_close_range, first, last, flags);
}

// Since 2.36. The C++ library takes its random numbers from here.
HIDDEN unsigned arc4random(void) {
  unsigned number;
  if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number) abort();
  return number;
}

// Static libraries are compiled for programs, which may have the data of glibc in themselves; a shared library may not.
// portable.cmake gives that data these names in them.
HIDDEN FILE* perm_stderr;
HIDDEN FILE* perm_stdout;
HIDDEN char** perm_environ;
__attribute__((constructor(101))) static void find_data_of_glibc(void) {
  perm_stderr = stderr;
  perm_stdout = stdout;
  perm_environ = environ;
}
