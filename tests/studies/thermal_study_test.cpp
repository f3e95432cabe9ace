// SPDX-License-Identifier: Apache-2.0
// `permeability-studies thermal` writes what it saw of a flow and what it measured, and refuses in one line what it
// cannot do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <regex>
#include <sstream>

#include "cli/batch_table.hpp"
#include "cli/program.hpp"
#include "waiting.hpp"

namespace perm::cli {
namespace {

using testing::HasSubstr;

constexpr double operations = 911;  // of a collision, as src/streaming/thermal/sites/gas_site.hpp counts them
constexpr double bytes = 592;       // of a pass: 37 numbers of 8 bytes, read and written

class ThermalStudy : public CliTest {
 protected:
  const std::string flow_ =
      "thermal --device cpu --threads 1 --size 32x64 --gravity 1e-3 --waves 4 --layer 2 --steps 300 ";
  const std::string parts_ =
      "thermal --device cpu --threads 1 --measure --size 33x40 --waves 4 --layer 2 --seconds 0.01 ";

  BatchTable read_table(const std::string& file) const { return BatchTable(read_text(path(file))); }
};

/// Takes the next array of appended data: its number of bytes, and its values.
std::vector<float> take_array(std::string& data) {
  std::uint64_t size = 0;
  if (data.size() < sizeof size) return {};
  std::memcpy(&size, data.data(), sizeof size);
  if (data.size() < sizeof size + size) return {};
  std::vector<float> values(size / sizeof(float));
  std::memcpy(values.data(), data.data() + sizeof size, size);
  data.erase(0, sizeof size + size);
  return values;
}

TEST_F(ThermalStudy, runs_the_examples_of_its_help) {
  const std::string help = std::regex_replace(run("help thermal").out, std::regex(" \\\\\n +"), " ");
  std::istringstream lines(help.substr(help.find("\nExamples:\n")));
  int examples = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  permeability-studies ")) continue;
    const Outcome outcome = run(line.substr(line.find("thermal")) + " --device cpu");
    EXPECT_EQ(outcome.exit_code, 0) << line << "\n" << outcome.err;
    ++examples;
  }
  EXPECT_EQ(examples, 2);
}

TEST_F(ThermalStudy, steps_a_flow_and_writes_what_it_saw) {
  const Outcome outcome = run(flow_ + "--every 100 --output run");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("32 x 64 sites, tau 0.52, Atwood number 0.1429"));
  EXPECT_THAT(outcome.out, HasSubstr("Files in run"));
  EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 2 + 4 + 1);  // a head, four looks, the folder

  const BatchTable growth = read_table("run/growth.csv");
  ASSERT_EQ(growth.size(), 4U);
  for (std::size_t row = 0; row < growth.size(); ++row) {
    EXPECT_EQ(growth.number(row, "step"), 100.0 * static_cast<double>(row));
    EXPECT_NEAR(growth.number(row, "mass"), growth.number(0, "mass"), 1e-12 * growth.number(0, "mass"));
    EXPECT_GT(growth.number(row, "least_temperature"), 0.59);
    EXPECT_LT(growth.number(row, "most_temperature"), 0.81);
    if (row > 0) {
      EXPECT_GT(growth.number(row, "mixing_length"), growth.number(row - 1, "mixing_length"));
      EXPECT_GT(growth.number(row, "kinetic_energy"), growth.number(row - 1, "kinetic_energy"));
    }
  }
  EXPECT_EQ(growth.cell(0, "device"), "cpu, 1 thread");
}

