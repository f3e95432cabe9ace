// SPDX-License-Identifier: Apache-2.0
#include "validation/inertia/inertia_case.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "validation/inertia/inertia_list.hpp"

namespace perm::validation {
namespace {

const Allowed allowed{1, 2, "because"};

InertiaCase case_with(std::vector<Check> figures) {
  InertiaCase one;
  one.name = "inertia-test";
  one.source = "a source";
  one.run = [figures](const InertiaMachine&) { return InertiaOutcome{figures, {}}; };
  return one;
}

TEST(InertiaFigure, is_held_between_its_limits) {
  EXPECT_TRUE(hold_figure("drag", 1, allowed).passed);
  EXPECT_TRUE(hold_figure("drag", 2, allowed).passed);
  EXPECT_FALSE(hold_figure("drag", 0.999, allowed).passed);
  EXPECT_FALSE(hold_figure("drag", 2.001, allowed).passed);
  EXPECT_EQ(hold_figure("drag", 1.5, allowed).reason, "because");
}

TEST(InertiaFigure, that_is_no_number_fails_and_has_no_value) {
  for (const double value : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    const Check check = hold_figure("drag", value, {-1e300, std::numeric_limits<double>::infinity(), "because"});
    EXPECT_FALSE(check.passed);
    EXPECT_FALSE(check.value.has_value());
    EXPECT_FALSE(check.outcome.empty());
  }
}

TEST(InertiaFigure, without_a_value_passes_only_where_it_is_left_open) {
  EXPECT_TRUE(leave_figure_open("drag", allowed, "the flow is not steady").passed);
  EXPECT_FALSE(miss_figure("drag", allowed, "the flow was not solved").passed);
}

TEST(InertiaCases, pass_when_all_figures_do_and_fail_without_one) {
  const Check good = hold_figure("drag", 1.5, allowed);
  const Check bad = hold_figure("lift", 3, allowed);
  EXPECT_TRUE(run_case(case_with({good, good}), {}).passed);
  EXPECT_FALSE(run_case(case_with({good, bad}), {}).passed);
  EXPECT_FALSE(run_case(case_with({}), {}).passed);
  const CaseResult result = run_case(case_with({good}), {});
  EXPECT_EQ(result.of.group, inertia_group);
  EXPECT_EQ(result.of.reference.source, "a source");
  EXPECT_FALSE(result.of.compares_permeability());
}

TEST(InertiaCases, have_names_of_their_own_and_sources) {
  for (const Thoroughness thoroughness : {Thoroughness::quick, Thoroughness::standard, Thoroughness::full}) {
    std::set<std::string> names;
    for (const InertiaCase& one : inertia_cases(thoroughness, {"inertia"})) {
      EXPECT_TRUE(names.insert(one.name).second) << one.name;
      EXPECT_EQ(one.name.rfind("inertia-", 0), 0U) << one.name;
      EXPECT_EQ(one.name.find_first_of(" ,\""), std::string::npos) << one.name;
      EXPECT_FALSE(one.title.empty()) << one.name;
      EXPECT_FALSE(one.source.empty()) << one.name;
      EXPECT_TRUE(one.run) << one.name;
    }
    EXPECT_FALSE(names.empty());
  }
}

TEST(InertiaCases, run_only_when_they_are_named) {
  for (const char* part : {"", "tube", "in", "sc", "tensor"})
    EXPECT_TRUE(inertia_cases(Thoroughness::quick, {part}).empty()) << part;
  EXPECT_EQ(inertia_cases(Thoroughness::quick, {"inertia-tube"}).size(), 1U);
}

}  // namespace
}  // namespace perm::validation
