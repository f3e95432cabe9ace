// SPDX-License-Identifier: Apache-2.0
// These tests run the program under mpirun, on as many ranks as PERMEABILITY_TEST_RANKS says. The results are the same
// to the last bit, and the words are the same, as without mpirun, and the job ends whatever happens to a rank.
#include <gmock/gmock.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "cli/ranks/ranks_fixture.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

/// Gives convergence.csv without its seconds.
std::string without_seconds(const std::string& csv) {
  std::string text;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    std::string cell;
    for (int column = 0; std::getline(cells, cell, ','); ++column)
      if (column != 2) text += cell + ',';
    text += '\n';
  }
  return text;
}

/// Leaves out of a flow what `mpirun` may change: times, speed, and the memory of the halos.
json without_cost(json flow) {
  for (const char* key :
       {"seconds", "preparation_seconds", "mflups", "resident_bytes_stepping", "bytes_per_fluid_cell", "partition"})
    flow.erase(key);
  if (flow["error_budget"].is_object())
    for (json& grid : flow["error_budget"]["voxel"]["grids"]) grid.erase("seconds");
  if (flow["inertia"].is_object())
    for (json& point : flow["inertia"]["points"]) point.erase("seconds");
  return flow;
}

/// Writes a rock as an image file: 21 x 19 x 17 voxels, of which the sum of three waves leaves about half.
void write_rock(const fs::path& path) {
  const Extent extent{21, 19, 17};
  std::vector<std::uint8_t> grey;
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x)
        grey.push_back(x * x % 7 + 2 * y % 11 + z * y % 5 + x * z % 3 > 11 ? 255 : 0);
  write_mha(path, extent, grey);
}

class SolveOnRanks : public RanksTest {
 protected:
  void SetUp() override {
    RanksTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    write_text(path("rock.ini"), "kind = overlap\nsize = 20x18x16\nradius = 4\nporosity = 0.5\nseed = 3\n");
    write_text(path("wide.ini"), "kind = overlap\nsize = 32\nradius = 5\nporosity = 0.5\n");
    write_rock(path("rock.mha"));
  }

  /// Runs `words` alone and on ranks; every number and file must be the same.
  void expect_same_results(const std::string& words) const {
    const json alone = solve(words, "alone");
    const Outcome outcome = run_on_ranks(ranks_, "solve " + words + " --overwrite --output ranks");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(without_progress(outcome.err), "");
    const json ranks = json::parse(read_text(path("ranks/result.json")));
    EXPECT_EQ(ranks["solver"]["ranks"], ranks_);
    EXPECT_EQ(ranks["image"], alone["image"]);
    EXPECT_EQ(ranks["warnings"], alone["warnings"]);
    EXPECT_EQ(ranks["files"], alone["files"]);
    ASSERT_EQ(ranks["flow"].size(), alone["flow"].size());
    for (std::size_t i = 0; i < alone["flow"].size(); ++i) {
      EXPECT_EQ(without_cost(ranks["flow"][i]), without_cost(alone["flow"][i]));
      const json& partition = ranks["flow"][i]["partition"];
      EXPECT_EQ(partition["parts_y"].get<int>() * partition["parts_z"].get<int>(), ranks_);
      EXPECT_GE(partition["imbalance"].get<double>(), 0);
    }
    EXPECT_EQ(without_seconds(read_text(path("ranks/convergence.csv"))),
              without_seconds(read_text(path("alone/convergence.csv"))));
    EXPECT_EQ(read_text(path("ranks/plane_flux.csv")), read_text(path("alone/plane_flux.csv")));
    for (const std::string name : alone["files"]["fields"])
      EXPECT_TRUE(read_text(path("ranks") / name) == read_text(path("alone") / name)) << name;
    EXPECT_EQ(std::distance(fs::directory_iterator(path("ranks")), {}),
              std::distance(fs::directory_iterator(path("alone")), {}));
  }

