// SPDX-License-Identifier: Apache-2.0
#include "report/run_files.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "report/example_run.hpp"
#include "report/result_json.hpp"

namespace perm {
namespace {

namespace fs = std::filesystem;

TEST(RunFiles, appear_together_when_they_are_committed) {
  const fs::path folder = fs::path(testing::TempDir()) / "run_files_test";
  fs::remove_all(folder);
  const RunReport report = testing_report::example_run();
  {
    FileReplacement files(folder);
    write_run_files(report, {}, files);
    EXPECT_FALSE(fs::exists(folder / result_file));
    files.commit();
  }
  for (const char* name : {result_file, convergence_file, plane_flux_file})
    EXPECT_TRUE(fs::exists(folder / name)) << name;
  std::ifstream file(folder / result_file);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(text, format_result_json(report));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 3);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace perm
