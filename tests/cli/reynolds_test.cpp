// SPDX-License-Identifier: Apache-2.0
// solve --reynolds: the table, the results, what ends a list early, and what is refused.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "cli/program.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Reynolds : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("sc.ini"), "kind = sc\nsize = 16\nporosity = 0.7\n");
  }
};

TEST_F(Reynolds, numbers_give_apparent_permeabilities_that_fall_from_that_of_creeping_flow) {
  const Outcome outcome = run("solve sc.ini --voxel-size 10um --reynolds 0.1,0.3,1 --tolerance 1e-4 --output out");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("K0/K - 1"));
  EXPECT_THAT(outcome.out, HasSubstr("no Forchheimer beta"));
  EXPECT_THAT(outcome.out, HasSubstr("reynolds.csv"));
  const json flow = json::parse(read_text(path("out/result.json")))["flow"][0];
  const json& inertia = flow["inertia"];
  EXPECT_EQ(inertia["end"], "complete");
  EXPECT_NEAR(inertia["length_voxel"], std::sqrt(flow["permeability_voxel2"].get<double>()), 1e-12);
  ASSERT_EQ(inertia["points"].size(), 3U);
  double before = 1;
  for (const json& point : inertia["points"]) {
    EXPECT_NEAR(point["reynolds"].get<double>() / point["reynolds_asked"].get<double>(), 1, 0.02);
    EXPECT_LE(point["iteration_error"], 1e-4);
    EXPECT_GT(point["resistance"], before);
    EXPECT_LE(point["mach_number"], 0.3);
    // Re = K g l / nu^2, and the gradient is that of g/nu^2: in water, per metre
    const double k = point["apparent_permeability_voxel2"];
    const double force = point["reynolds"].get<double>() / (k * inertia["length_voxel"].get<double>());
    EXPECT_NEAR(point["pressure_gradient_water_pa_m"].get<double>() / (force * 1.0016e-3 * 1.0016e-3 / 998.2 / 1e-15),
                1, 1e-9);
    before = point["resistance"];
  }
  EXPECT_NEAR(inertia["weak_inertia"]["exponent"], 2, 0.15);
  EXPECT_TRUE(inertia["forchheimer"].is_null());
  const std::string table = read_text(path("out/reynolds.csv"));
  EXPECT_THAT(table, testing::StartsWith("direction,reynolds_asked,reynolds,apparent_permeability_voxel2,"));
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 4);
}

