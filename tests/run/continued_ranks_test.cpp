// SPDX-License-Identifier: Apache-2.0
// A run that is stopped on some processes goes on on others, fewer or more, and has the bits of one that was not
// stopped: a flow, and a list of flows with inertia.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>

#include "darcy/overlapping_spheres.hpp"
#include "partitions.hpp"
#include "run/continued_runs.hpp"
#include "run/run.hpp"

namespace perm {
namespace {

/// Runs a request on 1 process, on all, on 2, and so on in turn, with a stop after so many batches.
void expect_the_bits_of_one_run_on(const Communicator& world, const PoreSpace& pores, RunRequest request, int number) {
  request.flow.solver.threads = 1;
  const StateBytes whole = bytes_of(run_flows(slab_of(pores, world), request));
  const Folder folder;
  const std::filesystem::path path = world.share_text(folder.path().string());
  const std::array<int, 3> sizes{1, world.size(), 2};
  for (std::size_t turn = 0;; ++turn) {
    const int size = sizes[turn % sizes.size()];
    const Communicator processes = world.first(size);
    bool has_ended = false;
    if (world.rank() < size) {
      Checkpoint checkpoint(processes, {path});
      request.checkpoint = &checkpoint;
      StopperAt stopper(number);
      const RunReport report = run_flows(slab_of(pores, processes), request, stopper);
      EXPECT_EQ(checkpoint.why_not_saved(), "");
      has_ended = !checkpoint.has_saved_end();
      if (has_ended) {
        checkpoint.remove();
        EXPECT_TRUE(bytes_of(report) == whole) << "ended on " << size << " processes";
      }
    }
    if (!world.any(has_ended)) continue;
    EXPECT_GE(turn, sizes.size()) << "it was stopped on each number of processes";
    return;
  }
}

TEST(ContinuedOnRanks, has_the_bits_of_a_flow_that_was_not_stopped) {
  RunRequest request;
  request.directions = {Axis::x, Axis::z};
  expect_the_bits_of_one_run_on(Communicator::world(), percolating_spheres(26, 5, 0.4), request, 1);
}

TEST(ContinuedOnRanks, has_those_of_a_list_that_was_not_stopped) {
  RunRequest request;
  request.flow.tolerance = 1e-2;
  request.seams = SeamCheck::skip;
  request.inertia = InertiaChoice{{0.1, 0.5}};
  expect_the_bits_of_one_run_on(Communicator::world(), percolating_spheres(20, 5, 0.6), request, 2);
  request.flow.boundary.boundary = Boundary::sealed;
  expect_the_bits_of_one_run_on(Communicator::world(), percolating_spheres(18, 5, 0.6), request, 3);
}

}  // namespace
}  // namespace perm