TEST_F(ThermalStudy, writes_fields_that_are_those_of_its_table) {
  ASSERT_EQ(run(flow_ + "--every 300 --output run").exit_code, 0);
  const BatchTable growth = read_table("run/growth.csv");
  ASSERT_EQ(growth.size(), 2U);
  const char* const names[] = {"run/fields_00000000.vti", "run/fields_00000300.vti"};
  for (std::size_t row = 0; row < growth.size(); ++row) {
    std::string data = read_text(path(names[row]));
    EXPECT_THAT(data, HasSubstr("WholeExtent=\"0 32 0 64 0 1\""));
    const std::string begins = "<AppendedData encoding=\"raw\">\n_";
    ASSERT_NE(data.find(begins), std::string::npos);
    data.erase(0, data.find(begins) + begins.size());
    const std::vector<float> density = take_array(data);
    const std::vector<float> velocity = take_array(data);
    const std::vector<float> temperature = take_array(data);
    ASSERT_EQ(density.size(), 32U * 64U);
    ASSERT_EQ(velocity.size(), 3U * 32U * 64U);
    ASSERT_EQ(temperature.size(), 32U * 64U);
    const double mass = std::accumulate(density.begin(), density.end(), 0.0);
    EXPECT_NEAR(mass, growth.number(row, "mass"), 1e-6 * mass);
    const auto [least, most] = std::ranges::minmax(temperature);
    EXPECT_NEAR(least, growth.number(row, "least_temperature"), 1e-6);
    EXPECT_NEAR(most, growth.number(row, "most_temperature"), 1e-6);
    double energy = 0;
    for (std::size_t site = 0; site < density.size(); ++site)
      for (std::size_t axis = 0; axis < 3; ++axis)
        energy += 0.5 * density[site] * velocity[3 * site + axis] * velocity[3 * site + axis] / mass;
    EXPECT_NEAR(energy, growth.number(row, "kinetic_energy"), 1e-5 * growth.number(row, "kinetic_energy"));
    EXPECT_GT(temperature[5], temperature[63 * 32 + 5]);  // rows from below, where it is hot
  }
}

TEST_F(ThermalStudy, looks_last_at_its_last_step) {
  ASSERT_EQ(run(flow_ + "--every 200 --output run").exit_code, 0);
  const BatchTable growth = read_table("run/growth.csv");
  ASSERT_EQ(growth.size(), 3U);
  EXPECT_EQ(growth.cell(2, "step"), "300");
  ASSERT_EQ(run(flow_ + "--every 300 --output other").exit_code, 0);
  EXPECT_EQ(growth.cell(2, "mixing_length"), read_table("other/growth.csv").cell(1, "mixing_length"));
}

TEST_F(ThermalStudy, has_the_same_flow_by_every_way) {
  std::string fields;
  for (const std::string way :
       {"", "--layouts aos ", "--layouts blocked --passes apart ", "--passes push ", "--threads 2 --passes apart "}) {
    std::string words = flow_ + way + "--output run --overwrite";
    if (way.starts_with("--threads")) words.replace(words.find("--threads 1 "), 12, "");
    ASSERT_EQ(run(words).exit_code, 0) << way;
    const std::string now = read_text(path("run/fields_00000300.vti"));
    if (fields.empty()) fields = now;
    EXPECT_TRUE(now == fields) << way;
  }
}

