// SPDX-License-Identifier: Apache-2.0
// `permeability continue` goes on with a run of solve that was stopped or killed, and gives what one run gives.
#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "cli/program.hpp"
#include "waiting.hpp"

namespace perm::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr int goes_on_later = 75;  // the exit code

class Continue : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("rock.ini"), "kind = overlap\nsize = 28\nradius = 5\nporosity = 0.5\n");
  }

  /// A run of some seconds: many plain steps.
  static constexpr const char* words =
      "solve rock.ini --voxel-size 1um --walls voxels --direction xy --fields vti --threads 1 --precision float64 "
      "--method plain --tau 0.52 --tolerance 1e-4 ";

  void solve_whole() { ASSERT_EQ(run(std::string(words) + "--output whole").exit_code, 0); }
  /// Ends a run while it steps.
  int end(const std::string& more, int signal) const {
    const pid_t process = start(std::string(words) + "--output out " + more);
    EXPECT_TRUE(wait_for_steps(process) && wait_for_work(process, 0.3));
    EXPECT_EQ(::kill(process, signal), 0);
    return finish(process).exit_code;
  }
  std::vector<std::string> names_in(const std::string& folder) const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(path(folder))) names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
  }
  /// Expects the files of one run, with its numbers, and no other.
  void expect_the_whole() const {
    EXPECT_EQ(names_in("out"), names_in("whole"));
    for (const char* name : {"fields_x.vti", "fields_y.vti", "plane_flux.csv"})
      EXPECT_TRUE(read_text(path(std::string("out/") + name)) == read_text(path(std::string("whole/") + name))) << name;
    const auto flows = [this](const char* folder) {
      nlohmann::json flows = nlohmann::json::parse(read_text(path(folder) / "result.json"))["flow"];
      for (nlohmann::json& flow : flows)
        for (const char* of_the_machine : {"seconds", "setup_seconds", "preparation_seconds", "mflups", "device",
                                           "resident_bytes_stepping", "bytes_per_fluid_cell"})
          flow.erase(of_the_machine);
      return flows;
    };
    EXPECT_EQ(flows("out"), flows("whole"));
  }
};

TEST_F(Continue, gives_the_results_of_one_run_after_sigusr1) {
  solve_whole();
  EXPECT_EQ(end("", SIGUSR1), goes_on_later);
  EXPECT_TRUE(fs::exists(path("out/result.json"))) << "K of that moment";
  const Outcome outcome = run("continue out --threads 2");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("the run goes on from there"));
  expect_the_whole();
}

TEST_F(Continue, gives_them_after_a_kill) {
  solve_whole();
  EXPECT_EQ(end("--checkpoint saved --every 0.05s", SIGKILL), -SIGKILL);
  EXPECT_EQ(run("continue saved").exit_code, 0);
  expect_the_whole();
  EXPECT_FALSE(fs::exists(path("saved")));
}

TEST_F(Continue, happens_where_the_same_command_is_given_again) {
  solve_whole();
  EXPECT_EQ(end("--checkpoint saved", SIGUSR1), goes_on_later);
  const Outcome outcome = run(std::string(words) + "--output out --checkpoint saved");
  EXPECT_THAT(outcome.out, HasSubstr("the run goes on from there"));
  expect_the_whole();
  EXPECT_FALSE(fs::exists(path("saved")));
}

TEST_F(Continue, ends_by_its_own_time_limits_until_the_run_is_complete) {
  solve_whole();
  Outcome outcome = run(std::string(words) + "--output out --max-time 0.4s --checkpoint saved");
  double seconds = 0.5;
  int runs = 1;
  for (; outcome.exit_code == goes_on_later && runs < 40; ++runs, seconds *= 1.1)
    outcome = run("continue saved --max-time " + std::to_string(seconds) + "s");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_GE(runs, 2);
  expect_the_whole();
}

TEST_F(Continue, refuses_what_it_cannot_go_on_from) {
  EXPECT_EQ(end("--checkpoint saved", SIGUSR1), goes_on_later);
  expect_error("continue nowhere", 3, "there is no such folder");
  fs::create_directory(path("empty"));
  expect_error("continue empty", 3, "no saved state is in it that is whole");
  expect_error(std::string(words) + "--output out --checkpoint saved --force 2e-6", 3, "it is of another run");
  const std::string recipe = read_text(path("rock.ini"));
  write_text(path("rock.ini"), "kind = overlap\nsize = 28\nradius = 4\nporosity = 0.5\n");
  expect_error("continue saved", 3, "with \"image: ");
  write_text(path("rock.ini"), recipe);
  for (const std::string& name : names_in("saved")) fs::resize_file(path("saved") / name / "rank-0", 1000);
  expect_error("continue saved", 3, "torn, or w");
  EXPECT_TRUE(fs::exists(path("out/result.json"))) << "nothing is lost";
}

TEST_F(Continue, costs_no_result_where_the_disk_is_full) {
  const std::string without_fields = std::regex_replace(words, std::regex("--fields vti "), "");
  const pid_t process = start_in_shell("ulimit -f 300;", without_fields + "--output out --checkpoint saved");
  EXPECT_TRUE(wait_for_steps(process) && wait_for_work(process, 0.3));
  EXPECT_EQ(::kill(process, SIGUSR1), 0);
  const Outcome outcome = finish(process);
  EXPECT_EQ(outcome.exit_code, goes_on_later);
  EXPECT_THAT(outcome.err,
              HasSubstr("K and its bound of that moment are in 'out/result.json'; no state could be saved"));
  EXPECT_TRUE(fs::exists(path("out/result.json")));
}

}  // namespace
}  // namespace perm::cli
