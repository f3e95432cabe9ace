// SPDX-License-Identifier: Apache-2.0
// K is known to the user whatever becomes of the files, and no job removes what another one writes.
#include <gmock/gmock.h>
#include <signal.h>

#include <algorithm>
#include <iterator>

#include "cli/program.hpp"
#include "image/fields/field_file.hpp"
#include "waiting.hpp"

namespace perm::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class NothingIsLost : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("slit.ini"), "kind = plates\nsize = 8\ngap = 4\n");
    write_text(path("rock.ini"), "kind = overlap\nsize = 20x18x16\nradius = 4\nporosity = 0.5\nseed = 3\n");
  }
  /// Gives the words of a run that takes minutes: its viscosity is tiny.
  static std::string long_run() { return "solve rock.ini --threads 1 --tau 0.5001 --method plain --tolerance 1e-5"; }
  std::vector<std::string> names_in(const std::string& folder) const {
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(path(folder)))
      names.push_back(entry.path().filename().string());
    return names;
  }
};

void expect_k(const Outcome& outcome) {
  EXPECT_THAT(outcome.out, HasSubstr("permeability        "));
  EXPECT_THAT(outcome.out, HasSubstr("\n  as solved           "));
  EXPECT_THAT(outcome.out, Not(HasSubstr("Files in")));
}

TEST_F(NothingIsLost, when_the_output_folder_is_removed_while_it_runs) {
  const pid_t process = start(long_run() + " --output out");
  ASSERT_TRUE(wait_for_steps(process));
  fs::remove_all(path("out"));
  ::kill(process, SIGTERM);
  const Outcome outcome = finish(process);
  EXPECT_EQ(outcome.exit_code, 3);
  expect_one_error_line(outcome.err);
  EXPECT_THAT(outcome.err, HasSubstr("Cannot write 'out/convergence.csv' (No such file or directory)"));
  expect_k(outcome);
}

TEST_F(NothingIsLost, when_the_current_folder_is_removed_while_it_runs) {
  fs::create_directory(path("gone"));
  fs::copy(path("rock.ini"), path("gone/rock.ini"));
  const pid_t process = start_in_shell("cd gone;", long_run() + " --output out");
  ASSERT_TRUE(wait_for_steps(process));
  fs::remove_all(path("gone"));
  ::kill(process, SIGTERM);
  const Outcome outcome = finish(process);
  EXPECT_EQ(outcome.exit_code, 3);
  expect_one_error_line(outcome.err);
  expect_k(outcome);
}

TEST_F(NothingIsLost, when_another_input_has_written_into_the_folder_meanwhile) {
  const pid_t process = start(long_run() + " --output out");
  ASSERT_TRUE(wait_for_steps(process));
  write_text(path("out/result.json"),
             R"({"schema_version": 1, "definition": "k", "image": {"source": "x"}, "input_path": "/other.tif"})");
  const std::string others = read_text(path("out/result.json"));
  ::kill(process, SIGTERM);
  const Outcome outcome = finish(process);
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("holds the results of another input ('/other.tif')"));
  expect_k(outcome);
  EXPECT_EQ(read_text(path("out/result.json")), others);
  EXPECT_THAT(names_in("out"), testing::ElementsAre("result.json"));
}

// The limit of a file is 40 blocks of 512 bytes: enough for the results and not for the fields.
TEST_F(NothingIsLost, but_the_fields_when_the_disk_has_room_for_the_rest_only) {
  for (const std::string format : {"vti", "npy", "tif", has_hdf5_fields() ? "h5" : "vti,npy"}) {
    const Outcome outcome = run_in_shell(
        "ulimit -f 40;", "solve rock.ini --direction xyz --fields " + format + " --threads 1 --overwrite --output out");
    EXPECT_EQ(outcome.exit_code, 3) << format;
    expect_one_error_line(outcome.err);
    EXPECT_THAT(outcome.err, HasSubstr("Fields could not be written into 'out' (")) << format;
    EXPECT_THAT(outcome.err, HasSubstr("File too large")) << format;
    EXPECT_THAT(outcome.out, HasSubstr("Flow along z"));
    EXPECT_THAT(outcome.out, HasSubstr("Files in out: result.json, convergence.csv, plane_flux.csv\n"));
    EXPECT_THAT(names_in("out"), testing::UnorderedElementsAre("result.json", "convergence.csv", "plane_flux.csv"));
    EXPECT_EQ(nlohmann::json::parse(read_text(path("out/result.json")))["files"]["fields"].size(), 0U);
  }
}

// The disk has room for the fields, of 122 kB, and not for the results beside them.
TEST_F(NothingIsLost, but_the_fields_when_they_leave_no_room_for_the_rest) {
  fs::create_directory(path("disk"));
  if (run_aside("mount -t tmpfs -o size=128k tmpfs disk") != 0) GTEST_SKIP() << "may not mount a disk here";
  const Outcome outcome = run("solve rock.ini --fields --threads 1 --output disk/out");
  const std::vector<std::string> names = names_in("disk/out");
  EXPECT_EQ(run_aside("umount disk"), 0);
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("Fields could not be written into 'disk/out' (No space left on device)"));
  EXPECT_THAT(outcome.out, HasSubstr("Files in disk/out: result.json, convergence.csv, plane_flux.csv\n"));
  EXPECT_THAT(names, testing::UnorderedElementsAre("result.json", "convergence.csv", "plane_flux.csv"));
}

