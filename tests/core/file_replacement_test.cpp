// SPDX-License-Identifier: Apache-2.0
#include "core/file_replacement.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>

#include "core/errors.hpp"
#include "core/run_inputs.hpp"

namespace {
int rename_to_die_at = 0;  // counted from 1; 0: none
int rename_to_fail_at = 0;
}  // namespace

/// Takes the place of the function of the C library in this program.
extern "C" int rename(const char* from, const char* to) noexcept {
  if (rename_to_die_at > 0 && --rename_to_die_at == 0) ::_exit(9);
  if (rename_to_fail_at > 0 && --rename_to_fail_at == 0) {
    errno = EIO;
    return -1;
  }
  return ::renameat(AT_FDCWD, from, AT_FDCWD, to);
}

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

/// Starts a process that replaces three files of an old run, and dies at its rename number `at`; says whether it did.
bool replace_and_die_at(const fs::path& folder, int at) {
  const pid_t child = ::fork();
  if (child == 0) {
    rename_to_die_at = at;
    FileReplacement files(folder);
    for (const char* name : {"field", "table", "record"}) std::ofstream(files.stage(name)) << "new";
    files.commit();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WEXITSTATUS(status) != 0;
}

TEST_F(FileReplacementTest, leaves_no_record_beside_files_of_two_runs_at_any_kill_and_the_next_run_ends_the_moves) {
  for (const bool has_old : {true, false}) {
    int at = 1;
    for (;; ++at) {
      fs::remove_all(folder_);
      fs::create_directories(folder_);
      for (const char* name : {"field", "table", "record"})
        if (has_old) std::ofstream(folder_ / name) << "old";
      if (!replace_and_die_at(folder_, at)) break;
      const std::string vouched = content(folder_ / "record");
      for (const char* name : {"field", "table"})
        EXPECT_TRUE(vouched.empty() || content(folder_ / name) == vouched) << "rename " << at;
      FileReplacement::settle(folder_);
      const std::string after = content(folder_ / "record");
      EXPECT_EQ(after, vouched == "old" ? "old" : "new") << "rename " << at;
      for (const char* name : {"field", "table"}) EXPECT_EQ(content(folder_ / name), after) << "rename " << at;
      EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 3) << "rename " << at;
    }
    EXPECT_EQ(at, has_old ? 7 : 4) << "so many renames are there, and one more";
  }
}

TEST_F(FileReplacementTest, puts_the_old_files_back_when_one_cannot_be_moved) {
  for (int at = 1; at <= 6; ++at) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    for (const char* name : {"field", "table", "record"}) std::ofstream(folder_ / name) << "old";
    {
      FileReplacement files(folder_);
      for (const char* name : {"field", "table", "record"}) std::ofstream(files.stage(name)) << "new";
      rename_to_fail_at = at;
      EXPECT_THROW(files.commit(), InputError);
      rename_to_fail_at = 0;
    }
    for (const char* name : {"field", "table", "record"}) EXPECT_EQ(content(folder_ / name), "old") << at;
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 3);
  }
}

TEST_F(FileReplacementTest, ends_no_moves_over_a_record_that_somebody_wrote_since) {
  fs::create_directories(folder_);
  for (const char* name : {"field", "table", "record"}) std::ofstream(folder_ / name) << "old";
  ASSERT_TRUE(replace_and_die_at(folder_, 3));
  for (const char* name : {"field", "table", "record"}) std::ofstream(folder_ / name) << "mine";
  FileReplacement::settle(folder_);
  for (const char* name : {"field", "table", "record"}) EXPECT_EQ(content(folder_ / name), "mine");
}

TEST_F(FileReplacementTest, never_replaces_an_input_of_the_run_under_any_name) {
  fs::create_directories(folder_ / "in");
  std::ofstream(folder_ / "in/scan") << "precious";
  fs::create_hard_link(folder_ / "in/scan", folder_ / "hard");
  fs::create_symlink("in/scan", folder_ / "soft");
  RunFiles run;
  RunFiles::of_process() = &run;
  note_input(folder_ / "in/scan");
  for (const char* name : {"hard", "soft", "in", "in/../in/scan"}) {
    FileReplacement files(folder_);
    EXPECT_THROW(files.stage(name), InputError) << name;
  }
  {
    FileReplacement files(folder_);
    std::ofstream(folder_ / "other") << "precious";
    std::ofstream(files.stage("other")) << "new";
    EXPECT_THROW(note_input(folder_ / "other"), InputError) << "what is claimed first is refused as an input";
    EXPECT_THROW(files.commit(), InputError);
  }
  RunFiles::of_process() = nullptr;
  EXPECT_EQ(content(folder_ / "other"), "precious");
  EXPECT_EQ(content(folder_ / "in/scan"), "precious");
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