TEST_F(ThermalStudy, measures_a_row_for_each_way) {
  const Outcome outcome =
      run(parts_ + "--layouts soa,aos,blocked --passes fused,apart,push --blocks 32,64 --output run");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Files in run: thermal.csv"));
  const BatchTable speeds = read_table("run/thermal.csv");
  ASSERT_EQ(speeds.size(), 3U * 3U * 2U);
  std::size_t row = 0;
  for (const char* layout : {"soa", "aos", "blocked"})
    for (const std::string passes : {"fused", "apart", "push"})
      for (const char* block : {"32", "64"}) {
        SCOPED_TRACE(row);
        EXPECT_EQ(speeds.cell(row, "layout"), layout);
        EXPECT_EQ(speeds.cell(row, "passes"), passes);
        EXPECT_EQ(speeds.cell(row, "block"), block);
        EXPECT_EQ(speeds.cell(row, "ranks"), "1");
        EXPECT_EQ(speeds.cell(row, "model_s"), "");  // of several ranks
        const double sites = 33 * 40;
        const double copy = 1e9 * speeds.number(row, "copy_gb_s");
        EXPECT_NEAR(speeds.number(row, "mlups"), 1e-6 * sites / speeds.number(row, "step_s"),
                    1e-4 * speeds.number(row, "mlups"));
        const bool fused = passes == "fused";
        for (const std::string part : {"propagate", "collide", "fused"}) {
          if (fused == (part == "fused")) {
            const double share = bytes * sites / speeds.number(row, part + "_s") / copy;
            EXPECT_NEAR(speeds.number(row, part + "_of_copy"), share, 1e-4 * share);
          } else {
            EXPECT_EQ(speeds.cell(row, part + "_s") + speeds.cell(row, part + "_of_copy"), "");
          }
        }
        const double gflops = 1e-9 * operations * sites / speeds.number(row, fused ? "fused_s" : "collide_s");
        EXPECT_NEAR(speeds.number(row, "collide_gflops"), gflops, 1e-4 * gflops);
        EXPECT_GT(speeds.number(row, "boundary_s"), 0);
        EXPECT_GT(speeds.number(row, "exchange_s"), 0);
        ++row;
      }
}

TEST_F(ThermalStudy, refuses_in_one_line) {
  const auto refuses = [this](const std::string& words, int exit_code, const std::string& what) {
    SCOPED_TRACE(words);
    const Outcome outcome = run("thermal --device cpu --output run " + words);
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(what));
    EXPECT_EQ(outcome.out, "");
    expect_one_error_line(outcome.err);
    EXPECT_FALSE(std::filesystem::exists(path("run")));
  };
  for (const std::string way : {"", "--measure "}) {
    refuses(way + "--size 2x64", 3, "cannot have waves in 2 sites");
    refuses(way + "--size 64x2", 3, "does not fit into 2");
    refuses(way + "--size 64x2 --layer 0.4 --amplitude 0.1", 3, "populations move up to 3 sites");
    refuses(way + "--size 64", 3, "--size has 1 number (it has two)");
    refuses(way + "--size 64x64x3", 3, "--size has 3 numbers");
    refuses(way + "--size 64xmuch", 3, "--size cannot be");
    refuses(way + "--size 64:66x32", 3, "--size cannot be");
    refuses(way + "--size 64.5x64", 3, "--size cannot hold 64.5");
    refuses(way + "--size 0x64", 3, "--size cannot hold 0");
    refuses(way + "--tau 0.5", 3, "The relaxation time cannot be 0.5");
    refuses(way + "--tau 11", 3, "The relaxation time cannot be 11");
    refuses(way + "--temperatures 0.6,0.8", 3, "Give the higher temperature first");
    refuses(way + "--temperatures 0.7,0.7", 3, "Give the higher temperature first");
    refuses(way + "--temperatures 1.7,0.6", 3, "The temperature below cannot be 1.7");
    refuses(way + "--temperatures 0.8,0.4", 3, "The temperature above cannot be 0.4");
    refuses(way + "--temperatures 0.8", 3, "--temperatures has 1 number");
    refuses(way + "--gravity 0.02", 3, "Gravity 0.02 is too much for 256 sites");
    refuses(way + "--gravity 0.01 --size 64x32", 3, "The gravity cannot be 0.01");
    refuses(way + "--gravity 0", 3, "without it nothing falls");
    refuses(way + "--waves 40", 3, "The interface cannot have 40 waves");
    refuses(way + "--waves 0", 3, "--waves");
    refuses(way + "--waves 2.5", 3, "--waves cannot hold 2.5");
    refuses(way + "--layer 0", 3, "A layer of 0 sites");
    refuses(way + "--amplitude 30", 3, "The interface cannot stand off the middle by 30");
    refuses(way + "--seed -1", 3, "--seed cannot be -1");
    refuses(way + "--layouts rows", 3, "Name some of: soa, aos, blocked");
    refuses(way + "--layouts ,", 3, "--layouts");
    refuses(way + "--passes half", 3, "Name some of: fused, apart, push");
    refuses(way + "--threads 5000", 3, "between 0 and 4096");
    refuses(way + "--transport host", 2, "no GPU computes");
    refuses(way + "--share-gpus", 2, "no GPU computes");
    refuses(way + "--blocks 32.5", 3, "--blocks cannot hold 32.5");
    refuses(way + "--blocks 64,x", 3, "--blocks cannot be");
  }
  refuses("--measure --blocks 100", 3, "Blocks cannot have 100 threads");
  refuses("--measure --blocks 64,1024", 3, "Blocks cannot have 1024 threads");
  refuses("--measure --seconds 0", 3, "--seconds");
  refuses("--measure --steps 10", 2, "--steps is given with --measure");
  refuses("--measure --every 10", 2, "--every is given with --measure");
  refuses("--measure --tiles 1x1", 2, "--tiles is given with --measure");
  refuses("--seconds 1", 2, "--seconds is given without --measure");
  refuses("--blocks 64", 2, "no GPU computes");
  refuses("--layouts soa,aos", 2, "--layouts has 2 values");
  refuses("--passes fused,apart,push", 2, "--passes has 3 values");
  refuses("--tiles 2x1", 2, "2 x 1 tiles are given to 1 process");
  refuses("--tiles 2", 3, "--tiles has 1 number (it has two). Give for example 2x2");
  refuses("--steps 0", 3, "--steps 0");
  refuses("--steps -5", 3, "--steps -5");
  refuses("--every 0", 3, "--every 0");
}

