// SPDX-License-Identifier: Apache-2.0
#include "report/convergence_csv.hpp"

#include <gtest/gtest.h>

#include "report/example_run.hpp"

namespace perm {
namespace {

using namespace testing_report;

TEST(ConvergenceCsv, has_a_row_a_sample_and_an_empty_cell_for_what_does_not_exist) {
  EXPECT_EQ(format_convergence_csv({converged_flow(Axis::y)}),
            "direction,step,seconds,permeability_voxel2,extrapolated_voxel2,error\n"
            "y,50,0.5,0.04,,\n"
            "y,100,1,0.05,0.0536,0.0008\n");
}

TEST(ConvergenceCsv, lists_the_directions_one_after_another) {
  const std::string csv = format_convergence_csv({converged_flow(Axis::x), converged_flow(Axis::z)});
  EXPECT_LT(csv.find("\nx,100,"), csv.find("\nz,50,"));
}

TEST(ConvergenceCsv, of_a_flow_that_was_not_solved_is_only_the_head) {
  EXPECT_EQ(format_convergence_csv({blocked_flow(Axis::x)}),
            "direction,step,seconds,permeability_voxel2,extrapolated_voxel2,error\n");
}

TEST(PlaneFluxCsv, has_a_row_a_plane) {
  EXPECT_EQ(format_plane_flux_csv({converged_flow(Axis::x)}),
            "direction,plane,mean_velocity\nx,0,1.25e-08\nx,1,1.2501e-08\n");
}

}  // namespace
}  // namespace perm