  /// Expects one line from the program, and nothing left behind.
  void expect_one_error(const Outcome& outcome, int exit_code, const std::string& begin,
                        const std::string& part) const {
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
    const std::vector<std::string> lines = lines_of_program(outcome.err);
    ASSERT_EQ(lines.size(), 1U) << outcome.err;
    EXPECT_TRUE(lines.front().starts_with(begin)) << lines.front();
    EXPECT_THAT(lines.front(), HasSubstr(part));
    EXPECT_FALSE(fs::exists(path("out"))) << "something half-written was left behind";
  }
};

TEST_F(SolveOnRanks, gives_the_bits_of_one_process_between_closed_faces) {
  const std::string rock = "rock.mha --voxel-size 2um --pore 0 --tolerance 1e-2 --boundary ";
  for (const std::string faces :
       {"mirror", "sealed --direction z --reynolds 0.1", "pressure --fields sensitivity --direction y"})
    expect_same_results(rock + faces);
}

TEST_F(SolveOnRanks, gives_the_bits_of_one_process_for_a_recipe_in_every_direction_with_fields) {
  expect_same_results("rock.ini --voxel-size 2um --direction xyz --fields vti,npy,sensitivity --walls voxels");
}

TEST_F(SolveOnRanks, gives_the_bits_of_one_process_for_an_image) {
  expect_same_results("rock.mha --voxel-size 2um --pore 0 --direction z --fields --precision float64");
}

TEST_F(SolveOnRanks, gives_the_bits_of_one_process_for_resampled_images_and_error_budgets) {
  expect_same_results(
      "rock.mha --voxel-size 2um --pore 0 --coarsen 2");  // the extents are odd, so their last voxels are cut off
  expect_same_results("rock.mha --voxel-size 2um --pore 0 --refine 2 --direction y --tolerance 1e-2");
  expect_same_results("rock.ini --error-budget --tolerance 1e-2");
}

TEST_F(SolveOnRanks, bench_measures_all_ranks_together) {
  const std::string words = "bench --device cpu --porosity 0.3 --size 40 --radius 4 --seconds 0.2 --json";
  const Outcome alone = run(words);
  const Outcome together = run_on_ranks(ranks_, words);
  ASSERT_EQ(together.exit_code, 0) << together.err;
  const nlohmann::json measured = nlohmann::json::parse(together.out);
  EXPECT_EQ(measured["ranks"], ranks_);
  EXPECT_EQ(measured["fluid_cells"], nlohmann::json::parse(alone.out)["fluid_cells"]);
  EXPECT_GT(measured["mflups"], 0);
}

/// Gives sweep.csv up to its columns of seconds, commit, date and device.
std::string without_last_columns(const std::string& csv) {
  std::string text;
  std::istringstream lines(csv);
  std::int64_t kept = 0;
  for (std::string line; std::getline(lines, line);) {
    if (text.empty())
      kept = std::count(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(line.find("seconds")), ',');
    std::istringstream cells(line);
    std::string cell;
    for (std::int64_t i = 0; i < kept && std::getline(cells, cell, ','); ++i) text += cell + ',';
    text += '\n';
  }
  return text;
}

TEST_F(SolveOnRanks, share_the_flows_of_a_sweep_and_keep_each) {
  const std::string words =
      "sweep sc --porosity 0.65:0.95:0.1 --size 16 --realisations 1 --device cpu --threads 1 --output ";
  ASSERT_EQ(run(words + "alone").exit_code, 0);
  const Outcome outcome = run_on_ranks(ranks_, words + "shared");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(without_last_columns(read_text(path("shared/sweep.csv"))),
            without_last_columns(read_text(path("alone/sweep.csv"))));
  for (int rank = 0; rank < ranks_; ++rank)
    EXPECT_FALSE(read_text(path("shared/solved-" + std::to_string(rank) + ".jsonl")).empty()) << rank;
  const Outcome again = run_on_ranks(ranks_, words + "shared");
  EXPECT_THAT(again.out, HasSubstr("4 flows are known from an earlier run in 'shared'; 0 are left"));
}

