// SPDX-License-Identifier: Apache-2.0
// A list of Reynolds numbers that is stopped and goes on has the bits of one that was never stopped, wherever it is
// stopped: in the creeping flow, in a flow of the list, and in the creeping flow through the image and its mirror
// image.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "darcy/overlapping_spheres.hpp"
#include "run/continued_runs.hpp"
#include "run/run.hpp"

namespace perm {
namespace {

RunRequest list_of(std::vector<double> reynolds, double tolerance = 1e-2) {
  RunRequest request;
  request.flow.tolerance = tolerance;
  request.seams = SeamCheck::skip;
  request.inertia = InertiaChoice{std::move(reynolds)};
  return request;
}

/// Makes an array of spheres, one in each cell of n voxels; `spheres` gets it where it is not null.
PoreSpace sphere_in(int n, double radius, std::vector<Sphere>* spheres = nullptr) {
  PoreSpace pores({n, n, n});
  const double middle = (n - 1) / 2.0;
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x)
        if (std::hypot(x - middle, y - middle, z - middle) > radius) pores.set_pore(x, y, z);
  if (spheres != nullptr) spheres->push_back({n / 2.0, n / 2.0, n / 2.0, radius});
  return pores;
}

/// The list ends in this way, after so many flows, along every direction.
void expect_the_bits_of_one_list(const PoreSpace& pores, const RunRequest& request, const std::vector<int>& ways,
                                 std::size_t points, InertiaEnd end = InertiaEnd::complete) {
  for (const FlowReport& flow : run_flows(PoreSpace(pores), request).flows) {
    ASSERT_TRUE(flow.inertia);
    ASSERT_EQ(flow.inertia->flows.end, end) << flow.inertia->flows.why;
    ASSERT_EQ(flow.inertia->flows.points.size(), points);
  }
  expect_the_bits_of_one_run(pores, request, ways);
}

TEST(ContinuedInertia, has_the_bits_of_a_list_that_was_not_stopped) {
  expect_the_bits_of_one_list(sphere_in(16, 6.5), list_of({0.3, 2}), {0, 1, 3}, 2);
}

TEST(ContinuedInertia, has_them_with_flows_that_no_one_asked_for) {
  expect_the_bits_of_one_list(sphere_in(16, 5), list_of({0.3, 6}, 1e-3), {1, 2}, 5);
}

TEST(ContinuedInertia, has_them_where_the_force_is_corrected) {
  expect_the_bits_of_one_list(sphere_in(16, 5), list_of({4}), {1, 2}, 1);
}

TEST(ContinuedInertia, has_them_through_pores_without_symmetry_in_float64) {
  RunRequest request = list_of({0.1, 0.6});
  request.flow.solver.precision = Precision::float64;
  expect_the_bits_of_one_list(percolating_spheres(20, 5, 0.6), request, {1, 2}, 2);
}

TEST(ContinuedInertia, has_them_with_the_forces_on_grains_along_two_directions) {
  RunRequest request = list_of({0.3, 2});
  request.directions = {Axis::z, Axis::x};
  const PoreSpace pores = sphere_in(16, 6.5, &request.grains);
  const RunReport report = run_flows(PoreSpace(pores), request);
  ASSERT_TRUE(report.flows[1].grain_forces);
  EXPECT_EQ(report.flows[1].grain_forces->flows.size(), 3U);
  expect_the_bits_of_one_list(pores, request, {1, 3}, 2);
}

TEST(ContinuedInertia, has_them_through_an_image_and_its_mirror_image) {
  RunRequest request = list_of({0.1, 0.5});
  request.flow.boundary.boundary = Boundary::sealed;
  PoreSpace pores = sphere_in(14, 5);
  for (int z = 2; z < 9; ++z)
    for (int y = 3; y < 9; ++y)
      for (int x = 1; x < 9; ++x) pores.set_solid(x, y, z);
  expect_the_bits_of_one_list(pores, request, {0, 1, 2}, 2);
}

TEST(ContinuedInertia, has_them_where_the_list_is_not_complete) {
  RunRequest request = list_of({0.3, 3}, 1e-3);
  request.flow.max_steps = 400;
  expect_the_bits_of_one_list(sphere_in(16, 5), request, {1, 3}, 1, InertiaEnd::step_limit);
}

TEST(ContinuedInertia, has_them_where_a_flow_does_not_become_steady) {
  PoreSpace squares({48, 32, 1});
  for (int y = 0; y < 32; ++y)
    for (int x = 0; x < 48; ++x) {
      const bool first = x >= 5 && x < 15 && y >= 3 && y < 13, second = x >= 29 && x < 39 && y >= 19 && y < 29;
      if (!first && !second) squares.set_pore(x, y, 0);
    }
  expect_the_bits_of_one_list(squares, list_of({22}, 1e-3), {20}, 0, InertiaEnd::unsteady);
}

/// Counts what a program would write into files.
class CountingStopper : public StopperAt {
 public:
  CountingStopper(int number, int& fields) : StopperAt(number), fields_(fields) {}
  void on_fields(const CapturedFields& /*fields*/, const WallSensitivity* /*walls*/,
                 const FlowReport& /*flow*/) override {
    ++fields_;
  }

