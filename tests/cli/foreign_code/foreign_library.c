/* SPDX-License-Identifier: Apache-2.0
 * Ends every process that loads it, and says so. */
#include <unistd.h>

__attribute__((constructor)) static void run(void) {
  static const char text[] = "foreign code runs\n";
  if (write(STDERR_FILENO, text, sizeof text - 1) >= 0) _exit(66);
}