TEST_F(Reynolds, numbers_may_be_made_with_the_largest_pore_or_a_given_length) {
  const auto length_of = [this](const std::string& words) {
    const Outcome outcome =
        run("solve sc.ini --voxel-size 10um --tolerance 1e-2 --reynolds 1 --overwrite --output out" + words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return json::parse(read_text(path("out/result.json")))["flow"][0]["inertia"]["length_voxel"].get<double>();
  };
  EXPECT_DOUBLE_EQ(length_of(" --reynolds-length 7"), 7);
  EXPECT_NEAR(length_of(" --reynolds-length 70um"), 7, 1e-12);
  EXPECT_GT(length_of(" --reynolds-length pore"), 7);
}

TEST_F(Reynolds, numbers_of_larger_mach_number_take_fewer_steps_and_have_the_same_permeability) {
  const auto points_of = [this](const std::string& words) {
    const Outcome outcome =
        run("solve sc.ini --precision float64 --tolerance 1e-6 --reynolds 0.5,2 --overwrite --output out" + words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return json::parse(read_text(path("out/result.json")))["flow"][0]["inertia"]["points"];
  };
  const auto number = [](const json& point, const char* key) { return point[key].get<double>(); };
  const json slow = points_of(" --reynolds-mach 0.05"), fast = points_of(""),
             fastest = points_of(" --reynolds-mach 0.4");
  EXPECT_LT(number(slow[1], "mach_number"), 0.05);
  EXPECT_GT(number(fast[1], "mach_number"), 0.2);
  EXPECT_LT(number(fast[1], "mach_number"), 0.3);
  EXPECT_GT(number(slow[1], "steps"), 2 * number(fast[1], "steps"));
  // The Reynolds numbers that are reached differ by up to 2 %: K of the slow flows at those of the others.
  const auto permeability = [&](const json& point) { return number(point, "apparent_permeability_voxel2"); };
  const double slope = std::log(permeability(slow[1]) / permeability(slow[0])) /
                       std::log(number(slow[1], "reynolds") / number(slow[0], "reynolds"));
  for (const json* other : {&fast, &fastest})
    for (const std::size_t i : {0, 1}) {
      const double apart = std::log(number((*other)[i], "reynolds") / number(slow[i], "reynolds"));
      EXPECT_NEAR(permeability((*other)[i]) / permeability(slow[i]), 1, 3e-6 + 2 * std::abs(slope * apart));
    }
}

TEST_F(Reynolds, numbers_that_need_smaller_voxels_end_the_list_and_what_was_solved_is_kept) {
  const Outcome outcome = run("solve sc.ini --tolerance 1e-2 --reynolds 0.5,800 --output out");
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_THAT(outcome.err, HasSubstr("Reynolds number 800"));
  EXPECT_THAT(outcome.err, HasSubstr("smaller"));
  const json inertia = json::parse(read_text(path("out/result.json")))["flow"][0]["inertia"];
  EXPECT_EQ(inertia["end"], "unresolved");
  EXPECT_EQ(inertia["points"].size(), 1U);
}

TEST_F(Reynolds, numbers_between_closed_faces_are_those_of_the_image_followed_by_its_mirror_image) {
  for (const std::string boundary : {"sealed", "mirror"}) {
    const Outcome outcome =
        run("solve sc.ini --boundary " + boundary + " --reynolds 0.1,0.3 --tolerance 1e-3 --overwrite --output out");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("twice the cells: ")) << "in the forecast";
    EXPECT_THAT(outcome.out, HasSubstr("of the image followed by its mirror image: 5776 cells"));
    const json flow = json::parse(read_text(path("out/result.json")))["flow"][0];
    const json& inertia = flow["inertia"];
    EXPECT_EQ(inertia["image"], "mirrored");
    EXPECT_EQ(inertia["fluid_cells"], 2 * flow["fluid_cells"].get<std::int64_t>());
    EXPECT_EQ(inertia["end"], "complete");
    EXPECT_EQ(inertia["points"].size(), 2U);
    EXPECT_NEAR(inertia["creeping_permeability_voxel2"].get<double>() / flow["permeability_voxel2"].get<double>(), 1,
                inertia["creeping_iteration_error"].get<double>() + flow["iteration_error"].get<double>());
  }
  EXPECT_EQ(solve("sc.ini --reynolds 0.1 --tolerance 1e-2", "single")["flow"][0]["inertia"]["image"], "single");
}

TEST_F(Reynolds, numbers_need_no_boundary_for_an_image_that_does_not_repeat) {
  const Extent extent{12, 10, 11};
  std::vector<std::uint8_t> grey;
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 0; y < extent.ny; ++y)
      for (std::int64_t x = 0; x < extent.nx; ++x) grey.push_back(x + y < 9 || z < 3 ? 0 : 255);
  write_mha(path("rock.mha"), extent, grey);
  const json result = solve("rock.mha --pore 0 --voxel-size 2um --tolerance 1e-2 --reynolds 0.1,0.3 --direction y");
  EXPECT_EQ(result["solver"]["boundary"], "sealed");
  EXPECT_EQ(result["flow"][0]["inertia"]["image"], "mirrored");
  EXPECT_EQ(result["flow"][0]["inertia"]["points"].size(), 2U);
}

TEST_F(Reynolds, numbers_go_with_fields_budgets_and_every_direction) {
  const std::string words = "sc.ini --reynolds 0.1 --tolerance 1e-2 ";
  const json with_fields = solve(words + "--boundary sealed --fields", "fields");
  EXPECT_EQ(with_fields["files"]["fields"].size(), 1U);
  EXPECT_FALSE(with_fields["flow"][0]["inertia"].is_null());
  const json with_budget = solve(words + "--boundary mirror --error-budget", "budget");
  EXPECT_FALSE(with_budget["flow"][0]["error_budget"].is_null());
  EXPECT_FALSE(with_budget["flow"][0]["inertia"].is_null());
  const json along_all = solve(words + "--boundary sealed --direction xyz", "all");
  for (const json& flow : along_all["flow"]) EXPECT_EQ(flow["inertia"]["points"].size(), 1U);
}

