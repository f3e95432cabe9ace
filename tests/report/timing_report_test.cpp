// SPDX-License-Identifier: Apache-2.0
#include "report/timing_report.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace perm {
namespace {

using testing::HasSubstr;

const std::vector<PhaseTime> times{
    {Phase::start, 0, 0.25}, {Phase::steps, 0, 1.5}, {Phase::halving, 1, 0.05}, {Phase::steps, 1, 0.2}};

TEST(TimingReport, has_a_line_for_each_phase_and_for_each_coarser_image) {
  const std::string text = format_timings(times);
  EXPECT_THAT(text, HasSubstr("Time of the phases, 2.000 s in all:\n"));
  EXPECT_THAT(text, HasSubstr("  start                  0.250 s  12.5 %\n"));
  EXPECT_THAT(text, HasSubstr("  steps                  1.500 s  75.0 %\n"));
  EXPECT_THAT(text, HasSubstr("  voxels 2 x larger      0.250 s  12.5 %  halving 0.050, steps 0.200\n"));
}

TEST(TimingReport, names_phase_level_and_seconds) {
  const nlohmann::ordered_json json = describe_timings(times);
  EXPECT_EQ(json["seconds"], 2.0);
  ASSERT_EQ(json["phases"].size(), 4U);
  EXPECT_EQ(json["phases"][3], (nlohmann::ordered_json{{"phase", "steps"}, {"level", 1}, {"seconds", 0.2}}));
}

}  // namespace
}  // namespace perm
