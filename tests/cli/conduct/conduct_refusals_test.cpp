// SPDX-License-Identifier: Apache-2.0
// What `conduct` refuses, in one line each, and that conduction.json is there whole or not at all, whatever stops it.
#include <gmock/gmock.h>
#include <signal.h>

#include "cli/conduct/conduction_run.hpp"
#include "waiting.hpp"

namespace perm::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

class ConductRefusals : public ConductionRun {};

TEST_F(ConductRefusals, of_a_command_line_end_with_2) {
  write_image("rock.mha", {4, 4, 4}, [](auto x, auto, auto) { return x == 0; });
  expect_error("conduct", 2, "No INPUT");
  expect_error("conduct rock.mha --pore 0", 2, "--voxel-size");
  expect_error("conduct rock.mha --voxel-size 2um --pore 0 --solid 1", 2, "--pore and --solid");
  expect_error("conduct rock.mha --voxel-size 2um --pore 0 --labels porespy", 2, "--labels");
  expect_error("conduct rock.mha rock.ini", 2, "More than one input");
  expect_error("conduct rock.ini --bulk 1 --bulk 2", 2, "--bulk");
  expect_error("conduct rock.ini --bulk", 2, "--bulk");
  expect_error("conduct rock.ini --bulc 1", 2, "Did you mean --bulk?");
  expect_error("conduct rock.ini --tau 1", 2, "Unknown option '--tau'");
  expect_error("conduct rock.ini --pore 0", 2, "recipe");
  expect_error("conduct rock.ini --refine 2 --coarsen 2", 2, "--refine and --coarsen");
}

TEST_F(ConductRefusals, of_a_value_end_with_3_and_name_its_option) {
  const std::vector<std::string> cases{
      "--bulk 0",       "--bulk -1",       "--bulk=-1S/m",   "--bulk m2/s",   "--bulk nan",    "--bulk inf",
      "--bulk 1e999",   "--bulk 2,3e-9",   "--bulk 0x10m",   "--tolerance 0", "--tolerance 1", "--tolerance 1e-9",
      "--tolerance -1", "--tolerance nan", "--tolerance x",  "--of water",    "--direction w", "--direction xx",
      "--boundary up",  "--threads -1",    "--threads 5000", "--refine 9",    "--overwrite=2"};
  for (const std::string& words : cases)
    expect_error("conduct rock.ini " + words, 3, words.substr(0, words.find_first_of(" =")));
  expect_error("conduct rock.ini --voxel-size 5", 3, "The length '5' has no unit");
}

TEST_F(ConductRefusals, of_what_is_no_image_end_with_3) {
  write_image("rock.mha", {4, 4, 4}, [](auto x, auto, auto) { return x == 0; });
  write_text(path("list.csv"), "input,pore\nrock.mha,0\n");
  write_text(path("strangers.txt"), "rock.mha\nother.mha\n");
  write_text(path("cut.npy"), "\x93NUMPY");
  write_text(path("empty.tif"), "");
  write_text(path("odd.ini"), "kind = torus\n");
  fs::create_directory(path("folder"));
  for (const char* name : {"list.csv", "strangers.txt", "cut.npy", "empty.tif", "folder", "absent.tif", "/dev/zero"})
    expect_error(std::string("conduct ") + name + of_pores, 3, name);
  expect_error("conduct odd.ini", 3, "torus");
  expect_error("conduct rock.mha --dims 4x4x4" + of_pores, 3, "rock.mha");
  for (const char* crop : {"2:2,:,:", "3:1,:,:", "0:9,:,:", "9:,:,:", ":,:", "a:b,:,:"})
    expect_error(std::string("conduct rock.mha --crop ") + crop + of_pores, 3, "crop");
  expect_error("conduct rock.mha --pore 7 --voxel-size 2um", 3, "is all solid");
}

TEST_F(ConductRefusals, of_results_of_another_input_are_lifted_by_overwrite) {
  write_text(path("other/rock.ini"), "kind = plates\nsize = 8\ngap = 4\n");
  conduct("rock.ini", "rock-conduction");
  EXPECT_EQ(run("conduct rock.ini").exit_code, 0) << "its own results";
  const std::string before = read_text(path("rock-conduction/conduction.json"));
  expect_error("conduct other/rock.ini", 3, "'rock-conduction' holds the results of another input ('");
  expect_error("conduct other/rock.ini", 3, "/rock.ini'). Name another folder with --output, or add --overwrite");
  EXPECT_EQ(read_text(path("rock-conduction/conduction.json")), before);
  EXPECT_EQ(run("conduct other/rock.ini --overwrite").exit_code, 0);
  EXPECT_NE(read_text(path("rock-conduction/conduction.json")), before);
}

