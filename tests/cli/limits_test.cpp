// SPDX-License-Identifier: Apache-2.0
// The program keeps to the threads that it is given and to the memory that its shell allows.
#include <gmock/gmock.h>
#include <signal.h>

#include <filesystem>
#include <iterator>

#include "cli/program.hpp"

namespace perm::cli {
namespace {

namespace fs = std::filesystem;

class Limits : public CliTest {
 protected:
  /// Gives the number of threads of a run that has prepared its flow and steps it (for minutes: the viscosity is tiny).
  /// Threads that a library starts while it reads or prepares stay until the end, so they count too.
  std::ptrdiff_t threads_while_stepping(const std::string& words) const {
    const pid_t process =
        start("solve " + words + " --device cpu --output out --overwrite --tau 0.5001 --method plain --tolerance 1e-5");
    EXPECT_TRUE(wait_for_steps(process));
    const auto threads = std::distance(fs::directory_iterator("/proc/" + std::to_string(process) + "/task"), {});
    ::kill(process, SIGTERM);
    finish(process);
    return threads;
  }
};

TEST_F(Limits, of_threads_hold_for_every_loop_of_a_run) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers have threads of their own";
#endif
  write_text(path("rock.ini"), "kind = overlap\nsize = 48\nradius = 5\nporosity = 0.5\n");
  ASSERT_EQ(run("generate overlap --size 48 --radius 5 --porosity 0.5 -o rock.mha").exit_code, 0);
  EXPECT_EQ(threads_while_stepping("rock.ini --threads 1"), 1);
  EXPECT_EQ(threads_while_stepping("rock.mha --pore 0 --voxel-size 1um --threads 1"), 1);
  EXPECT_GT(threads_while_stepping("rock.ini --threads 3"), 1);
}

TEST_F(Limits, of_stacks_are_told_in_one_line_and_never_end_the_program_by_a_signal) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need stacks of their own";
#endif
  ASSERT_EQ(run("generate overlap --size 33 --radius 4 --porosity 0.6 -o rock.tif").exit_code, 0);
  for (const int kilobytes : {32, 64, 100, 200, 256, 300, 500}) {
    const Outcome outcome =
        run_in_shell("ulimit -s " + std::to_string(kilobytes) + ";",
                     "solve rock.tif --voxel-size 1um --pore 0 --tolerance 0.05 --threads 2 --device cpu --overwrite");
    if (kilobytes >= 256) {
      EXPECT_EQ(outcome.exit_code, 0) << kilobytes << outcome.err;
    } else {
      EXPECT_EQ(outcome.exit_code, 5) << kilobytes << outcome.err;
      expect_one_error_line(outcome.err);
      EXPECT_THAT(outcome.err, testing::HasSubstr("ulimit -s")) << kilobytes;
    }
  }
}

TEST_F(Limits, of_memory_that_the_shell_sets_are_seen_before_anything_is_stepped) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need their own address space";
#endif
  write_text(path("box.ini"), "kind = plates\nsize = 160\ngap = 150\n");  // about 350 MB
  const Outcome outcome = run_in_shell("ulimit -v 350000;", "solve box.ini --device cpu --threads 1");
  EXPECT_EQ(outcome.exit_code, 5) << outcome.err;
  expect_one_error_line(outcome.err);
  EXPECT_THAT(outcome.err, testing::HasSubstr("are free below ulimit -v). Raise ulimit -v"));
}

TEST_F(Limits, of_memory_refuse_an_image_before_it_is_read_and_a_recipe_before_it_is_made) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need their own address space";
#endif
  write_text(path("large.raw"), "");
  fs::resize_file(path("large.raw"), 1200ULL * 1200 * 1200);  // a file of zeros, which takes no place
  write_text(path("large.ini"), "kind = overlap\nsize = 700\nradius = 8\nporosity = 0.3\n");
  for (const char* image : {"large.raw --dims 1200x1200x1200 --pore 1 --voxel-size 1um", "large.ini"}) {
    const Outcome outcome = run_in_shell("ulimit -v 3500000;", "solve " + std::string(image) + " --device cpu");
    EXPECT_EQ(outcome.exit_code, 5) << outcome.err;
    expect_one_error_line(outcome.err);
    EXPECT_THAT(outcome.err, testing::HasSubstr("of memory (3"));
    EXPECT_LT(outcome.processor_seconds, 2) << image;
    EXPECT_LT(outcome.peak_bytes, 40'000'000) << image << ": the bits of its voxels alone are more";
  }
}

TEST_F(Limits, of_memory_that_an_image_may_exceed_are_told_before_it_is_read) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need their own address space";
#endif
  write_text(path("tube.ini"), "kind = tube\nsize = 160\nradius = 12\n");
  const std::string words = "solve tube.ini --device cpu --threads 1 --tolerance 0.1 --output out";
  const Outcome tight = run_in_shell("ulimit -v 400000;", words);
  EXPECT_EQ(tight.exit_code, 0) << tight.err;
  EXPECT_THAT(tight.out, testing::StartsWith("  memory              up to "));
  EXPECT_THAT(run(words).out, testing::StartsWith("Image tube.ini"));
}

}  // namespace
}  // namespace perm::cli