TEST_F(SolveOnRanks, solve_each_point_of_an_image_sweep_together_to_the_bits_of_one) {
  for (const std::string points : {"--grow -1:2", "--grow 0:1 --boundary periodic", "--threshold 0,1 --pore :0"}) {
    const std::string words = "sweep rock.mha --voxel-size 2um --device cpu --threads 1 --overwrite " + points +
                              (points.starts_with("--grow") ? " --pore 0" : "") + " --output ";
    std::filesystem::remove_all(path("alone"));
    std::filesystem::remove_all(path("together"));
    ASSERT_EQ(run(words + "alone").exit_code, 0);
    const Outcome outcome = run_on_ranks(ranks_, words + "together");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto points_in = [this](const std::string& folder) {
      nlohmann::json result = nlohmann::json::parse(read_text(path(folder + "/sweep.json")));
      for (nlohmann::json& point : result["points"]) point.erase("seconds");
      return nlohmann::json{
          {"points", result["points"]}, {"exponent", result["exponent"]}, {"curves", result["curves"]}};
    };
    EXPECT_EQ(points_in("together"), points_in("alone"));
    EXPECT_THAT(run_on_ranks(ranks_, words + "together").out, HasSubstr("known from before"));
  }
}

TEST_F(SolveOnRanks, leave_out_those_that_an_image_of_a_sweep_has_no_rows_for) {
  const std::string words =
      "sweep cylinders-square --porosity 0.75 --size 4 --realisations 1 --device cpu --threads 1 --output ";
  ASSERT_EQ(run(words + "alone").exit_code, 0);
  const Outcome outcome = run_on_ranks(5, words + "shared");  // four rows in one plane
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(without_last_columns(read_text(path("shared/sweep.csv"))),
            without_last_columns(read_text(path("alone/sweep.csv"))));
}

TEST_F(SolveOnRanks, solve_together_what_is_less_than_a_flow_for_each) {
  const std::string words = "validate --quick --cases duct-1x1 --device cpu --threads 1 --output ";
  ASSERT_EQ(run(words + "alone").exit_code, 0);
  const Outcome outcome = run_on_ranks(ranks_, words + "shared");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json alone = json::parse(read_text(path("alone/validation.json")));
  const json shared = json::parse(read_text(path("shared/validation.json")));
  EXPECT_EQ(shared["ranks"], ranks_);
  for (std::size_t level = 0; level < 3; ++level)
    EXPECT_EQ(shared["cases"][0]["levels"][level]["permeability"], alone["cases"][0]["levels"][level]["permeability"]);
}

TEST_F(SolveOnRanks, show_the_slices_of_one_process_in_the_report) {
  if (const std::string why = why_no_report(); !why.empty()) GTEST_SKIP() << why;
  if (std::getenv("PERMEABILITY_LONG_TESTS") == nullptr)
    GTEST_SKIP() << "takes 8 seconds for its two pages: set PERMEABILITY_LONG_TESTS=1";
  write_rock(path("rock.mha"));
  const std::string words =
      "solve rock.mha --voxel-size 1um --pore 0 --device cpu --threads 1 --report page.html --output ";
  ASSERT_EQ(run(words + "alone").exit_code, 0);
  const Outcome outcome = run_on_ranks(ranks_, words + "shared");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(read_text(path("shared/views.json")), read_text(path("alone/views.json")));
}

TEST_F(SolveOnRanks, speaks_once) {
  const Outcome outcome = run_on_ranks(ranks_, "solve rock.ini --voxel-size 2um");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const std::string part : {"Image rock.ini", "prediction for x", "Flow along x", "Definition:", "Done after"}) {
    const std::size_t first = outcome.out.find(part);
    ASSERT_NE(first, std::string::npos) << part;
    EXPECT_EQ(outcome.out.find(part, first + 1), std::string::npos) << part;
  }
  if (ranks_ > 1) {
    EXPECT_THAT(outcome.out, HasSubstr(std::to_string(ranks_) + " as "));
  }
  EXPECT_EQ(run_on_ranks(ranks_, "--version").out, run("--version").out);
  EXPECT_EQ(run_on_ranks(ranks_, "help solve").out, run("help solve").out);
}

