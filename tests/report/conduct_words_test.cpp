// SPDX-License-Identifier: Apache-2.0
// What pores conduct, in words; what does not exist has no number.
#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "report/conduct/conduct_summary.hpp"
#include "report/example_conduction.hpp"

namespace perm {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Tells whether a text has a word that no number should be.
bool has_no_number(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::string word;
  for (const char c : text + ' ') {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      word += c;
      continue;
    }
    if (word == "nan" || word == "inf") return true;
    word.clear();
  }
  return false;
}

TEST(ConductReport, in_words_has_no_nan_and_no_inf) {
  ConductReport report = example_report();
  report.directions.push_back(example_blocked(Axis::y));
  report.tensor = Matrix3{{{0.22, 0, 0.01}, {0, 0, 0}, {0.01, 0, 0.22}}};
  report.principal = find_principal_axes(*report.tensor);
  ConductWords words;
  words.bulk = Bulk{2, "W/(m K)"};
  const std::string text = format_conduction(report, words);
  EXPECT_FALSE(has_no_number(text)) << text;
  EXPECT_THAT(text, HasSubstr("infinite: no pores are joined through faces from end to end"));
  EXPECT_THAT(text, HasSubstr("Tensor of relative conductivity"));
  EXPECT_THAT(text, HasSubstr("principal value 3"));
  for (const Boundary boundary : {Boundary::periodic, Boundary::sealed}) {
    ConductReport bare = report;
    bare.boundary = boundary;
    bare.image.pore_voxels = bare.image.connected_voxels = 1000;
    for (Conducted& conducted : bare.directions) conducted.lower = conducted.value = conducted.upper = 1;
    EXPECT_FALSE(has_no_number(format_conduction(bare, words))) << format_conduction(bare, words);
  }
  ConductReport solid = report;  // no pores at all
  solid.image.pore_voxels = solid.image.connected_voxels = 0;
  solid.directions = {example_blocked(Axis::x)};
  EXPECT_FALSE(has_no_number(format_conduction(solid, words))) << format_conduction(solid, words);
  EXPECT_FALSE(has_no_number(written(solid, words).dump()));
}

TEST(ConductReport, in_words_has_the_factor_between_its_bounds_and_all_warnings) {
  ConductReport report = example_report();
  report.warnings = {"along y: pores meet in edges only\nsomewhere"};
  const std::string text = format_conduction(report, {});
  EXPECT_THAT(text, HasSubstr("4.55, between 4 and 5"));
  EXPECT_THAT(text, HasSubstr("Along x"));
  EXPECT_THAT(text, HasSubstr("Along z"));
  EXPECT_THAT(text, HasSubstr("Archie's m"));
  EXPECT_THAT(text, HasSubstr("pores meet in edges only"));
  EXPECT_THAT(text, Not(HasSubstr("only\nsomewhere"))) << "a warning is one line";
  EXPECT_EQ(written(report)["warnings"][0], report.warnings[0]);
}

}  // namespace
}  // namespace perm