 private:
  int& fields_;
};

TEST(ContinuedInertia, gives_the_fields_of_a_creeping_flow_once) {
  const PoreSpace pores = sphere_in(16, 6.5);
  RunRequest request = list_of({0.3, 2});
  request.fields = FieldCapture::velocity_and_density;
  const Folder folder;
  int fields = 0;
  int runs = 0;
  for (bool has_ended = false; !has_ended; ++runs) {
    Checkpoint checkpoint({}, {folder.path()});
    request.checkpoint = &checkpoint;
    CountingStopper stopper(6, fields);
    run_flows(PoreSpace(pores), request, stopper);
    has_ended = !checkpoint.has_saved_end();
  }
  EXPECT_GT(runs, 4);
  EXPECT_EQ(fields, 1);
}

TEST(ContinuedInertia, goes_on_from_a_state_of_the_clock) {
  const PoreSpace pores = sphere_in(16, 6.5);
  RunRequest request = list_of({0.3, 2});
  const StateBytes whole = bytes_of(run_flows(PoreSpace(pores), request));
  const Folder folder;
  {
    Checkpoint checkpoint({}, {folder.path(), 0});
    request.checkpoint = &checkpoint;
    EXPECT_TRUE(bytes_of(run_flows(PoreSpace(pores), request)) == whole);
    EXPECT_GT(checkpoint.states_saved(), 8);
  }
  EXPECT_EQ(folder.names().size(), 2U);  // as if the program had been killed at its end
  Checkpoint checkpoint({}, {folder.path()});
  request.checkpoint = &checkpoint;
  EXPECT_TRUE(bytes_of(run_flows(PoreSpace(pores), request)) == whole);
}

/// Ends a run without a word after it was told so many times of progress.
class KillerAt : public RunObserver {
 public:
  struct Killed {};
  explicit KillerAt(int number) : left_(number) {}
  void on_progress(const Progress& /*progress*/, const std::optional<double>& /*voxel_size_m*/) override {
    if (--left_ == 0) throw Killed{};
  }

 private:
  int left_;
};

TEST(ContinuedInertia, goes_on_from_the_last_state_after_it_was_killed) {
  const PoreSpace pores = sphere_in(16, 6.5);
  RunRequest request = list_of({0.3, 2});
  for (const Boundary boundary : {Boundary::periodic, Boundary::sealed}) {
    request.checkpoint = nullptr;
    request.flow.boundary.boundary = boundary;
    const StateBytes whole = bytes_of(run_flows(PoreSpace(pores), request));
    const Folder folder;
    int at_the_start = 1;                    // the first run saves one before it steps
    for (const int number : {4, 6, 5, 4}) {  // each run begins with the state that was saved last
      Checkpoint checkpoint({}, {folder.path(), 0});
      request.checkpoint = &checkpoint;
      KillerAt killer(number);
      EXPECT_THROW(run_flows(PoreSpace(pores), request, killer), KillerAt::Killed) << number;
      EXPECT_EQ(checkpoint.states_saved(), number + std::exchange(at_the_start, 0));
    }
    Checkpoint checkpoint({}, {folder.path()});
    request.checkpoint = &checkpoint;
    EXPECT_TRUE(bytes_of(run_flows(PoreSpace(pores), request)) == whole);
  }
}

std::string refusal_of(const PoreSpace& pores, RunRequest request, const Folder& folder) {
  Checkpoint checkpoint({}, {folder.path()});
  request.checkpoint = &checkpoint;
  try {
    run_flows(PoreSpace(pores), request);
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(ContinuedInertia, refuses_a_state_of_another_list) {
  RunRequest request = list_of({0.3, 2});
  const PoreSpace pores = sphere_in(16, 6.5, &request.grains);
  const Folder folder;
  {
    Checkpoint checkpoint({}, {folder.path()});
    request.checkpoint = &checkpoint;
    StopperAt stopper(20);
    const RunReport report = run_flows(PoreSpace(pores), request, stopper);
    ASSERT_TRUE(checkpoint.has_saved_end());
    ASSERT_TRUE(report.flows[0].inertia) << "it is stopped in the list";
    EXPECT_EQ(report.flows[0].inertia->flows.end, InertiaEnd::interrupted);
    EXPECT_EQ(report.flows[0].result.stop, StopReason::converged);
  }
  for (const std::vector<double>& reynolds : {std::vector{0.3, 2.5}, std::vector{0.3}}) {
    RunRequest other = request;
    other.inertia->reynolds = reynolds;
    const std::string why = refusal_of(pores, other, folder);
    EXPECT_NE(why.find("\"Reynolds numbers: 0.3,2 of"), std::string::npos) << why;
  }
  RunRequest other = request;
  other.grains[0].radius -= 0.25;
  const std::string why = refusal_of(pores, other, folder);
  EXPECT_NE(why.find("\"grains: 1 ("), std::string::npos) << why;
}

}  // namespace
}  // namespace perm