TEST_F(SolveOnRanks, tells_an_error_that_all_have_once_with_its_exit_code) {
  const std::string begin = "permeability: error: ";
  expect_one_error(run_on_ranks(ranks_, "solve rock.ini --output out --tau 0.3"), 3, begin, "--tau");
  expect_one_error(run_on_ranks(ranks_, "solve rock.ini --output out --no-such-option"), 2, begin, "--no-such-option");
  expect_one_error(run_on_ranks(ranks_, "solve missing.mha --voxel-size 1um --output out"), 3, begin, "missing.mha");
  write_text(path("file"), "");
  expect_one_error(run_on_ranks(ranks_, "solve rock.ini --output file/below"), 3, begin, "file/below");
  if (ranks_ == 1) return;
  expect_one_error(run_on_ranks(ranks_, "generate sc -o out"), 2, begin, "one process");
}

TEST_F(SolveOnRanks, ends_with_4_and_its_files_when_it_does_not_converge) {
  const Outcome outcome = run_on_ranks(ranks_, "solve rock.ini --max-steps 10 --output out");
  EXPECT_EQ(outcome.exit_code, 4);
  const std::vector<std::string> lines = lines_of_program(outcome.err);
  ASSERT_EQ(lines.size(), 1U) << outcome.err;
  EXPECT_THAT(lines.front(), HasSubstr("--max-steps"));
  EXPECT_EQ(json::parse(read_text(path("out/result.json")))["flow"][0]["stop"], "step_limit");
  EXPECT_EQ(std::distance(fs::directory_iterator(path("out")), {}), 4);
}

TEST_F(SolveOnRanks, does_not_wait_for_a_rank_that_fails) {
  if (ranks_ == 1) return;
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome =  // a rank that waited for the other would do so for ever
      run_on_unlike_ranks(ranks_, "solve rock.ini --output out --fields", "solve missing.ini --output out --fields");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::minutes(2));
  expect_one_error(outcome, 3, "permeability: rank " + std::to_string(ranks_ - 1) + " on ", "missing.ini");
}

TEST_F(SolveOnRanks, refuses_an_image_that_is_too_small_for_them) {
  const Extent two_parts{12, 3, 1};  // of two rows and of one
  std::vector<std::uint8_t> grey(static_cast<std::size_t>(two_parts.voxels()), 0);
  std::fill(grey.begin() + 2 * two_parts.nx, grey.end(), std::uint8_t{255});
  write_mha(path("rows.mha"), two_parts, grey);
  const Outcome outcome = run_on_ranks(ranks_, "solve rows.mha --voxel-size 1um --pore 0 --output out");
  if (ranks_ <= 2)
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  else
    expect_one_error(outcome, 3, "permeability: error: ", std::to_string(ranks_) + " processes");
}

TEST_F(SolveOnRanks, stop_together_and_leave_nothing_half_written_when_a_signal_asks_for_it) {
  const pid_t process =
      start_on_ranks(ranks_, "solve wide.ini --output out --fields --tau 0.5001 --method plain --tolerance 1e-5");
  EXPECT_TRUE(wait_for_error("voxel^2"));  // a line of progress, which tells K
  EXPECT_EQ(::kill(process, SIGTERM), 0);
  const Outcome outcome = finish(process);
  EXPECT_NE(outcome.exit_code, 0);  // the exit code is mpirun's own
  EXPECT_THAT(lines_of_program(outcome.err), testing::Each(HasSubstr("Terminated"))) << outcome.err;
  if (!fs::exists(path("out"))) return;  // no K was known yet
  EXPECT_EQ(json::parse(read_text(path("out/result.json")))["flow"][0]["stop"], "interrupted");
}

}  // namespace
}  // namespace perm::cli