TEST_F(Reynolds, numbers_of_an_image_that_does_not_percolate_leave_it_at_a_K_of_0) {
  write_text(path("tube.ini"), "kind = tube\nsize = 16\nradius = 5\n");
  const json flow = solve("tube.ini --direction z --reynolds 1")["flow"][0];
  EXPECT_EQ(flow["permeability_voxel2"], 0);
  EXPECT_TRUE(flow["inertia"].is_null());
}

TEST_F(Reynolds, numbers_whose_flows_need_more_steps_than_allowed_end_the_list) {
  const auto why = [this](const std::string& words) {
    const Outcome outcome = run("solve sc.ini --tolerance 1e-5 --overwrite --output out " + words);
    EXPECT_EQ(outcome.exit_code, 4) << outcome.err;
    const json flow = json::parse(read_text(path("out/result.json")))["flow"][0];
    EXPECT_EQ(flow["stop"], "converged");
    EXPECT_EQ(flow["inertia"]["end"], "step_limit");
    EXPECT_TRUE(flow["inertia"]["points"].empty());
    EXPECT_THAT(outcome.err, HasSubstr("raise --max-steps"));
    EXPECT_THAT(outcome.err, HasSubstr("'out/result.json'")) << "where K is, as the table is empty";
    return flow["inertia"]["why"].get<std::string>();
  };
  EXPECT_THAT(why("--reynolds 1 --max-steps 240"), HasSubstr("Reynolds number 1 was not steady after 240 steps"));
}

TEST_F(Reynolds, numbers_that_never_have_a_steady_flow_end_the_list_with_the_number_reached) {
  if (std::getenv("PERMEABILITY_LONG_TESTS") == nullptr)
    GTEST_SKIP() << "takes a minute: set PERMEABILITY_LONG_TESTS=1";
  const Extent extent{160, 112, 1};
  std::vector<std::uint8_t> grey;  // four discs behind each other, whose wakes meet
  for (std::int64_t y = 0; y < extent.ny; ++y)
    for (std::int64_t x = 0; x < extent.nx; ++x) {
      const auto is_in = [&](double cx, double cy, double radius) {
        return std::hypot(std::remainder(static_cast<double>(x) - cx, 160),
                          std::remainder(static_cast<double>(y) - cy, 112)) < radius;
      };
      grey.push_back(is_in(30, 30, 17) || is_in(95, 70, 17) || is_in(60, 95, 13) || is_in(130, 20, 15) ? 255 : 0);
    }
  write_mha(path("discs.mha"), extent, grey);
  const Outcome outcome = run(
      "solve discs.mha --pore 0 --voxel-size 1um --boundary periodic --tolerance 1e-2 --reynolds 1,30 --output out");
  EXPECT_EQ(outcome.exit_code, 4) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("Reynolds number 30 does not become steady"));
  const json inertia = json::parse(read_text(path("out/result.json")))["flow"][0]["inertia"];
  EXPECT_EQ(inertia["end"], "unsteady");
  EXPECT_EQ(inertia["points"].size(), 1U);
}

TEST_F(Reynolds, numbers_may_stand_so_close_that_their_flows_are_hardly_apart) {
  std::string list = "0.1";
  for (int i = 1; i < 60; ++i) list += ",0." + std::to_string(100000 + i);
  const Outcome outcome = run("solve sc.ini --tolerance 1e-2 --output out --reynolds " + list);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("... and 20 more flows, which the table has ..."));
  const json inertia = json::parse(read_text(path("out/result.json")))["flow"][0]["inertia"];
  ASSERT_EQ(inertia["points"].size(), 60U);
  for (const json& point : inertia["points"]) EXPECT_NEAR(point["reynolds"].get<double>(), 0.1, 0.003);
  EXPECT_TRUE(inertia["forchheimer"].is_null());
}

