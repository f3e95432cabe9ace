// SPDX-License-Identifier: Apache-2.0
#include "report/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "report/example_run.hpp"

namespace perm {
namespace {

using testing::HasSubstr;
using testing::Not;
using namespace testing_report;

TEST(Summary, begins_with_the_headline_and_gives_K_as_solved_in_one_line) {
  const std::string text = format_results(example_run());
  EXPECT_THAT(
      text,
      HasSubstr("  permeability        1550 mD, 1360 to 1850 in 95 of 100 cases\n"
                "                      voxels 15 %, faces 6.9 %, iteration 0.080 %; not in it: segmentation\n"
                "  as solved           0.05367 voxel^2 = 1.5333e-12 m^2 = 1553.6 mD, +- 0.08 % by the iteration\n"));
}

TEST(Summary, gives_the_headline_in_the_unit_of_a_trade_with_formula_and_fluid) {
  const auto text = [](TradeUnit unit, const RunReport& report) { return format_results(report, 0, {{unit, {}}}); };
  // K is 1.5333e-12 m^2, and the image 10 voxels of 5.345 um long.
  EXPECT_THAT(text(TradeUnit::flow_resistivity, example_run()),
              testing::ContainsRegex("\n  flow resistivity +1\\.18e\\+07 Pa s/m\\^2, .* in 95 .*\n"
                                     " +voxels .*\n +flow resistivity mu/k \\(ISO 9053-1\\)\n"
                                     " +air at 20 C: mu = 18\\.13 uPa s\n  as solved +0\\.05367 voxel"));
  EXPECT_THAT(text(TradeUnit::gurley, example_run()), HasSubstr("thickness L = 53.45 um\n  as solved  "));
  EXPECT_THAT(text(TradeUnit::frazier, example_run()),
              testing::ContainsRegex("\n  Frazier  .*\n.*\n.*\n.*\n  as solved  "));
  RunReport blocked = example_run();
  blocked.flows = {blocked_flow(Axis::z)};
  EXPECT_THAT(text(TradeUnit::gurley, blocked),
              testing::ContainsRegex("Gurley +infinite s per 100 cm\\^3 \\(exactly\\)"));
  EXPECT_THAT(text(TradeUnit::frazier, blocked), testing::ContainsRegex("Frazier +0 ft.* \\(exactly\\)"));
  RunReport early = example_run();
  FlowReport& flow = early.flows[0];
  flow.result.permeability_voxel2 = 1e-312;  // so small that its inverse is no number
  flow.result.iteration_error = std::numeric_limits<double>::infinity();
  flow.headline = make_headline(flow.result, {});
  EXPECT_THAT(text(TradeUnit::gurley, early), testing::ContainsRegex("Gurley +infinite s per .*, without an interval"));
  EXPECT_THAT(text(TradeUnit::gurley, early), Not(HasSubstr("(exactly)"))) << "a K without a bound is not exact";
  blocked.flows = {diverged_flow(Axis::x)};
  EXPECT_THAT(text(TradeUnit::gurley, blocked), Not(HasSubstr("per 100")));
}

TEST(Summary, gives_the_unit_of_a_sheet_through_it_and_not_along_its_plane) {
  RunReport report = example_run();
  report.image.extent = {30, 10, 30};
  report.flows = {converged_flow(Axis::x), converged_flow(Axis::y), converged_flow(Axis::z)};
  const std::string text = format_results(report, 0, {{TradeUnit::gurley, {}}});
  EXPECT_THAT(text, testing::ContainsRegex("along y\n.*\n  Gurley "));
  EXPECT_EQ(text.find("\n  Gurley "), text.rfind("\n  Gurley "));
  EXPECT_THAT(text, testing::ContainsRegex("along x\n.*\n  permeability "));
  report.image.extent = {30, 30, 30};
  EXPECT_THAT(format_results(report, 0, {{TradeUnit::gurley, {}}}), Not(HasSubstr("  permeability "))) << "no plane";
  report.image.extent = {30, 10, 30};
  report.flows.resize(1);
  EXPECT_THAT(format_results(report, 0, {{TradeUnit::gurley, {}}}), HasSubstr("  Gurley "))
      << "asked for along x alone";
}

TEST(Summary, says_what_a_newcomer_must_know) {
  const std::string text = format_results(example_run());
  EXPECT_THAT(text, HasSubstr(permeability_definition));
  EXPECT_THAT(text, HasSubstr("periodic"));
  EXPECT_THAT(text, HasSubstr("0.200000 total, 0.150000 connected"));
  EXPECT_THAT(text, HasSubstr("converged: K lies within 0.1 % of its limit"));
  EXPECT_THAT(text, HasSubstr("0.55 (chosen by the program)"));
  EXPECT_THAT(format_end(example_run(), "out"), HasSubstr("Files in out: result.json, result.csv, convergence.csv"));
}

TEST(Summary, tells_of_files_after_all_that_is_known_without_them) {
  EXPECT_THAT(format_results(example_run()), Not(HasSubstr("Files in")));
  RunOutput output;
  output.field_files = {"fields_x.vti"};
  EXPECT_EQ(
      format_end(example_run(), "a\nb", output),
      "Files in a\\x0ab: result.json, result.csv, convergence.csv, plane_flux.csv, fields_x.vti\nDone after 12 s.\n");
}

TEST(Summary, shows_the_name_of_an_image_on_one_line) {
  RunReport report = example_run();
  report.image.source = "rock\n  permeability        5 darcy";
  EXPECT_THAT(format_image_facts(report), testing::StartsWith("Image rock\\x0a  permeability        5 darcy\n"));
}

TEST(Summary, says_what_the_faces_do_and_warns) {
  RunReport report = example_run();
  EXPECT_THAT(format_image_facts(report), HasSubstr("periodic: flow that leaves one face"));
  EXPECT_THAT(format_results(report), Not(HasSubstr("warning")));
  report.solver.boundary = {Boundary::pressure, Sides::mirror};
  report.warnings = {"the image does not repeat", "and another thing"};
  for (const std::string& text : {format_image_facts(report), format_results(report)})
    EXPECT_THAT(text, testing::ContainsRegex("warning +the image does not repeat\n +warning +and another thing\n"));
  EXPECT_THAT(format_image_facts(report), HasSubstr("mirrors at the sides"));
  EXPECT_THAT(format_results(report), HasSubstr("Boundaries: pressure."));
}

TEST(Summary, says_how_several_ranks_shared_the_image) {
  RunReport report = example_run();
  EXPECT_THAT(format_results(report), Not(HasSubstr("ranks")));
  report.flows[0].result.sharing = {4, 1, 4, 0.008};
  report.flows[0].result.device = "cuda, some GPU, transport peer";
  EXPECT_THAT(format_results(report), testing::HasSubstr("cuda, some GPU, transport peer"));
  EXPECT_THAT(format_results(report), HasSubstr("4 as 1 x 4 slabs, imbalance 0.8 %"));
  report.flows[0].result.sharing = {4, 2, 2, 0.008};
  EXPECT_THAT(format_results(report), HasSubstr("4 as 2 x 2 blocks, imbalance 0.8 %"));
}

TEST(Summary, says_that_nothing_percolates_in_words) {
  RunReport report = example_run();
  report.flows = {blocked_flow(Axis::z)};
  const std::string text = format_results(report);
  EXPECT_THAT(text, HasSubstr("  permeability        K = 0 (exactly)\n"));
  EXPECT_THAT(text, HasSubstr("no pore connects the two z faces"));
  EXPECT_THAT(text, Not(HasSubstr("tau")));
  EXPECT_THAT(format_connection(report.flows[0], report.image), HasSubstr("no pore connects the two z faces"));
}

TEST(Summary, gives_no_number_for_a_diverged_run) {
  RunReport report = example_run();
  report.flows = {diverged_flow(Axis::x)};
  const std::string text = format_results(report);
  EXPECT_THAT(text, HasSubstr("none: the run diverged"));
  EXPECT_THAT(text, HasSubstr("step 40: the mean velocity is not a number"));
  EXPECT_THAT(text, Not(HasSubstr("voxel^2  ")));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
}

TEST(Summary, says_that_a_bound_does_not_exist_yet) {
  RunReport report = example_run();
  report.flows[0].result.stop = StopReason::step_limit;
  report.flows[0].result.iteration_error = std::numeric_limits<double>::infinity();
  report.flows[0].headline = make_headline(report.flows[0].result, {});
  const std::string text = format_results(report);
  EXPECT_THAT(text, HasSubstr("no bound on the iteration error yet"));
  EXPECT_THAT(text, HasSubstr("raise --max-steps"));
}

TEST(Summary, without_a_voxel_size_says_how_to_get_the_other_units) {
  RunReport report = example_run();
  report.image.voxel_size_m.reset();
  const std::string text = format_results(report);
  EXPECT_THAT(text, HasSubstr("add --voxel-size"));
  EXPECT_THAT(text, Not(HasSubstr(" m^2 ")));
  EXPECT_THAT(text, HasSubstr("0.054 voxel^2, 0.047 to 0.064 in 95"));
  EXPECT_THAT(format_image_facts(report), HasSubstr("no voxel size given"));
}

TEST(Summary, gives_the_voxel_estimate_in_one_line_and_K_without_it_where_it_is_resolved) {
  RunReport report = example_run();
  report.flows.front().voxel_estimate = VoxelEstimate{-0.025, 0.013, true, 0.05367 / 0.975};
  const std::string text = format_results(report);
  EXPECT_THAT(text, HasSubstr("voxels              -2.5 % +- 1.3 % (two sigma); K without that is 1593 mD\n"));
  report.image.voxel_size_m.reset();
  EXPECT_THAT(format_results(report), HasSubstr("K without that is 0.05505 voxel^2\n"));
  report.flows.front().voxel_estimate = VoxelEstimate{0.12, 0.31, false, {}};
  EXPECT_THAT(format_results(report), HasSubstr("voxels              +12 % +- 31 % (two sigma); not resolved\n"));
  report.flows.front().voxel_estimate->relative = 1.234;
  EXPECT_THAT(format_results(report), HasSubstr("voxels              +123 % +- 31 % (two sigma)"));
  report.flows.front().voxel_estimate->why_not_resolved = "throats about 2 voxels wide, below 8";
  EXPECT_THAT(format_results(report), HasSubstr("; not resolved: throats about 2 voxels wide, below 8\n"));
}

TEST(Summary, says_what_walls_and_the_threshold_do_to_K) {
  RunReport report = example_run();
  report.flows.front().threshold_slope = ThresholdSlope{1.567, 0.0312, 6, 500};
  EXPECT_THAT(format_results(report), HasSubstr("walls               0.1 voxel of wall changes K by 156 %; one grey "
                                                "value of threshold, by 3.1 %\n"));
}

TEST(Summary, says_how_the_worst_case_of_the_voxels_compares_with_the_estimate) {
  RunReport report = example_run();
  ErrorBudget budget;
  budget.permeability_voxel2 = 0.05;
  budget.voxel.error_voxel2 = 0.04;
  report.flows.front().error_budget = budget;
  EXPECT_THAT(format_results(report), Not(HasSubstr("worst case")));
  report.flows.front().voxel_estimate = VoxelEstimate{0.05, 0.15, false, {}};
  EXPECT_THAT(format_results(report), HasSubstr("its voxel part is a worst case: 4 times the estimate"));
}

TEST(Summary, gives_the_error_budget_in_one_line) {
  RunReport report = example_run();
  ErrorBudget budget;
  budget.permeability_voxel2 = 0.05367;
  budget.iteration_voxel2 = 4.3e-5;
  budget.voxel.error_voxel2 = 0.0123;
  budget.boundary.error_voxel2 = 0.00367;
  report.flows[0].error_budget = budget;
  EXPECT_THAT(format_results(report), HasSubstr("K = 1553.6 mD +- 1.2 (iteration) +- 360 (voxel) +- 110 (boundary)"));
  EXPECT_THAT(format_results(report), Not(HasSubstr("as cubes")));
  report.flows[0].as_cubes = CubesEstimate{0.0459, 0.0213, CubesBasis::refined_image};
  EXPECT_THAT(format_results(report), HasSubstr("  as cubes            K = 1329 mD +- 2.1 % (two sigma), to which"));
  report.flows[0].error_budget->boundary = {};
  report.flows[0].error_budget->boundary.why_not = "one boundary only";
  EXPECT_THAT(format_results(report), HasSubstr("+- 360 (voxel); not known: boundary"));
  EXPECT_THAT(format_results(report), HasSubstr("boundary: one boundary only"));
  report.image.voxel_size_m.reset();
  EXPECT_THAT(format_results(report), HasSubstr("K = 0.053670 voxel^2 +- 0.000043 (iteration) +- 0.012 (voxel)"));
  EXPECT_THAT(format_results(report), HasSubstr("K = 0.04590 voxel^2 +- 2.1 % (two sigma)"));
  report.flows[0].error_budget.reset();
  EXPECT_THAT(format_results(report), Not(HasSubstr("as cubes")));
}

TEST(Summary, of_a_resampled_image_gives_K_in_the_voxels_given_too) {
  RunReport report = example_run();
  report.image.resampling = ResamplingReport{ResamplingReport::Method::refine, 2, {5, 5, 5}, 10.69e-6, 25, "fnv1a64:1"};
  EXPECT_THAT(format_image_facts(report), HasSubstr("refined 2 x 2 x 2 from 5 x 5 x 5 voxels of 10.69 um"));
  EXPECT_THAT(format_results(report), HasSubstr("0.05367 voxel^2 (0.013418 of the image as given)"));
}

TEST(Summary, counts_isolated_pores) {
  const RunReport report = example_run();
  EXPECT_THAT(format_connection(report.flows[0], report.image), HasSubstr("50 pore voxels (25 % of the pores)"));
}

}  // namespace
}  // namespace perm
