/* SPDX-License-Identifier: Apache-2.0
 * A library for LD_PRELOAD that lets the n-th call of one kind fail, once or from then on. tools/n_th_failure compiles
 * it. Calls count from before main on, in every thread, when they come from the program or a library that it was
 * started with. The C library's own calls do not, and MPI's neither, which is loaded later. Writes to stderr never
 * fail: there the program says what is wrong.
 *
 *   NTH_PROGRAM   the program in which calls fail; in all other processes none does
 *   NTH_RANK      the rank of Open MPI in which they fail; absent: in all
 *   NTH_KIND      the kind of call (below)
 *   NTH_CALL      n; 0: no call fails
 *   NTH_FOR_EVER  1: the calls after it fail too
 *   NTH_COUNTS    a file to which the process appends "kind calls" of every kind when it ends by itself
 *   NTH_CALLER    a file that gets the name of the program or library whose call fails first, and the place in it
 *   NTH_TRACE     1: says on stderr where that call comes from
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KINDS(_)                                                                                                      \
  _(malloc)                                                                                                           \
  _(calloc)                                                                                                           \
  _(realloc)                                                                                                          \
  _(posix_memalign) _(aligned_alloc) _(mmap) _(open) _(openat) _(fopen) _(fdopen) _(read) _(pread) _(fread) _(write)  \
      _(writev) _(fwrite) _(fflush) _(lseek) _(rename) _(fsync) _(close) _(fclose) _(truncate) _(mkdir) _(unlink)     \
          _(stat) _(fstat) _(lstat) _(fstatat) _(opendir) _(readdir) _(readlink) _(realpath) _(getcwd) _(flock)       \
              _(fcntl) _(getentropy) _(pipe2) _(socketpair) _(fork) _(posix_spawn) _(waitpid) _(poll) _(send) _(recv) \
                  _(sendfile) _(pthread_create) _(affinity) _(getrlimit) _(sysconf) _(dlopen) _(statvfs)              \
                      _(gethostname)

enum Kind {
#define _(name) k_##name,
  KINDS(_) kinds
#undef _
};
static const char* const names[kinds] = {
#define _(name) #name,
    KINDS(_)
#undef _
};

static int is_on, failing = -1, for_ever, traces;
static long failing_call;
static long calls[kinds];
static char counts_file[4096];
static struct { uintptr_t first, last; } ranges[256];
static int range_count;

static int note_object(struct dl_phdr_info* object, size_t size, void* none) {
  (void)size, (void)none;
  static const char* const left_out[] = {"/libc.so", "ld-linux", "libfail_nth_call"};
  for (unsigned i = 0; i < sizeof left_out / sizeof *left_out; ++i)
    if (strstr(object->dlpi_name, left_out[i]) != NULL) return 0;
  for (int i = 0; i < object->dlpi_phnum && range_count < 256; ++i) {
    const ElfW(Phdr)* const part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || (part->p_flags & PF_X) == 0) continue;
    ranges[range_count].first = object->dlpi_addr + part->p_vaddr;
    ranges[range_count].last = ranges[range_count].first + part->p_memsz;
    ++range_count;
  }
  return 0;
}

static void note_caller(const void* caller) {
  is_on = 0;
  Dl_info info;
  const int file = open(getenv("NTH_CALLER") != NULL ? getenv("NTH_CALLER") : "/dev/null", O_WRONLY | O_CREAT, 0600);
  if (dladdr(caller, &info) != 0)
    dprintf(file, "%s %zx", info.dli_fname, (size_t)((const char*)caller - (const char*)info.dli_fbase));
  close(file);
  void* frames[64];
  if (traces) backtrace_symbols_fd(frames, backtrace(frames, 64), 2);
  is_on = 1;
}

/* Says whether this call shall fail. */
static int fails(enum Kind kind, const void* caller) {
  if (!is_on) return 0;
  int counts = 0;
  for (int i = 0; i < range_count && !counts; ++i)
    counts = (uintptr_t)caller >= ranges[i].first && (uintptr_t)caller < ranges[i].last;
  if (!counts) return 0;
  const long call = __atomic_add_fetch(&calls[kind], 1, __ATOMIC_RELAXED);
  if ((int)kind != failing || (for_ever ? call < failing_call : call != failing_call)) return 0;
  if (call == failing_call) note_caller(caller);
  return 1;
}

/* Each function below stands for a function of the C library, which it finds by its name. All parameters are numbers or
 * pointers, so that six words hold them; the names for the assembler keep them apart from the declarations of headers.
 */
