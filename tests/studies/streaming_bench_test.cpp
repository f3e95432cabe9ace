// SPDX-License-Identifier: Apache-2.0
// `bench --streaming` compares the schemes of papers with the program's own, and refuses in one line what cannot be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "cli/small_image.hpp"
#include "waiting.hpp"

namespace perm::cli {
namespace {

using testing::HasSubstr;

class StreamingBench : public CliTest {
 protected:
  nlohmann::json read_rows() const { return nlohmann::json::parse(read_text(path("run/streaming.json")))["rows"]; }
};

TEST_F(StreamingBench, writes_a_row_for_each_scheme_and_box) {
  const Outcome outcome = run(
      "bench --streaming --device cpu --schemes compact,pull,swap --sizes 12,16x8x8 --porosity 0.5,1 --geometry noise "
      "--seconds 0.02 --output run");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Fastest in"));
  const nlohmann::json rows = read_rows();
  ASSERT_EQ(rows.size(), 3U * 4U);
  for (const auto& row : rows) {
    EXPECT_GT(row["mflups"], 0);
    EXPECT_GT(row["largest_cube"], 16);
    EXPECT_NEAR(row["fraction_of_limit"].get<double>(),
                row["mflups"].get<double>() * 1e6 * row["bytes_per_update"].get<double>() /
                    (row["bandwidth_gb_s"].get<double>() * 1e9),
                1e-9);
  }
  EXPECT_EQ(rows[0]["geometry"], "noise");
  EXPECT_EQ(rows[3]["geometry"], "empty");
  EXPECT_EQ(rows[4]["scheme"], "pull");
  const std::string csv = read_text(path("run/streaming.csv"));
  EXPECT_EQ(std::ranges::count(csv, '\n'), 1 + 12);
  EXPECT_THAT(csv, testing::StartsWith("date,commit,device,ranks,scheme,geometry,porosity"));
}

TEST_F(StreamingBench, measures_every_scheme_of_a_paper_and_every_geometry) {
  for (const std::string geometry : {"overlap --radius 3", "noise", "packing --radius 3", "duct", "empty"}) {
    const Outcome outcome =
        run("bench --streaming --device cpu --schemes all --collision bgk --size 12 --porosity 0.7 --seconds 0.01 "
            "--overwrite --output run --geometry " +
            geometry);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(read_rows().size(), 12U) << geometry;
  }
}

TEST_F(StreamingBench, measures_images_of_ones_own) {
  write_mha(path("rock.mha"), {20, 20, 20}, slit({20, 20, 20}));
  const Outcome outcome =
      run("bench --streaming --device cpu --schemes compact,pull --images rock.mha:0,rock.mha:255:12 --seconds 0.01 "
          "--output run");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const nlohmann::json rows = read_rows();
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0]["geometry"], "rock");
  EXPECT_EQ(rows[0]["nx"], 20);
  EXPECT_NEAR(rows[0]["porosity"], 0.5, 0.05);
  EXPECT_EQ(rows[2]["geometry"], "rock (2)");
  EXPECT_EQ(rows[2]["nx"], 12);
  EXPECT_THAT(run("bench --streaming --device cpu --images rock.mha:7 --output other").err, HasSubstr("all solid"));
  std::string errors;  // one of the two has no pore in the corner of one voxel
  for (const char* corner : {"rock.mha:0:1", "rock.mha:255:1"})
    errors += run(std::string("bench --streaming --device cpu --schemes pull --seconds 0.01 --overwrite --output run "
                              "--images ") +
                  corner)
                  .err;
  EXPECT_THAT(errors, HasSubstr("'rock' has no pore"));
}

TEST_F(StreamingBench, refuses_its_options_without_it) {
  for (const char* option : {"--schemes pull", "--block 64", "--sizes 16", "--try-largest", "--output run"}) {
    const Outcome outcome = run(std::string("bench --device cpu ") + option);
    EXPECT_EQ(outcome.exit_code, 2) << option;
    EXPECT_THAT(outcome.err, HasSubstr("Give --streaming")) << option;
  }
}

