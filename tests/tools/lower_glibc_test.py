#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A program that was linked with this machine's glibc asks for none newer than 2.28 once it is lowered, and still runs.
Usage: lower_glibc_test.py TOOLS     exit status 77 where there is no C++ compiler for x86-64"""

import platform
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PORTABLE = Path(sys.argv[1]).resolve() / "packaging" / "portable"

PROGRAM = r"""
#include <pthread.h>
#include <sys/stat.h>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
struct Early { Early() { value = 7; } int value; };
static Early early;  // only a program whose constructors were called prints 7
int main(int count, char** words) {
  std::mutex mutex;
  std::condition_variable condition;
  std::unique_lock lock(mutex);
  const auto before = std::chrono::steady_clock::now();
  condition.wait_for(lock, std::chrono::milliseconds(30), [] { return false; });
  const bool waited = std::chrono::steady_clock::now() - before >= std::chrono::milliseconds(30);
  std::thread other([&] { condition.notify_all(); });
  other.join();
  struct stat found;
  const bool is_file = stat(words[0], &found) == 0 && S_ISREG(found.st_mode) && found.st_size > 1000;
  const bool none = stat("/none", &found) != 0;
  std::random_device random;
  const unsigned a = random(), b = random();
  std::printf("%d %d %d %d %d %.3f %d\n", early.value, waited, is_file, none, std::filesystem::exists("/proc"),
              std::exp(std::log(std::pow(2.0, count))), a != b);
}
"""
LACKING = "int close_range(unsigned, unsigned, int);\nint main(void) { return close_range(100, 200, 0); }\n"


def needed_versions(file):
    told = subprocess.run(["readelf", "-V", "--wide", file], capture_output=True, text=True, check=True).stdout
    needs = told[told.find("Version needs"):]
    return {tuple(map(int, found.split("."))) for found in re.findall(r"Name: GLIBC_([\d.]+)", needs)}


class Lowered(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)

    def compile(self, *words):
        subprocess.run([*map(str, words)], check=True, cwd=self.folder)

    def lower(self, *words):
        return subprocess.run([PORTABLE / "lower_glibc", *map(str, words)], capture_output=True, text=True)

    def test_a_program_asks_for_nothing_new_and_runs(self):
        (self.folder / "program.cpp").write_text(PROGRAM)
        for source in ("older_glibc.c", "older_start.c"):
            self.compile("gcc", "-O1", "-fPIE", "-c", PORTABLE / source)
        self.compile("g++", "-std=c++20", "-O1", "-fPIE", "-pie", "program.cpp", "older_glibc.o", "older_start.o", "-o", "program",
                     "-static-libstdc++", "-Wl,--wrap=__libc_start_main,-z,relro,-z,now", "-pthread")
        before = subprocess.run([self.folder / "program"], capture_output=True, text=True, check=True).stdout
        done = self.lower(self.folder / "program")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertLessEqual(max(needed_versions(self.folder / "program")), (2, 28))
        after = subprocess.run([self.folder / "program"], capture_output=True, text=True, check=True)
        self.assertEqual((after.stdout, after.stderr), ("7 1 1 1 1 2.000 1\n", ""))
        self.assertEqual(before, after.stdout)

    def test_a_library_whose_functions_moved_is_still_found_by_its_users(self):
        (self.folder / "part.c").write_text("#include <math.h>\n#include <pthread.h>\n"
                                            "static void* one(void* x) { return x; }\n"
                                            "double part(double x) { pthread_t t; pthread_create(&t, 0, one, 0); pthread_join(t, 0); return pow(x, 3); }\n")
        (self.folder / "user.c").write_text('#include <stdio.h>\ndouble part(double);\nint main(void) { printf("%g\\n", part(2)); }\n')
        self.compile("gcc", "-shared", "-fPIC", "part.c", "-o", "libpart.so", "-lm")
        self.compile("gcc", "user.c", "-o", "user", "-L.", "-lpart", "-Wl,-rpath,$ORIGIN")
        self.assertEqual(self.lower(self.folder / "libpart.so").returncode, 0)
        self.assertLessEqual(max(needed_versions(self.folder / "libpart.so")), (2, 28))
        told = subprocess.run([self.folder / "user"], capture_output=True, text=True, check=True)
        self.assertEqual((told.stdout, told.stderr), ("8\n", ""))

    def test_a_file_that_needs_a_function_which_is_not_in_it_is_refused_and_not_changed(self):
        (self.folder / "lacking.c").write_text(LACKING)
        self.compile("gcc", "lacking.c", "-o", "lacking")
        before = (self.folder / "lacking").read_bytes()
        done = self.lower(self.folder / "lacking")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "an older glibc does not have .*close_range")
        self.assertEqual((self.folder / "lacking").read_bytes(), before)

    def test_what_is_no_program_is_refused(self):
        (self.folder / "text").write_text("\x7fELF, but not more")
        done = self.lower(self.folder / "text")
        self.assertEqual(done.returncode, 1)
        self.assertIn("it is no 64-bit program", done.stderr)
        self.assertEqual(self.lower("--least", "new", self.folder / "text").returncode, 1)


if __name__ == "__main__":
    if platform.machine() != "x86_64" or not shutil.which("g++") or not shutil.which("readelf"):
        print("skipped: it needs g++ and readelf for x86-64")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