TEST_F(NothingIsLost, and_nothing_half_written_stays_when_a_file_may_not_be_so_large) {
  for (const char* file : {"a.mha", "a.tif", "a.nhdr", "a.raw"}) {
    const Outcome outcome = run_in_shell(
        "ulimit -f 8;", "generate overlap --size 32 --radius 3 --porosity 0.5 -o out/" + std::string(file));
    EXPECT_EQ(outcome.exit_code, 3) << file;
    expect_one_error_line(outcome.err);
    EXPECT_FALSE(fs::exists(path("out"))) << file;
  }
}

TEST_F(NothingIsLost, unsaid_when_what_is_printed_finds_no_place) {
  for (const char* words : {"solve slit.ini --threads 1 --output out", "generate sc --size 8 --porosity 0.6 -o a.mha",
                            "help", "help solve", "--version", "sweep sc --size 8 --porosity 0.6 --output swept"}) {
    const Outcome outcome = run_in_shell("", std::string(words) + " > /dev/full");
    EXPECT_EQ(outcome.exit_code, 3) << words;
    expect_one_error_line(outcome.err);
    EXPECT_THAT(outcome.err, HasSubstr("No space left on device")) << words;
  }
  EXPECT_TRUE(fs::exists(path("out/result.json")));
  EXPECT_TRUE(fs::exists(path("a.mha")));
  EXPECT_EQ(run_in_shell("", "help >&-").exit_code, 0) << "nobody wants to read it";
}

TEST_F(NothingIsLost, to_files_that_are_opened_in_place_of_closed_streams) {
  const Outcome outcome = run_in_shell("", "solve slit.ini --fields --threads 1 --output out <&- >&- 2>&-");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(read_text(path("out/fields_x.vti")), testing::StartsWith("<?xml"));
  EXPECT_THAT(read_text(path("out/convergence.csv")), testing::StartsWith("direction,"));
}

/// Counts the hidden folders in which jobs write.
std::ptrdiff_t count_staging(const std::vector<std::string>& names) {
  return std::count_if(names.begin(), names.end(),
                       [](const std::string& name) { return name.starts_with(".partial-"); });
}

TEST_F(NothingIsLost, to_a_second_job_in_the_same_folder_not_even_from_another_container) {
  const pid_t process = start(long_run() + " --output out");
  ASSERT_TRUE(wait_for_output("prediction for x"));
  fs::create_directory(path("out/.partial-results"));
  ASSERT_EQ(count_staging(names_in("out")), 2);
  const std::string second = "'" PERMEABILITY_PROGRAM "' generate sc --size 8 --porosity 0.6 -o ";
  EXPECT_EQ(run_aside(second + "out/a.mha"), 0);
  EXPECT_EQ(count_staging(names_in("out")), 2);
  if (run_aside("unshare --pid --fork true") == 0) {
    EXPECT_EQ(run_aside("unshare --pid --fork --mount-proc " + second + "out/b.mha"), 0);
    EXPECT_EQ(run_aside("unshare --pid --fork " + second + "out/c.mha"), 0);
    EXPECT_EQ(run_aside("unshare --uts sh -c \"hostname other; " + second + "out/d.mha\""), 0);
    EXPECT_EQ(count_staging(names_in("out")), 2);
  }
  ::kill(process, SIGTERM);
  EXPECT_EQ(finish(process).exit_code, 143);
  EXPECT_TRUE(fs::exists(path("out/result.json")));
}

TEST_F(NothingIsLost, and_the_next_job_clears_away_what_a_killed_one_left) {
  const pid_t process = start(long_run() + " --output out");
  ASSERT_TRUE(wait_for_output("prediction for x"));
  ::kill(process, SIGKILL);
  finish(process);
  EXPECT_EQ(count_staging(names_in("out")), 1);
  EXPECT_EQ(run("generate sc --size 8 --porosity 0.6 -o out/a.mha").exit_code, 0);
  EXPECT_THAT(names_in("out"), testing::ElementsAre("a.mha"));
}

TEST_F(NothingIsLost, by_waiting_for_spheres_that_do_not_fit) {
  const pid_t process = start("generate packing --size 64 --radius 1 --porosity 0.36 -o pack/p.mha");
  EXPECT_TRUE(wait_until([&] { return fs::exists(path("pack")); }) && wait_for_work(process, 0.5));
  const double before = processor_seconds(process);
  ::kill(process, SIGINT);
  const Outcome outcome = finish(process);
  EXPECT_EQ(outcome.exit_code, 130);
  expect_one_error_line(outcome.err);
  EXPECT_LT(outcome.processor_seconds, before + 5) << "it goes on for minutes otherwise";
  EXPECT_FALSE(fs::exists(path("pack")));
}

}  // namespace
}  // namespace perm::cli
