// SPDX-License-Identifier: Apache-2.0
// What the parent makes of a child that misbehaves.
#include <fcntl.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "image/foreign/foreign_fixture.hpp"
#include "waiting.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

#if !defined(PERM_HAS_PNG)
// Without libpng no such file is opened, so a dataset is asked for, which the fake reader does not know from a file.
std::unique_ptr<PlaneSource> open_fake(const fs::path& path, const foreign::Reader& reader) {
  return open_hdf5({path, {}}, reader);
}
#else
std::unique_ptr<PlaneSource> open_fake(const fs::path& path, const foreign::Reader& reader) {
  return open_foreign(path, reader);
}
#endif

class ReaderProcess : public ImageTest {
 protected:
  void SetUp() override {
#if !defined(PERM_HAS_PNG) && !defined(PERM_HAS_HDF5)
    GTEST_SKIP() << "this build has neither libpng nor HDF5";
#endif
    ImageTest::SetUp();
  }
  static foreign::Reader fake() { return {PERM_FAKE_READER}; }
  std::unique_ptr<PlaneSource> open(const std::string& what, const foreign::Reader& reader = fake()) const {
    write_file(folder_ / (what + ".png"), "x");
    return open_fake(folder_ / (what + ".png"), reader);
  }
  std::string error_of(const std::string& what, const foreign::Reader& reader = fake()) const {
    const std::string message = foreign_error_of([&] { return open(what, reader); });
    EXPECT_THAT(message, AllOf(HasSubstr("Cannot read"), HasSubstr(what + ".png'")));
    return message;
  }
};

TEST_F(ReaderProcess, gives_the_planes_that_the_child_gives) {
  const auto image = open("good");
  EXPECT_EQ(image->extent(), (Extent{3, 2, 2}));
  EXPECT_EQ(image->type(), VoxelType::uint8);
  EXPECT_THAT(image->description(), HasSubstr("good.png (fake)"));
  EXPECT_EQ(image->for_another_thread(), nullptr);
  std::vector<double> plane(6);
  read_grey_plane(*image, 1, plane);
  EXPECT_THAT(plane, testing::ElementsAre('a', 'b', 'c', 'd', 'e', 'f'));
}

TEST_F(ReaderProcess, tells_how_the_child_ended) {
  EXPECT_THAT(error_of("crash"), HasSubstr("(its reader crashed (signal 31): the file may be damaged)"));
  EXPECT_THAT(error_of("killed"), HasSubstr("memory runs out"));
  EXPECT_THAT(error_of("exit"), HasSubstr("exit code 7"));
  EXPECT_THAT(error_of("cut_header"), HasSubstr("ended too early"));
  EXPECT_THAT(error_of("plane_crash"), HasSubstr("its reader crashed (signal 6)"));
  EXPECT_THAT(error_of("plane_cut"), HasSubstr("ended too early"));
}

TEST_F(ReaderProcess, is_interrupted_with_its_child) {
  ::signal(SIGINT, SIG_DFL);  // a job in the background ignores it, and its children with it
  try {
    open("interrupted");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::interrupted);
  }
}

