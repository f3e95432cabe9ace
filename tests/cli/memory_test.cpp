// SPDX-License-Identifier: Apache-2.0
// The memory that a run says it will take is what the operating system counts in the end: the peak is 0.90 to 1.02 of
// the prediction from 256^3 voxels on. The runs of PeakOfMemoryLong take a quarter of an hour together, and ctest
// labels them long.
#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "cli/program.hpp"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PERM_SANITIZED 1
#endif

namespace perm::cli {
namespace {

/// Gives the bytes that the program has predicted for a process of the flow along x.
double predicted_bytes(const std::string& out) {
  const std::string begin = "prediction for x";
  const std::size_t at = out.find(begin);
  if (at == std::string::npos) return 0;
  std::istringstream words(out.substr(at + begin.size()));
  double number = 0;
  std::string unit;
  words >> number >> unit;
  return number * (unit == "GB" ? 1e9 : 1e6);
}

class PeakOfMemory : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
#ifdef PERM_SANITIZED
    GTEST_SKIP() << "sanitizers take memory of their own";
#endif
    write("rock", "overlap", "porosity = 0.12\nradius = 10\nseed = 1\n");
    write("spheres", "overlap", "porosity = 0.3\nradius = 10\nseed = 1\n");
    write("open", "overlap", "porosity = 0.6\nradius = 10\nseed = 1\n");
    write("fcc", "fcc", "porosity = 0.3\n");
    write("sc", "sc", "porosity = 0.6\n");
  }

  void write(const std::string& name, const std::string& kind, const std::string& options) const {
    write_text(path(name + ".ini"), "kind = " + kind + "\nsize = 256\n" + options);
  }

  /// Solves an image on some processes, for a few steps, and gives the peak of the process that took most.
  double expect_prediction(const std::string& words, int processes = 1) const {
    SCOPED_TRACE(words + " on " + std::to_string(processes));
    const std::string all = "solve " + words + " --device cpu --overwrite --output out";
    // When a process ends with exit code 4, as these do, mpirun ends all others, and their peaks are lost.
    const std::string mpirun =
        PERM_MPIEXEC " -n " + std::to_string(processes) + " /bin/sh -c 'shift; \"$@\" || true' sh";
    const Outcome outcome = processes == 1 ? run(all) : run_in_shell(mpirun, all + " --threads 1");
    const double predicted = predicted_bytes(outcome.out);
    const auto peak = static_cast<double>(outcome.peak_bytes);
    EXPECT_GT(predicted, 0) << outcome.err;
    EXPECT_GE(peak / predicted, 0.90) << peak << " bytes of " << predicted;
    EXPECT_LE(peak / predicted, 1.02) << peak << " bytes of " << predicted;
    return peak;
  }
};

/// Threads add nothing: a run on one takes what this one takes (PeakOfMemoryLong).
TEST_F(PeakOfMemory, is_what_was_predicted_on_16_threads) { expect_prediction("rock.ini --max-steps 40 --threads 16"); }

class PeakOfMemoryLong : public PeakOfMemory {};

TEST_F(PeakOfMemoryLong, is_what_was_predicted_with_and_without_plain_steps) {
  expect_prediction("rock.ini --method plain --max-steps 20");
  expect_prediction("rock.ini --max-steps 100");
}

TEST_F(PeakOfMemoryLong, is_what_was_predicted_of_all_media) {
  for (const std::string image : {"rock", "spheres", "open", "fcc", "sc"}) {
    expect_prediction(image + ".ini --max-steps 300 --tolerance 0.05");
    expect_prediction(image + ".ini --max-steps 20 --method plain --precision float64");
  }
  expect_prediction("rock.ini --max-steps 300 --tolerance 0.05 --precision float64");
  expect_prediction("fcc.ini --max-steps 300 --tolerance 0.05 --boundary sealed");
}

TEST_F(PeakOfMemoryLong, is_what_was_predicted_of_voxels_at_random) {
#ifndef PERM_HAS_IMAGES
  GTEST_SKIP() << "built without image files (PERMEABILITY_IMAGES=OFF)";
#endif
  std::mt19937 random(1);
  std::string voxels(std::size_t{256} * 256 * 256, '\0');
  for (char& voxel : voxels) voxel = static_cast<char>(random() % 10 < 3 ? 0 : 1);
  std::ofstream(path("noise.raw"), std::ios::binary) << voxels;
  expect_prediction("noise.raw --dims 256x256x256 --dtype uint8 --pore 0 --voxel-size 1um --max-steps 120");
}

TEST_F(PeakOfMemoryLong, is_what_was_predicted_of_each_of_several_processes) {
  if (std::string(PERM_MPIEXEC).empty()) GTEST_SKIP() << "this build has no MPI";
  for (const int processes : {2, 4, 8}) expect_prediction("rock.ini --method plain --max-steps 20", processes);
  expect_prediction("spheres.ini --max-steps 300 --tolerance 0.05", 4);
  expect_prediction("rock.ini --max-steps 300 --tolerance 0.05", 8);  // the first one solves for all
}

}  // namespace
}  // namespace perm::cli
