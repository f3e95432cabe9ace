// SPDX-License-Identifier: Apache-2.0
// Since glibc 2.34 the library itself calls the constructors of a program; before, the program gave it a function that
// did. A program that gives one starts with either (the linker puts this in the place of __libc_start_main:
// portable.cmake).
typedef int Main(int, char**, char**);
typedef void Function(void);
typedef void Constructor(int, char**, char**);

extern Constructor* __init_array_start[] __attribute__((visibility("hidden")));
extern Constructor* __init_array_end[] __attribute__((visibility("hidden")));
extern void _init(void);
extern int __real___libc_start_main(Main*, int, char**, Constructor*, Function*, Function*, void*);

static void call_constructors(int count, char** words, char** environment) {
  _init();
  for (Constructor** each = __init_array_start; each != __init_array_end; ++each) (*each)(count, words, environment);
}

int __wrap___libc_start_main(Main* main, int count, char** words, Constructor* none, Function* at_end,
                             Function* at_exit, void* stack_end) {
  (void)none;
  return __real___libc_start_main(main, count, words, call_constructors, at_end, at_exit, stack_end);
}