TEST_F(ThermalStudy, keeps_files_that_are_there) {
  std::filesystem::create_directory(path("run"));
  write_text(path("run/notes.txt"), "mine");
  for (const std::string& words : {flow_, parts_}) {
    const Outcome outcome = run(words + "--output run");
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_THAT(outcome.err, HasSubstr("--overwrite"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path("run")), {}), 1);
    EXPECT_EQ(run(words + "--output run --overwrite").exit_code, 0);
    EXPECT_EQ(read_text(path("run/notes.txt")), "mine");
    for (const char* made : {"growth.csv", "thermal.csv"}) std::filesystem::remove(path("run") / made);
    for (const char* step : {"000", "030", "060", "090", "120", "150", "180", "210", "240", "270", "300"})
      std::filesystem::remove(path("run") / (std::string("fields_00000") + step + ".vti"));
  }
}

TEST_F(ThermalStudy, that_is_stopped_keeps_what_it_saw) {
  std::string words = flow_ + "--every 100 --output run";
  words.replace(words.find("--steps 300"), 11, "--steps 1000000");
  const pid_t process = start(words);
  ASSERT_TRUE(wait_for_output("       100 "));
  ::kill(process, SIGINT);
  const Outcome outcome = finish(process);
  EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("The folder of --output holds what was seen before"));
  EXPECT_GE(read_table("run/growth.csv").size(), 2U);
}

TEST_F(ThermalStudy, that_loses_its_gas_says_what_to_change_and_keeps_what_it_saw) {
  const Outcome outcome =
      run("thermal --device cpu --threads 1 --size 64x64 --tau 0.502 --layer 0.1 --amplitude 6 --gravity 7e-3 "
          "--temperatures 1.65,0.42 --steps 20000 --every 20 --output run");
  EXPECT_EQ(outcome.exit_code, 5) << outcome.out;
  expect_one_error_line(outcome.err);
  EXPECT_THAT(outcome.err, HasSubstr("Give a larger --tau"));
  EXPECT_EQ(read_table("run/growth.csv").size(), 1U);  // the beginning
}

}  // namespace
}  // namespace perm::cli
