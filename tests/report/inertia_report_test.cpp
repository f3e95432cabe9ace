// SPDX-License-Identifier: Apache-2.0
// Flows with inertia in words, in result.json and in reynolds.csv; what does not exist is null and has no number.
#include "report/inertia_report.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "report/example_run.hpp"

namespace perm {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Makes flows whose K0/K is 1 + c Re, at these Reynolds numbers.
InertiaResult on_a_line(const std::vector<double>& numbers) {
  InertialFlows flows;
  flows.creeping_voxel2 = 4;
  flows.length_voxel = 2;
  for (const double reynolds : numbers) {
    InertialPoint point;
    point.reynolds_asked = point.reynolds = reynolds;
    point.permeability_voxel2 = 4 / (1 + 0.1 * reynolds);
    point.iteration_error = 1e-6;
    point.tau = 0.8;
    point.force = reynolds * 0.01 / (point.permeability_voxel2 * 2);  // nu = 0.1
    point.wall_force_difference = -2.5e-7;
    point.steps = 100;
    flows.points.push_back(point);
  }
  return evaluate(flows);
}

TEST(InertiaReport, has_beta_per_metre_and_its_window) {
  const Json json = describe_inertia(on_a_line({1, 3, 10, 30}), 1e-5);
  const Json& fit = json["forchheimer"];
  // K0/K = 1 + 0.1 Re and Re = U l/nu: beta = 0.1 l/K0
  EXPECT_NEAR(fit["beta_per_voxel"], 0.05, 1e-9);
  EXPECT_NEAR(fit["beta_per_m"], 5000, 1e-4);
  EXPECT_NEAR(fit["c_F"], 0.1, 1e-9);
  EXPECT_EQ(fit["points"], 4);
  EXPECT_EQ(fit["first_reynolds"], 1);
  EXPECT_EQ(fit["last_reynolds"], 30);
  EXPECT_TRUE(json["weak_inertia"].is_null());
  EXPECT_NEAR(json["ten_percent_less"]["reynolds"], 10.0 / 9, 1e-6);
  // g/nu^2 = Re/(K l), K 10 % below K0: in water per m^3 times mu^2/rho
  const double force = 10.0 / 9 / (3.6 * 2) / 1e-15;
  EXPECT_NEAR(
      json["ten_percent_less"]["pressure_gradient_water_pa_m"].get<double>() / (force * 1.0016e-3 * 1.0016e-3 / 998.2),
      1, 1e-6);
  EXPECT_NEAR(
      json["ten_percent_less"]["pressure_gradient_air_pa_m"].get<double>() / (force * 1.813e-5 * 1.813e-5 / 1.2041), 1,
      1e-6);
}

TEST(InertiaReport, without_a_voxel_size_or_enough_flows_has_null) {
  const InertiaResult inertia = on_a_line({1, 3});
  const Json json = describe_inertia(inertia, {});
  EXPECT_TRUE(json["forchheimer"].is_null());
  EXPECT_TRUE(json["length_m"].is_null());
  EXPECT_TRUE(json["points"][0]["apparent_permeability_m2"].is_null());
  EXPECT_TRUE(json["points"][0]["pressure_gradient_air_pa_m"].is_null());
  EXPECT_TRUE(json["one_percent_less"].is_null()) << "below the first flow, and no law is known there";
  EXPECT_THAT(format_inertia(inertia, {}), HasSubstr("no Forchheimer beta"));
  EXPECT_THAT(format_inertia(inertia, {}), HasSubstr("K is 1 % down below the Reynolds numbers solved"));
  EXPECT_THAT(format_inertia(on_a_line({0.01, 0.03}), {}), HasSubstr("K is 10 % down beyond the Reynolds numbers"));
  EXPECT_THAT(format_inertia(inertia, {}), Not(HasSubstr("Pa/m")));
}

TEST(InertiaReport, says_that_the_image_was_followed_by_its_mirror_image) {
  InertiaResult inertia = on_a_line({1, 3});
  EXPECT_EQ(describe_inertia(inertia, {})["image"], "single");
  EXPECT_THAT(format_inertia(inertia, {}), Not(HasSubstr("mirror image")));
  inertia.flows.image = InertiaImage::mirrored;
  inertia.flows.cells = 4242;
  const Json json = describe_inertia(inertia, {});
  EXPECT_EQ(json["image"], "mirrored");
  EXPECT_EQ(json["fluid_cells"], 4242);
  EXPECT_EQ(json["creeping_permeability_voxel2"], 4);
  EXPECT_THAT(format_inertia(inertia, {}), HasSubstr("of the image followed by its mirror image: 4242 cells, K0 4"));
  RunReport report = testing_report::example_run();
  report.flows[0].inertia = inertia;
  EXPECT_THAT(format_reynolds_csv(report), HasSubstr(",image,fluid_cells\n"));
  EXPECT_THAT(format_reynolds_csv(report), HasSubstr(",mirrored,4242\n"));
}

TEST(InertiaReport, says_between_which_flows_K_falls_where_they_do_not_say_at_which) {
  InertiaResult inertia = on_a_line({0.01, 1});
  inertia.flows.points[0].iteration_error = 0.01;  // no inertia is seen in the first
  EXPECT_THAT(format_inertia(evaluate(inertia.flows), {}), HasSubstr("K is 1 % down between Re 0.01 and 1"));
}

TEST(InertiaReport, shows_the_first_and_the_last_of_many_flows) {
  std::vector<double> numbers;
  for (int i = 1; i <= 41; ++i) numbers.push_back(i);
  const std::string text = format_inertia(on_a_line(numbers), {});
  EXPECT_THAT(text, HasSubstr("Re 20 "));
  EXPECT_THAT(text, HasSubstr("... and 1 more flows, which the table has ..."));
  EXPECT_THAT(text, Not(HasSubstr("Re 21 ")));
  EXPECT_THAT(text, HasSubstr("Re 22 "));
  EXPECT_THAT(text, HasSubstr("Re 41 "));
}

TEST(InertiaReport, forecasts_memory_steps_and_time) {
  InertiaForecast forecast;
  forecast.bytes = 2'000'000'000;
  forecast.flows = {{0.1, 1.25, 123, 10}, {0.3, 0.8, 456, 20}, {1, 0.55, 7890, 60}};
  EXPECT_EQ(format_forecast(forecast, "an idle H200", ""),
            "through the same cells: 2 GB of memory, at a guess about 120 steps at Re 0.1 (tau 1.25) to 7900 steps at "
            "Re 1 (tau "
            "0.55), together roughly 1 min 30 s on an idle H200");
  forecast.image = InertiaImage::mirrored;
  forecast.flows.resize(1);
  forecast.unresolved = 0.3;
  EXPECT_EQ(format_forecast(forecast, "an idle H200 a rank", " a rank"),
            "through the image followed by its mirror image, twice the cells: 2 GB of memory a rank, at a guess about "
            "120 steps at "
            "Re 0.1 (tau 1.25), together roughly 10 s on an idle H200 a rank; Re 0.3 may need "
            "smaller voxels");
  forecast.basis = ForecastBasis::creeping_flow;
  EXPECT_THAT(format_forecast(forecast, "an idle H200", ""), HasSubstr("together roughly 10 s at its speed;"));
  forecast.flows.clear();
  EXPECT_EQ(format_forecast(forecast, "an idle H200", ""),
            "through the image followed by its mirror image, twice the cells: by the creeping flow no flow; Re 0.3 may "
            "need smaller voxels");
}

TEST(InertiaReport, says_why_a_list_ended) {
  InertialFlows flows = on_a_line({1, 3, 10, 30}).flows;
  flows.end = InertiaEnd::unsteady;
  flows.why = "The flow at Reynolds number 100 does not become steady";
  const Json json = describe_inertia(evaluate(flows), 1e-5);
  EXPECT_EQ(json["end"], "unsteady");
  EXPECT_EQ(json["why"], flows.why);
  EXPECT_THAT(format_inertia(evaluate(flows), 1e-5), HasSubstr("the list ends here: The flow at Reynolds number 100"));
  EXPECT_TRUE(json["unsteady"].is_null()) << "nothing is known of it";
  flows.unsteady = UnsteadyFlow{101, 0.5, 0.004, 300, 2.5, true, 1e-5, 0.51, 9000};
  const Json unsteady = describe_inertia(evaluate(flows), 1e-5)["unsteady"];
  EXPECT_EQ(unsteady["reynolds"], 101);
  EXPECT_DOUBLE_EQ(unsteady["apparent_permeability_m2"], 0.5e-10);
  EXPECT_EQ(unsteady["swing"], 0.004);
  EXPECT_EQ(unsteady["period"], 2.5);
  flows.unsteady->period_steps = 0;
  EXPECT_TRUE(describe_inertia(evaluate(flows), 1e-5)["unsteady"]["swing"].is_null()) << "no oscillation was made out";
}

TEST(InertiaReport, has_a_table_with_a_row_for_each_flow) {
  RunReport report = testing_report::example_run();
  EXPECT_FALSE(has_inertia(report));
  report.flows[0].inertia = on_a_line({1, 3});
  EXPECT_TRUE(has_inertia(report));
  EXPECT_THAT(format_reynolds_csv(report), HasSubstr(",mach_number,wall_force_difference,steps,"));
  EXPECT_THAT(format_reynolds_csv(report), HasSubstr(",-2.5e-07,100,"));
  EXPECT_EQ(describe_inertia(*report.flows[0].inertia, {})["points"][1]["wall_force_difference"], -2.5e-7);
  report.image.voxel_size_m = 1e-5;
  const std::string table = format_reynolds_csv(report);
  EXPECT_THAT(table, HasSubstr("\nx,1,1,"));
  EXPECT_THAT(table, HasSubstr("\nx,3,3,"));
  report.image.voxel_size_m.reset();
  EXPECT_THAT(format_reynolds_csv(report), HasSubstr(",,single,0\n")) << "no gradients without a voxel size";
}

}  // namespace
}  // namespace perm
