// SPDX-License-Identifier: Apache-2.0
#include "core/file_replacement.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

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

/// Starts a process that stages a file in the folder, and is then killed.
void stage_and_die(const fs::path& folder) {
  const pid_t child = ::fork();
  if (child == 0) {
    auto* files = new FileReplacement(folder);
    std::ofstream(files->stage("half")) << "half";
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
}

TEST_F(FileReplacementTest, clears_away_what_a_killed_process_left_and_nothing_else) {
  fs::create_directories(folder_ / ".partial-results" / "precious");
  fs::create_directories(folder_ / ".partial-999999999");
  std::ofstream(folder_ / ".partial-notes.txt") << "precious";
  stage_and_die(folder_);
  ASSERT_EQ(std::distance(fs::directory_iterator(folder_), {}), 4);
  { FileReplacement next(folder_); }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 3);
  EXPECT_TRUE(fs::exists(folder_ / ".partial-results" / "precious"));
  EXPECT_TRUE(fs::exists(folder_ / ".partial-notes.txt"));
}

TEST_F(FileReplacementTest, leaves_the_staging_folder_of_another_object_alone) {
  FileReplacement one(folder_);
  std::ofstream(one.stage("one")) << "1";
  FileReplacement other(folder_);
  std::ofstream(other.stage("other")) << "2";
  other.commit();
  one.commit();
  EXPECT_EQ(content(folder_ / "one"), "1");
  EXPECT_EQ(content(folder_ / "other"), "2");
}

TEST_F(FileReplacementTest, can_be_cleared_away_by_another_process) {
  FileReplacement files(folder_ / "a");
  std::ofstream(files.stage("half")) << "half";
  FileReplacement::remove(folder_ / "a", files.traces());
  EXPECT_FALSE(fs::exists(folder_ / "a"));
}

TEST_F(FileReplacementTest, moves_nothing_when_the_last_look_throws) {
  FileReplacement files(folder_);
  std::ofstream(files.stage("result")) << "new";
  EXPECT_THROW(files.commit([] { throw InputError("no", "", ""); }), InputError);
  EXPECT_FALSE(fs::exists(folder_ / "result"));
}

TEST_F(FileReplacementTest, moves_no_file_that_was_dropped) {
  FileReplacement files(folder_);
  std::ofstream(files.stage("kept")) << "kept";
  std::ofstream(files.stage("dropped")) << "dropped";
  files.drop("dropped");
  files.drop("never written");
  files.commit();
  EXPECT_TRUE(fs::exists(folder_ / "kept"));
  EXPECT_FALSE(fs::exists(folder_ / "dropped"));
}

TEST_F(FileReplacementTest, moves_a_file_that_was_written_twice_once) {
  FileReplacement files(folder_);
  std::ofstream(files.stage("result")) << "first";
  std::ofstream(files.stage("result")) << "second";
  files.commit();
  EXPECT_EQ(content(folder_ / "result"), "second");
}

TEST_F(FileReplacementTest, replaces_a_folder_by_a_folder) {
  fs::create_directories(folder_ / "slices" / "old");
  {
    FileReplacement files(folder_);
    fs::create_directories(files.stage("slices") / "new");
    files.commit();
  }
  EXPECT_TRUE(fs::exists(folder_ / "slices" / "new"));
  EXPECT_FALSE(fs::exists(folder_ / "slices" / "old"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(FileReplacementTest, moves_no_file_when_a_folder_stands_where_another_file_goes) {
  fs::create_directories(folder_ / "second" / "precious");
  FileReplacement files(folder_);
  std::ofstream(files.stage("first")) << "new";
  std::ofstream(files.stage("second")) << "new";
  EXPECT_THROW(files.commit(), InputError);
  EXPECT_FALSE(fs::exists(folder_ / "first"));
  EXPECT_TRUE(fs::exists(folder_ / "second" / "precious"));
}

TEST_F(FileReplacementTest, says_in_one_line_that_its_folder_was_removed_meanwhile) {
  FileReplacement files(folder_);
  std::ofstream(files.stage("result")) << "new";
  fs::remove_all(folder_);
  EXPECT_THROW(files.commit(), InputError);
  EXPECT_FALSE(fs::exists(folder_));
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