TEST_F(ConductRefusals, keep_files_that_the_program_did_not_write) {
  write_text(path("theirs/conduction.json"), "of the user");
  write_text(path("theirs/notes.txt"), "of the user");
  expect_error("conduct rock.ini --output theirs", 3, "theirs/conduction.json");
  expect_error("conduct rock.ini --output theirs", 3, "--overwrite");
  EXPECT_EQ(read_text(path("theirs/conduction.json")), "of the user");
  conduct("rock.ini", "theirs");
  EXPECT_EQ(read_text(path("theirs/notes.txt")), "of the user");
  write_text(path("deep/conduction.json/precious"), "of the user");
  expect_error("conduct rock.ini --overwrite --output deep", 3, "Cannot write 'deep/conduction.json' (it is a folder)");
}

TEST_F(ConductRefusals, are_not_needed_beside_the_results_of_a_flow) {
  solve("rock.ini --tolerance 1e-2", "both");
  const std::string flow = read_text(path("both/result.json"));
  EXPECT_EQ(run("conduct rock.ini --output both").exit_code, 0);
  EXPECT_EQ(read_text(path("both/result.json")), flow);
  EXPECT_TRUE(fs::exists(path("both/conduction.json")));
}

TEST_F(ConductRefusals, of_an_output_that_cannot_be_written_come_before_the_image_is_read) {
  write_text(path("file"), "a file");
  write_text(path("broken.tif"), "no image");
  for (const char* output : {"file", "file/out", "/proc/out"})
    expect_error(std::string("conduct broken.tif --output ") + output + of_pores, 3, output);
}

TEST_F(ConductRefusals, of_what_the_memory_does_not_hold_end_with_5) {
  write_text(path("huge.ini"), "kind = plates\nsize = 100000\ngap = 4\n");
  expect_error("conduct huge.ini", 5, "memory");
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need their own address space";
#endif
  write_text(path("box.ini"), "kind = plates\nsize = 160\ngap = 150\n");
  const Outcome outcome = run_in_shell("ulimit -v 120000;", "conduct box.ini --threads 1 --output out");
  EXPECT_EQ(outcome.exit_code, 5) << outcome.err;
  expect_one_error_line(outcome.err);
  EXPECT_THAT(outcome.err, HasSubstr("Raise ulimit -v"));
  EXPECT_FALSE(fs::exists(path("out")));
}

TEST_F(ConductRefusals, of_a_disk_that_is_full_leave_the_earlier_file) {
  const json before = conduct("rock.ini");
  const Outcome outcome = run_in_shell("ulimit -f 7;", "conduct rock.ini --direction xyz --output out");
  EXPECT_EQ(outcome.exit_code, 3);
  expect_one_error_line(outcome.err);
  EXPECT_THAT(outcome.out, HasSubstr("\nAlong z\n")) << "the numbers are known all the same";
  EXPECT_EQ(json::parse(read_text(path("out/conduction.json"))), before);
  EXPECT_EQ(std::distance(fs::directory_iterator(path("out")), {}), 2);
  const Outcome unsaid = run_in_shell("", "conduct rock.ini --output out > /dev/full");
  EXPECT_EQ(unsaid.exit_code, 3);
  expect_one_error_line(unsaid.err);
  EXPECT_THAT(unsaid.err, HasSubstr("No space left on device"));
}

TEST_F(ConductRefusals, by_signals_leave_no_file_and_the_earlier_one_as_it_was) {
  write_text(path("large.ini"), "kind = overlap\nsize = 192\nradius = 5\nporosity = 0.5\n");
  conduct("rock.ini", "earlier");
  const std::string before = read_text(path("earlier/conduction.json"));
  const auto expect_nothing_of = [&](int signal, int exit_code, const std::string& output) {
    const pid_t process =
        start("conduct large.ini --direction xyz --tolerance 1e-5 --threads 1 --overwrite --output " + output);
    EXPECT_TRUE(wait_for_work(process, 1.5));  // it conducts, for half a minute
    EXPECT_EQ(::kill(process, signal), 0);
    const Outcome outcome = finish(process);
    EXPECT_EQ(outcome.exit_code, exit_code);
    expect_one_error_line(outcome.err);
    EXPECT_THAT(outcome.err, HasSubstr("No result was written"));
    EXPECT_EQ(outcome.out, "");
    EXPECT_FALSE(fs::exists(path("out")));
    EXPECT_EQ(read_text(path("earlier/conduction.json")), before);
    EXPECT_EQ(std::distance(fs::directory_iterator(path("earlier")), {}), 2);
  };
  expect_nothing_of(SIGINT, 130, "out");
  expect_nothing_of(SIGINT, 130, "earlier");
  expect_nothing_of(SIGTERM, 143, "out");
  expect_nothing_of(SIGHUP, 143, "out");
}

}  // namespace
}  // namespace perm::cli
