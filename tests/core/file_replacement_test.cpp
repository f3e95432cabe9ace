// SPDX-License-Identifier: Apache-2.0
#include "core/file_replacement.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "core/errors.hpp"

namespace perm {
namespace {
namespace fs = std::filesystem;

class FileReplacementTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  static std::string content(const fs::path& path) {
    std::ifstream file(path);
    std::string text;
    std::getline(file, text);
    return text;
  }
  fs::path folder_;
};

TEST_F(FileReplacementTest, leaves_the_old_file_until_commit) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "result") << "old";
  {
    FileReplacement abandoned(folder_);
    std::ofstream(abandoned.stage("result")) << "half";
    EXPECT_EQ(content(folder_ / "result"), "old");
  }
  EXPECT_EQ(content(folder_ / "result"), "old");
  FileReplacement finished(folder_);
  std::ofstream(finished.stage("result")) << "new";
  finished.commit();
  EXPECT_EQ(content(folder_ / "result"), "new");
}

TEST_F(FileReplacementTest, leaves_no_folder_behind_when_nothing_was_committed) {
  { FileReplacement abandoned(folder_ / "a"); }
  EXPECT_FALSE(fs::exists(folder_ / "a"));
}

TEST_F(FileReplacementTest, clears_away_what_a_killed_process_left) {
  fs::create_directories(folder_ / ".partial-999999999");
  { FileReplacement next(folder_); }
  EXPECT_FALSE(fs::exists(folder_ / ".partial-999999999"));
}

TEST_F(FileReplacementTest, can_be_cleared_away_by_another_process) {
  const FileReplacement files(folder_ / "a");
  std::ofstream(folder_ / "a" / (".partial-" + std::to_string(files.traces().process)) / "half") << "half";
  FileReplacement::remove(folder_ / "a", files.traces());
  EXPECT_FALSE(fs::exists(folder_ / "a"));
}

TEST_F(FileReplacementTest, never_replaces_a_folder_by_a_file) {
  fs::create_directories(folder_ / "result" / "precious");
  FileReplacement files(folder_);
  std::ofstream(files.stage("result")) << "new";
  EXPECT_THROW(files.commit(), InputError);
  EXPECT_TRUE(fs::exists(folder_ / "result" / "precious"));
}

TEST_F(FileReplacementTest, refuses_a_folder_that_is_a_file) {
  std::ofstream(folder_) << "a file";
  EXPECT_THROW(FileReplacement{folder_}, InputError);
}

}  // namespace
}  // namespace perm