typedef long Call(long, long, long, long, long, long);
#define CALLS(id, symbol)                                                   \
  long id(long a, long b, long c, long d, long e, long f) __asm__(#symbol); \
  long id(long a, long b, long c, long d, long e, long f) {                 \
    static Call* real;                                                      \
    if (real == NULL) real = (Call*)(uintptr_t)dlsym(RTLD_NEXT, #symbol);
#define PASS real(a, b, c, d, e, f)
#define CALLER __builtin_return_address(0)

/* fails with errno set; with the error as the result; and after the work is done */
#define SETS_ERRNO(kind, symbol, error, failure)                      \
  CALLS(c_##symbol, symbol)                                           \
  if (fails(k_##kind, CALLER)) return errno = error, (long)(failure); \
  return PASS;                                                        \
  }
#define GIVES_ERROR(kind, symbol, error)                                   \
  CALLS(c_##symbol, symbol) return fails(k_##kind, CALLER) ? error : PASS; \
  }
#define FAILS_AFTER(kind, symbol, error)                 \
  CALLS(c_##symbol, symbol)                              \
  const long result = PASS;                              \
  if (fails(k_##kind, CALLER)) return errno = error, -1; \
  return result;                                         \
  }
#define SPARES(what, kind, symbol, error, failure)                              \
  CALLS(c_##symbol, symbol)                                                     \
  if ((what) && fails(k_##kind, CALLER)) return errno = error, (long)(failure); \
  return PASS;                                                                  \
  }

/* Memory; dlsym itself asks for some, so the real functions are found by names that need no search. */
extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);
static void* or_null(enum Kind kind, const void* caller) { return fails(kind, caller) ? (errno = ENOMEM, NULL) : ""; }
void* malloc(size_t size) { return or_null(k_malloc, CALLER) ? __libc_malloc(size) : NULL; }
void* calloc(size_t count, size_t size) { return or_null(k_calloc, CALLER) ? __libc_calloc(count, size) : NULL; }
void* realloc(void* old, size_t size) { return or_null(k_realloc, CALLER) ? __libc_realloc(old, size) : NULL; }
void* aligned_alloc(size_t step, size_t size) {
  return or_null(k_aligned_alloc, CALLER) ? __libc_memalign(step, size) : NULL;
}
int posix_memalign(void** memory, size_t step, size_t size) {
  if (fails(k_posix_memalign, CALLER)) return ENOMEM;
  *memory = __libc_memalign(step, size);
  return *memory == NULL ? ENOMEM : 0;
}

SETS_ERRNO(mmap, mmap, ENOMEM, -1)
SETS_ERRNO(mmap, mmap64, ENOMEM, -1)
SETS_ERRNO(open, open, EMFILE, -1)
SETS_ERRNO(open, open64, EMFILE, -1)
SETS_ERRNO(open, __open_2, EMFILE, -1)
SETS_ERRNO(open, __open64_2, EMFILE, -1)
SETS_ERRNO(openat, openat, EMFILE, -1)
SETS_ERRNO(openat, openat64, EMFILE, -1)
SETS_ERRNO(fopen, fopen, EMFILE, 0)
SETS_ERRNO(fopen, fopen64, EMFILE, 0)
SETS_ERRNO(fdopen, fdopen, ENOMEM, 0)
SETS_ERRNO(read, read, EIO, -1)
SETS_ERRNO(read, __read_chk, EIO, -1)
SETS_ERRNO(pread, pread, EIO, -1)
SETS_ERRNO(pread, pread64, EIO, -1)
SETS_ERRNO(pread, __pread_chk, EIO, -1)
SETS_ERRNO(pread, __pread64_chk, EIO, -1)
SETS_ERRNO(fread, fread, EIO, 0)
SPARES(a != 2, write, write, ENOSPC, -1)
SPARES(a != 2, writev, writev, ENOSPC, -1)
SPARES(d != (long)stderr, fwrite, fwrite, ENOSPC, 0)
SPARES(a != (long)stderr, fflush, fflush, ENOSPC, -1)
SETS_ERRNO(lseek, lseek, EIO, -1)
SETS_ERRNO(lseek, lseek64, EIO, -1)
SETS_ERRNO(rename, rename, EACCES, -1)
SETS_ERRNO(rename, renameat2, EINVAL, -1)
SETS_ERRNO(fsync, fsync, EIO, -1)
SETS_ERRNO(fsync, fdatasync, EIO, -1)
FAILS_AFTER(close, close, EIO)
FAILS_AFTER(fclose, fclose, EIO)
SETS_ERRNO(truncate, truncate, ENOSPC, -1)
SETS_ERRNO(truncate, ftruncate, ENOSPC, -1)
SETS_ERRNO(truncate, ftruncate64, ENOSPC, -1)
SETS_ERRNO(mkdir, mkdir, ENOSPC, -1)
SETS_ERRNO(unlink, unlink, EACCES, -1)
SETS_ERRNO(unlink, unlinkat, EACCES, -1)
SETS_ERRNO(unlink, remove, EACCES, -1)
SETS_ERRNO(unlink, rmdir, EACCES, -1)
SETS_ERRNO(stat, stat, EIO, -1)
SETS_ERRNO(stat, stat64, EIO, -1)
SETS_ERRNO(fstat, fstat, EIO, -1)
SETS_ERRNO(fstat, fstat64, EIO, -1)
SETS_ERRNO(lstat, lstat, EIO, -1)
SETS_ERRNO(lstat, lstat64, EIO, -1)
SETS_ERRNO(fstatat, fstatat, EIO, -1)
SETS_ERRNO(fstatat, fstatat64, EIO, -1)
SETS_ERRNO(fstatat, statx, EIO, -1)
SETS_ERRNO(opendir, opendir, EMFILE, 0)
SETS_ERRNO(opendir, fdopendir, ENOMEM, 0)
SETS_ERRNO(readdir, readdir, EIO, 0)
SETS_ERRNO(readdir, readdir64, EIO, 0)
SETS_ERRNO(readlink, readlink, EACCES, -1)
SETS_ERRNO(readlink, __readlink_chk, EACCES, -1)
SETS_ERRNO(realpath, realpath, EACCES, 0)
SETS_ERRNO(realpath, __realpath_chk, EACCES, 0)
SETS_ERRNO(getcwd, getcwd, ENOENT, 0)
SETS_ERRNO(getcwd, __getcwd_chk, ENOENT, 0)
SETS_ERRNO(flock, flock, ENOLCK, -1)
SETS_ERRNO(fcntl, fcntl, EBADF, -1)
SETS_ERRNO(fcntl, fcntl64, EBADF, -1)
SETS_ERRNO(getentropy, getentropy, EIO, -1)
SETS_ERRNO(pipe2, pipe2, EMFILE, -1)
SETS_ERRNO(socketpair, socketpair, EMFILE, -1)
SETS_ERRNO(fork, fork, EAGAIN, -1)
GIVES_ERROR(posix_spawn, posix_spawn, EAGAIN)
GIVES_ERROR(posix_spawn, posix_spawnp, EAGAIN)
SETS_ERRNO(waitpid, waitpid, EINVAL, -1)
SETS_ERRNO(poll, poll, ENOMEM, -1)
SETS_ERRNO(send, send, EPIPE, -1)
SETS_ERRNO(recv, recv, EIO, -1)
SETS_ERRNO(sendfile, sendfile, EIO, -1)
SETS_ERRNO(sendfile, sendfile64, EIO, -1)
GIVES_ERROR(pthread_create, pthread_create, EAGAIN)
GIVES_ERROR(affinity, pthread_setaffinity_np, EINVAL)
GIVES_ERROR(affinity, pthread_getaffinity_np, EINVAL)
SETS_ERRNO(affinity, sched_getaffinity, EINVAL, -1)
SETS_ERRNO(affinity, sched_setaffinity, EINVAL, -1)
SETS_ERRNO(getrlimit, getrlimit, EINVAL, -1)
SETS_ERRNO(getrlimit, getrlimit64, EINVAL, -1)
SETS_ERRNO(sysconf, sysconf, EINVAL, -1)
CALLS(c_dlopen, dlopen) /* gives the message of a file that is not there */
return fails(k_dlopen, CALLER) ? real((long)"/nowhere", b, c, d, e, f) : PASS;
}
SETS_ERRNO(statvfs, statvfs, EIO, -1)
SETS_ERRNO(statvfs, statvfs64, EIO, -1)
SETS_ERRNO(gethostname, gethostname, EINVAL, -1)

static void write_counts(void) {
  is_on = 0;
  FILE* const file = fopen(counts_file, "a");
  if (file == NULL) return;
  for (int kind = 0; kind < kinds; ++kind) fprintf(file, "%s %ld\n", names[kind], calls[kind]);
  fclose(file);
}

__attribute__((constructor)) static void begin(void) {
  const char* const program = getenv("NTH_PROGRAM");
  const char* const rank = getenv("NTH_RANK");
  const char* const own_rank = getenv("OMPI_COMM_WORLD_RANK");
  char* const own = realpath("/proc/self/exe", NULL);
  if (program == NULL || own == NULL || strcmp(program, own) != 0) return;
  if (rank != NULL && (own_rank == NULL || strcmp(rank, own_rank) != 0)) return;
  const char* const kind = getenv("NTH_KIND");
  for (int i = 0; i < kinds; ++i)
    if (kind != NULL && strcmp(kind, names[i]) == 0) failing = i;
  failing_call = getenv("NTH_CALL") != NULL ? atol(getenv("NTH_CALL")) : 0;
  if (failing_call == 0) failing = -1;
  for_ever = getenv("NTH_FOR_EVER") != NULL && *getenv("NTH_FOR_EVER") == '1';
  traces = getenv("NTH_TRACE") != NULL && *getenv("NTH_TRACE") == '1';
  void* none[1];
  if (traces) backtrace(none, 1); /* loads what it needs */
  const char* const counts = getenv("NTH_COUNTS");
  if (counts != NULL) strncpy(counts_file, counts, sizeof counts_file - 1);
  if (counts != NULL) atexit(write_counts);
  dl_iterate_phdr(note_object, NULL);
  is_on = 1;
}