TEST_F(ReaderProcess, ends_a_child_that_takes_too_long) {
  foreign::Reader reader = fake();
  reader.idle_seconds = 1;
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(error_of("sleeping", reader), HasSubstr("has waited for 1 s"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(100)) << "120 s are what it waits otherwise";
  reader = fake();
  reader.cpu_seconds = 0.5;
  EXPECT_THAT(error_of("busy", reader), HasSubstr("without an answer"));
  EXPECT_THAT(error_of("plane_busy", reader), HasSubstr("without an answer"));
}

TEST_F(ReaderProcess, believes_no_number_that_makes_no_sense) {
  for (const char* what :
       {"kind", "plane_first", "short_header", "long_header", "no_format", "empty", "negative", "type", "negative_type",
        "negative_memory", "one_text", "long_text", "plane_short", "plane_long", "plane_header"})
    EXPECT_THAT(error_of(what), HasSubstr("makes no sense")) << what;
  EXPECT_THAT(error_of("version"), HasSubstr("another version"));
  EXPECT_THAT(error_of("huge"), HasSubstr("The header must be damaged"));
  EXPECT_THAT(error_of("memory"), HasSubstr("of memory to be read"));
  const auto image = open("spacing");
  EXPECT_EQ(image->notes().spacing, (std::array<double, 3>{}));
  EXPECT_FALSE(image->notes().spacing_unit_m);
}

TEST_F(ReaderProcess, shows_what_the_child_says_as_one_printable_line) {
  const std::string message = error_of("dirty");
  EXPECT_THAT(message, AllOf(HasSubstr("first?second ?[31m ? ?xxx"), HasSubstr("...). Do something else.")));
  EXPECT_LT(message.size(), 1000U);
  EXPECT_THAT(error_of("plane_refused"), HasSubstr("(no plane). Do something else."));
}

TEST_F(ReaderProcess, passes_nothing_on_but_the_path) {
  ::setenv("LD_PRELOAD_OF_A_TEST", "x", 1);
  ::setenv("ITK_AUTOLOAD_PATH", "/nowhere", 1);
  const std::string environment = error_of("environment");
  ::unsetenv("LD_PRELOAD_OF_A_TEST");
  ::unsetenv("ITK_AUTOLOAD_PATH");
  EXPECT_THAT(environment, AllOf(HasSubstr("LC_ALL=C"), HasSubstr("HDF5_PLUGIN_PATH=::"), Not(HasSubstr("LD_")),
                                 Not(HasSubstr("AUTOLOAD")), Not(HasSubstr("HOME")), Not(HasSubstr(" PATH"))));
  const int leaked = ::open("/dev/null", O_RDONLY);  // it has no O_CLOEXEC
  EXPECT_THAT(error_of("descriptors"), HasSubstr("(0 1 2 3 4 )"));
  ::close(leaked);
}

TEST_F(ReaderProcess, takes_relative_paths_blanks_and_names_like_options) {
  const fs::path before = fs::current_path();
  fs::create_directories(folder_ / "-rf x");
  write_file(folder_ / "-rf x" / "path.png", "x");
  fs::current_path(folder_);
  const std::string message = foreign_error_of([&] { return open_fake("-rf x/path.png", fake()); });
  fs::current_path(before);
  EXPECT_THAT(message, AllOf(HasSubstr("Cannot read '-rf x/path.png'"), HasSubstr("(" + folder_.string() + "/-rf x/")));
}

TEST_F(ReaderProcess, confines_its_child_to_the_file) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "sanitizers need the system calls that are forbidden";
#endif
  const std::string message = error_of("attempts");
  if (message.find("passwd") != std::string::npos) GTEST_SKIP() << "this system has no Landlock";
  EXPECT_THAT(message, HasSubstr("(only the file)"));
}

TEST_F(ReaderProcess, says_when_the_program_is_missing_or_is_none) {
  write_file(folder_ / "a.png", "x");
  const auto error_with = [&](const fs::path& program) {
    return foreign_error_of([&] { return open_fake(folder_ / "a.png", {program}); });
  };
  EXPECT_THAT(error_with(folder_ / "absent"), HasSubstr("absent', is not there"));
  write_file(folder_ / "none", "no program");
  fs::permissions(folder_ / "none", fs::perms::owner_all);
  EXPECT_THAT(error_with(folder_ / "none"), HasSubstr("its reader"));
}

TEST_F(ReaderProcess, ends_its_child_when_the_image_is_closed) {
  auto image = open("pid");
  const std::string description = image->description();
  const auto process = static_cast<pid_t>(std::stol(description.substr(description.rfind('(') + 1)));
  EXPECT_TRUE(is_alive(process));
  image.reset();
  EXPECT_FALSE(is_alive(process));
}

TEST_F(ReaderProcess, leaves_no_child_behind_when_the_parent_is_killed) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "a copy of this process does not run under the sanitizers";
#endif
  int told[2];
  ASSERT_EQ(::pipe(told), 0);
  write_file(folder_ / "pid.png", "x");
  const pid_t parent = ::fork();
  if (parent == 0) {
    const auto image = open_fake(folder_ / "pid.png", {PERM_FAKE_READER, 60, 60});
    const std::string description = image->description();
    const auto process = static_cast<pid_t>(std::stol(description.substr(description.rfind('(') + 1)));
    std::thread([&] {
      wait_for_work(process, 0.1);  // then the child computes
      [[maybe_unused]] const ssize_t written = ::write(told[1], &process, sizeof(process));
    }).detach();
    std::vector<std::byte> plane(6);
    image->read_plane(0, plane);
    std::_Exit(0);
  }
  pid_t reader = 0;
  ASSERT_EQ(::read(told[0], &reader, sizeof(reader)), static_cast<ssize_t>(sizeof(reader)));
  EXPECT_TRUE(is_alive(reader));
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  EXPECT_TRUE(wait_until([&] { return !is_alive(reader); }));
  ::close(told[0]);
  ::close(told[1]);
}

}  // namespace
}  // namespace perm
