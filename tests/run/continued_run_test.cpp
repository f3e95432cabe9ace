// SPDX-License-Identifier: Apache-2.0
// A run that is stopped and goes on has the bits of one that was never stopped, wherever it is stopped.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "core/errors.hpp"
#include "core/saving/checkpoint.hpp"
#include "core/saving/state_bytes.hpp"
#include "darcy/overlapping_spheres.hpp"
#include "long_tests.hpp"
#include "run/continued_runs.hpp"
#include "run/run.hpp"

namespace perm {
namespace {

namespace fs = std::filesystem;

TEST(ContinuedRun, has_the_bits_of_one_that_was_not_stopped) {
  RunRequest request;
  request.directions = {Axis::x, Axis::y};
  request.measures_slip = true;
  expect_the_bits_of_one_run(percolating_spheres(30, 5, 0.4), request, {0, 1, 2});
}

TEST(ContinuedRun, has_them_with_plain_steps) {
  RunRequest request;
  request.flow.method = Method::plain;
  request.flow.tolerance = 1e-2;
  expect_the_bits_of_one_run(percolating_spheres(20, 5, 0.5), request, {0, 1});
}

TEST(ContinuedRun, has_them_in_float64_between_closed_faces) {
  RunRequest request;
  request.flow.solver.precision = Precision::float64;
  request.flow.boundary = {Boundary::sealed};
  expect_the_bits_of_one_run(percolating_spheres(25, 5, 0.4), request, {0, 1});
}

TEST(ContinuedRun, has_them_beside_a_look_beyond_the_faces) {
  RunRequest request;
  request.looks_beyond_faces = true;
  expect_the_bits_of_one_run(percolating_spheres(27, 5, 0.4), request, {1});
}

TEST(ContinuedRun, has_them_in_a_dilute_medium) {
  RunRequest request;
  PoreSpace pores(Extent{30, 28, 26});
  pores.fill_with_pore();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) pores.set_solid(20 + i, 20 + j, 18);
  expect_the_bits_of_one_run(pores, request, {0, 1});
}

TEST(ContinuedRun, has_them_with_slip) {
  RunRequest request;
  request.flow.solver.slip.length = 0.3;
  expect_the_bits_of_one_run(percolating_spheres(24, 5, 0.5), request, {0, 1});
}

TEST(ContinuedRun, has_them_with_an_error_budget) {
  RunRequest request;
  request.budget = BudgetChoice::voxels_and_boundaries;
  request.flow.tolerance = 1e-2;
  expect_the_bits_of_one_run(percolating_spheres(20, 5, 0.5), request, {1, 2});
}

TEST(ContinuedRun, goes_on_from_a_state_of_the_clock) {
  const PoreSpace pores = percolating_spheres(24, 5, 0.4);
  RunRequest request;
  const StateBytes whole = bytes_of(run_flows(PoreSpace(pores), request));
  const Folder folder;
  {
    Checkpoint checkpoint({}, {folder.path(), 0});
    request.checkpoint = &checkpoint;
    EXPECT_TRUE(bytes_of(run_flows(PoreSpace(pores), request)) == whole);
    EXPECT_GT(checkpoint.states_saved(), 3);
  }
  EXPECT_EQ(folder.names().size(), 2U);  // as if the program had been killed at its end
  Checkpoint checkpoint({}, {folder.path()});
  request.checkpoint = &checkpoint;
  EXPECT_TRUE(bytes_of(run_flows(PoreSpace(pores), request)) == whole);
}

std::string refusal(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::input);
    return error.what();
  }
  ADD_FAILURE() << "nothing was refused";
  return {};
}

/// Saves states of a run that is stopped, two where there is time for both.
void leave_states(const PoreSpace& pores, RunRequest request, const fs::path& folder, double every_s = 0) {
  Checkpoint checkpoint({}, {folder, every_s});
  request.checkpoint = &checkpoint;
  StopperAt stopper(2);
  run_flows(PoreSpace(pores), request, stopper);
}

