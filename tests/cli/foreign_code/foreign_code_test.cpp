// SPDX-License-Identifier: Apache-2.0
// A folder that somebody else made may hold libraries, programs and Python modules. None of them runs when a user
// starts the program there: what it loads or starts it finds by an absolute path, or it says that it cannot.
#include <gmock/gmock.h>

#include "cli/program.hpp"

namespace perm::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

/// Makes the program one of two processes, as mpirun does; the loader itself finds libraries as it does by default.
const std::string as_one_of_two = "unset LD_LIBRARY_PATH; export OMPI_COMM_WORLD_SIZE=2;";

class ForeignCode : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("rock.ini"), "kind = overlap\nsize = 12\nradius = 4\nporosity = 0.5\nseed = 3\n");
  }
  void put_library(const std::string& name) const {
    fs::create_directories(path(name).parent_path());
    fs::copy_file(PERM_FOREIGN_LIBRARY, path(name));
  }
  /// Puts a program there that says that it runs.
  void put_program(const std::string& name) const {
    write_text(path(name), "#!/bin/sh\necho foreign code runs >&2\nexit 66\n");
    fs::permissions(path(name), fs::perms::owner_all);
  }
  /// Expects one line of error with `part` in it, and no word of foreign code.
  static void expect_refusal(const Outcome& outcome, int exit_code, const std::string& part) {
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
    expect_one_error_line(outcome.err);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr(part), Not(HasSubstr("foreign code"))));
  }
};

TEST_F(ForeignCode, in_the_current_folder_is_no_library_of_the_program) {
  for (const char* name : {"libmpi.so.40", "libmpi.so.12", "libopen-rte.so.40", "libopen-pal.so.40", "libnccl.so.2",
                           "libcuda.so.1", "libgomp.so.1", "libstdc++.so.6", "libc.so.6", "libz.so.1", "libtiff.so.5",
                           "libtiff.so.6", "libfmt.so.9", "permeability-mpi.so", "libpermeability.so.0.1"})
    put_library(name);
  EXPECT_EQ(run_in_shell("unset LD_LIBRARY_PATH;", "solve rock.ini --voxel-size 1um --output out").exit_code, 0);
  // It takes the MPI of the system, which finds no other process.
  const std::string part =
      std::string(PERM_MPIEXEC).empty() ? "its part for MPI is not there" : "do not find each other";
  expect_refusal(run_in_shell(as_one_of_two, "--version"), 5, part);
}

TEST_F(ForeignCode, is_not_named_by_a_relative_path) {
  put_library("part.so");
  for (const char* named : {"part.so", "./part.so", "../is_not_named_by_a_relative_path/part.so"})
    expect_refusal(run_in_shell(as_one_of_two + " export PERMEABILITY_MPI=" + named + ";", "--version"), 5,
                   "by its absolute path");
  put_program("python");
  expect_refusal(run_in_shell("export PERMEABILITY_PYTHON=./python;",
                              "solve rock.ini --voxel-size 1um --output out --report page.html"),
                 3, "by its absolute path");
}

TEST_F(ForeignCode, does_not_take_the_place_of_installed_files_where_proc_is_not_mounted) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the address sanitizer needs /proc";
#endif
  const std::string no_proc =
      "unshare --user --map-root-user --mount sh -c 'mount -t tmpfs none /proc && shift && exec \"$@\"' sh";
  if (run_aside(no_proc + " exec true") != 0) GTEST_SKIP() << "nobody but root can hide /proc here";
  put_library("libexec/permeability/permeability-mpi.so");
  put_program("libexec/permeability/permeability-read-image");
  put_program("share/permeability/report/make_report");
  write_text(path("bin/a.png"), "no image");
  const auto run_without_proc = [&](const std::string& words) {
    return run_in_shell("cd bin && " + as_one_of_two + no_proc, words);
  };
  const auto run_alone_without_proc = [&](const std::string& words) {
    return run_in_shell("cd bin && " + no_proc, words);
  };
  expect_refusal(run_without_proc("--version"), 5, "/proc is not mounted");
  fs::copy(path("share"), path("bin/share"), fs::copy_options::recursive);
  expect_refusal(run_alone_without_proc("solve ../rock.ini --voxel-size 1um --output out --report page.html"), 3,
                 "/proc is not mounted");
#if defined(PERM_HAS_PNG)
  expect_refusal(run_alone_without_proc("solve a.png --voxel-size 1um --pore 0 --output out"), 3,
                 "/proc is not mounted");
#endif
}

TEST_F(ForeignCode, in_the_current_folder_is_no_module_of_python) {
  if (const std::string why = why_no_report(); !why.empty()) GTEST_SKIP() << why;
  for (const char* module : {"matplotlib", "jinja2", "numpy", "PIL", "argparse", "logging", "re", "csv", "pages",
                             "theme", "sitecustomize", "usercustomize", "encodings"})
    write_text(path(std::string(module) + ".py"), "open('" + path("ran").string() + "', 'w').close()\n");
  write_text(path("matplotlibrc"), "\xff\xfe no settings\n");  // matplotlib would fail
  put_program("python3");
  const Outcome outcome =
      run_in_shell("export PYTHONPATH=.: PATH=\".::$PATH\";",
                   "solve rock.ini --voxel-size 1um --output out --report page.html --figures figures");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(read_text(path("page.html")), HasSubstr("</html>"));
  EXPECT_TRUE(fs::exists(path("figures/solve-history-x.svg")));
  EXPECT_FALSE(fs::exists(path("ran")));
}

}  // namespace
}  // namespace perm::cli