TEST_F(Reynolds, numbers_or_lengths_beyond_all_bounds_end_the_list_with_a_reason) {
  const auto why = [this](const std::string& words) {
    const Outcome outcome = run("solve sc.ini --overwrite --output out " + words);
    EXPECT_EQ(outcome.exit_code, 4) << outcome.err;
    EXPECT_LT(outcome.err.size(), 500U) << outcome.err;
    return outcome.err;
  };
  EXPECT_THAT(why("--reynolds 1e300"), HasSubstr("e+299 times smaller"));
  EXPECT_THAT(why("--reynolds 1 --reynolds-length 1e-300"), HasSubstr("make the voxels"));
  EXPECT_THAT(why("--reynolds 1 --reynolds-length 1e300"), HasSubstr("give a smaller length"));
  EXPECT_THAT(why("--reynolds 1 --tau 50"), HasSubstr("leave --tau to the program"));
  EXPECT_THAT(why("--reynolds 1 --tau 0.502 --tolerance 0.1"), HasSubstr("leave --tau to the program"));
}

TEST_F(Reynolds, numbers_whose_mirror_image_needs_more_memory_than_there_is_are_refused_before_they_are_solved) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need their own address space";
#endif
  write_text(path("tube.ini"), "kind = tube\nsize = 120\nradius = 55\n");
  const Outcome outcome = run_in_shell(
      "ulimit -v 200000;", "solve tube.ini --boundary sealed --device cpu --threads 1 --reynolds 1 --output out");
  EXPECT_EQ(outcome.exit_code, 5) << outcome.err;
  expect_one_error_line(outcome.err);
  EXPECT_THAT(outcome.err, HasSubstr("The flows of --reynolds need"));
  EXPECT_THAT(outcome.err, HasSubstr("twice the cells"));
}

TEST_F(Reynolds, numbers_that_make_no_sense_are_refused_before_anything_is_written) {
  const auto expect = [this](const std::string& words, int code, const std::string& what) {
    expect_error("solve sc.ini --output out " + words, code, what);
  };
  expect("--reynolds 0,1", 3, "Reynolds number is 0");
  expect("--reynolds -1", 3, "Reynolds number is -1");
  expect("--reynolds 3,1", 3, "1 follows 3");
  expect("--reynolds 1,1", 3, "1 follows 1");
  expect("--reynolds fast", 3, "--reynolds");
  expect("--reynolds nan", 3, "--reynolds cannot be 'nan'");
  expect("--reynolds inf", 3, "--reynolds cannot be 'inf'");
  expect("--reynolds 1,", 3, "for example 0.1,0.3,1,3");
  expect("--reynolds 1e-300", 3, "Reynolds number is 1e-300");
  std::string many = "0.1";
  for (int i = 0; i < 10000; ++i) many += ",0.2";
  expect("--reynolds " + many, 3, "0.2 follows 0.2");
  expect("--reynolds " + many + ",fast", 3, "Number 10002 of --reynolds cannot be 'fast'");
  expect("--reynolds 1 --collision bgk", 2, "bgk");
  expect("--reynolds 1 --boundary pressure", 2, "Use --boundary sealed");
  expect("--reynolds 1 --boundary pressure --sides mirror", 2, "Use --boundary mirror");
  expect("--reynolds 1 --equilibrium quadratic", 2, "--equilibrium quadratic");
  expect("--reynolds 1 --equilibrium incompressible", 2, "--equilibrium incompressible");
  expect("--reynolds 1 --precision float16", 5, "float16");
  expect("--reynolds 1 --reynolds-length 0", 3, "length of the Reynolds number");
  expect("--reynolds 1 --reynolds-length -3um --voxel-size 1um", 3, "-3um");
  expect("--reynolds 1 --reynolds-length nan", 3, "nan");
  expect("--reynolds 1 --reynolds-length 4um", 2, "--voxel-size");
  expect("--reynolds-length pore", 2, "--reynolds");
  expect("--reynolds-mach 0.1", 2, "--reynolds");
  for (const char* mach : {"0", "-0.1", "0.41", "0.001", "1e300"})
    expect(std::string("--reynolds 1 --reynolds-mach ") + mach, 3, "largest Mach number");
  expect("--reynolds 1 --reynolds-mach nan", 3, "nan");
  expect_error("sweep sc --porosity 0.8 --size 8 --reynolds 1 --output out", 2, "Unknown option '--reynolds'");
  expect_error("batch sc.ini --reynolds 1 --output out", 2, "Unknown option '--reynolds'");
}

}  // namespace
}  // namespace perm::cli