TEST(ContinuedRun, refuses_a_state_of_another_run) {
  const PoreSpace pores = percolating_spheres(24, 5, 0.4);
  RunRequest request;
  const Folder folder;
  leave_states(pores, request, folder.path());
  const auto go_on = [&](const PoreSpace& image, const auto& change) {
    RunRequest other = request;
    change(other);
    return refusal([&] {
      Checkpoint checkpoint({}, {folder.path()});
      other.checkpoint = &checkpoint;
      run_flows(PoreSpace(image), other);
    });
  };
  PoreSpace image = pores;
  image.set_pore(0, 0, 0);
  image.set_pore(1, 0, 0);
  EXPECT_NE(go_on(image, [](RunRequest&) {}).find("\"image: "), std::string::npos);
  EXPECT_NE(go_on(pores, [](RunRequest& r) { r.flow.tolerance = 1e-4; }).find("\"options: "), std::string::npos);
  EXPECT_NE(go_on(pores, [](RunRequest& r) { r.directions = {Axis::y}; }).find("\"directions: x\""), std::string::npos);
}

void flip_a_byte(const fs::path& file, std::int64_t at) {
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekg(at);
  const int byte = stream.get();
  stream.seekp(at);
  stream.put(static_cast<char>(byte ^ 1));
}

TEST(ContinuedRun, takes_the_older_state_where_the_newest_is_torn) {
  const PoreSpace pores = percolating_spheres(24, 5, 0.4);
  RunRequest request;
  const StateBytes whole = bytes_of(run_flows(PoreSpace(pores), request));
  for (const std::string file : {"rank-0", "index"})
    for (const bool cuts : {false, true}) {
      const Folder folder;
      leave_states(pores, request, folder.path());
      ASSERT_EQ(folder.names().size(), 2U);
      const fs::path torn = folder.path() / folder.names().back() / file;
      const auto middle = static_cast<std::int64_t>(fs::file_size(torn) / 2);
      if (cuts)
        fs::resize_file(torn, static_cast<std::uintmax_t>(middle));
      else
        flip_a_byte(torn, middle);
      Checkpoint checkpoint({}, {folder.path()});
      request.checkpoint = &checkpoint;
      EXPECT_TRUE(bytes_of(run_flows(PoreSpace(pores), request)) == whole) << file;
      checkpoint.remove();
      EXPECT_FALSE(fs::exists(folder.path()));
    }
}

TEST(ContinuedRun, refuses_a_folder_whose_states_are_all_torn) {
  const Folder folder;
  leave_states(percolating_spheres(24, 5, 0.4), {}, folder.path());
  for (const std::string& name : folder.names()) flip_a_byte(folder.path() / name / "rank-0", 1000);
  const std::string why = refusal([&] { const Checkpoint checkpoint({}, {folder.path()}); });
  EXPECT_NE(why.find("torn, or were altered"), std::string::npos) << why;
}

TEST(ContinuedRun, is_refused_where_another_run_works_with_the_states) {
  const Folder folder;
  leave_states(percolating_spheres(24, 5, 0.4), {}, folder.path());
  if (!long_tests_run()) GTEST_SKIP() << "it waits for ten seconds";
  const FolderUse by_another(folder.path());
  const std::string why = refusal([&] { const Checkpoint checkpoint({}, {folder.path()}); });
  EXPECT_NE(why.find("are in use (another run works with them)"), std::string::npos) << why;
}

TEST(ContinuedRun, ends_although_nothing_can_be_saved) {
  const PoreSpace pores = percolating_spheres(24, 5, 0.4);
  const Folder folder;
  fs::create_directory(folder.path());
  std::ofstream(folder.path() / "file") << "no folder";
  Checkpoint checkpoint({}, {folder.path() / "file" / "states", 0});
  RunRequest request;
  request.checkpoint = &checkpoint;
  const RunReport report = run_flows(PoreSpace(pores), request);
  EXPECT_EQ(report.flows[0].result.stop, StopReason::converged);
  EXPECT_NE(checkpoint.why_not_saved(), "");
  EXPECT_EQ(checkpoint.states_saved(), 0);
}

}  // namespace
}  // namespace perm