TEST_F(StreamingBench, says_what_does_not_fit_and_measures_the_rest) {
  const Outcome outcome =
      run("bench --streaming --device cpu --schemes pull --porosity 1 --sizes 16,2500 --seconds 0.01 --output run");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("takes 4.88e+03 GB"));
  const nlohmann::json rows = read_rows();
  EXPECT_TRUE(rows[1]["mflups"].is_null());
  EXPECT_LT(rows[1]["largest_cube"], 2500);
}

TEST_F(StreamingBench, compares_schemes_within_a_small_card_with_one_beyond_it) {
  const Outcome outcome =
      run("bench --streaming --device cpu --schemes pull,swap,out-of-core --size 32 --porosity 1 --device-memory 6MB "
          "--seconds 0.02 --output run");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const nlohmann::json rows = read_rows();
  EXPECT_TRUE(rows[0]["mflups"].is_null());  // takes 5 MB, and a CPU's bandwidth is measured on as much again
  EXPECT_LT(rows[0]["largest_cube"], 34);
  EXPECT_GT(rows[2]["mflups"], 0);
  EXPECT_GT(rows[2]["largest_cube"], 100);
}

TEST_F(StreamingBench, refuses_in_one_line) {
  const auto refuses = [this](const std::string& options, int exit_code, const std::string& what) {
    const std::string size = options.find("--size") == std::string::npos ? "--size 16 " : "";
    const Outcome outcome = run("bench --streaming --device cpu --output run " + size + options);
    EXPECT_EQ(outcome.exit_code, exit_code) << options << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(what));
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(path("run"))) << options;
  };
  refuses("--device-memory much", 3, "16GiB");
  refuses("--schemes out-of-core --porosity 1 --device-memory 4kB", 5, "Raise --device-memory");
  refuses("--schemes pull,pul", 3, "compact, pull, push, readonly, shared, shuffle, ghost, swap, ntemp1");
  refuses("--schemes pull,", 3, "there is no such scheme");
  refuses("--schemes ntemp3", 2, "--collision bgk");
  refuses("--schemes pull --precision float16", 5, "float32");
  refuses("--block 100", 3, "from 32 to 256");
  refuses("--block 1.5", 3, "number of threads");
  refuses("--porosity 0.5,2", 3, "--porosity");
  refuses("--sizes 32,x", 3, "--sizes");
  refuses("--sizes 8 --size 9", 2, "--size and --sizes");
  refuses("--geometry cheese", 3, "overlap, noise, packing, duct, empty");
  refuses("--try-largest", 2, "--device cuda");
  refuses("--geometry noise --porosity 1e-9", 3, "no pore");
  const Outcome outcome = run("bench --streaming --device cpu --schemes pull --porosity 1 --size 2500 --output run");
  EXPECT_EQ(outcome.exit_code, 5);
  EXPECT_THAT(outcome.err, HasSubstr("The largest cube that fits is"));
}

TEST_F(StreamingBench, that_is_stopped_keeps_what_it_has_measured) {
  const pid_t process = start(
      "bench --streaming --device cpu --schemes all --collision bgk --size 16 --porosity 1 --seconds 0.5 --output run");
  ASSERT_TRUE(wait_for_output("MFLUPS"));    // in the head of the table; the 12 schemes take 6 s
  ASSERT_TRUE(wait_for_work(process, 1.2));  // a scheme that is being measured is stopped too, so one must be done
  ::kill(process, SIGINT);
  const Outcome outcome = finish(process);
  EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
  const nlohmann::json rows = read_rows();
  EXPECT_GE(rows.size(), 1U);
  EXPECT_LT(rows.size(), 12U);
}

TEST_F(StreamingBench, makes_its_page) {
  if (const std::string why = why_no_report(); !why.empty()) GTEST_SKIP() << why;
  const Outcome outcome =
      run("bench --streaming --device cpu --schemes compact,pull --size 12 --porosity 0.5,1 --radius 4 --seconds 0.01 "
          "--output run --report page.html");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(read_text(path("page.html")), HasSubstr("</html>"));
}

TEST_F(StreamingBench, keeps_files_that_it_did_not_write) {
  std::filesystem::create_directory(path("run"));
  write_text(path("run/streaming.csv"), "mine");
  const Outcome outcome = run("bench --streaming --device cpu --schemes pull --size 8 --seconds 0.01 --output run");
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("--overwrite"));
  EXPECT_EQ(read_text(path("run/streaming.csv")), "mine");
}

}  // namespace
}  // namespace perm::cli
