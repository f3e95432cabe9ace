// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/published_points.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "core/errors.hpp"

namespace perm::validation {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<PublishedPoints> read(const std::string& text) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "published_points.csv";
  std::ofstream(file) << text;
  return read_published_points(file);
}

std::string complaint_of(const std::string& text) {
  try {
    read(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(PublishedPoints, are_grouped_by_name) {
  const auto all = read(
      "# digitised\nname, porosity , permeability_over_d2,remark\r\n"
      "A,0.5,1e-3,\n\nB,0.6,2e-3,good\nA,0.7,4e-3,\n");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].name, "A");
  EXPECT_THAT(all[0].porosity, ElementsAre(0.5, 0.7));
  EXPECT_THAT(all[0].over_diameter2, ElementsAre(1e-3, 4e-3));
  EXPECT_EQ(all[1].name, "B");
}

TEST(PublishedPoints, are_read_as_spreadsheets_save_them) {
  for (const char* text : {"# a, remark\nporosity;permeability_over_d2;name\n0.5;1e-3;\"Smith, 2001\"\n",
                           "porosity\tpermeability_over_d2\tname\r\n0.5\t1e-3\tSmith, 2001\r\n",
                           "porosity,permeability_over_d2,name\r0.5,1e-3,\"Smith, 2001\""}) {
    const auto all = read(text);
    ASSERT_EQ(all.size(), 1U) << text;
    EXPECT_EQ(all[0].name, "Smith, 2001");
    EXPECT_THAT(all[0].over_diameter2, ElementsAre(1e-3));
  }
}

TEST(PublishedPoints, without_names_are_those_of_the_file) {
  const auto all = read("solid_fraction,permeability_over_d2\n0.25,0.01\n");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].name, "published_points");
  EXPECT_THAT(all[0].porosity, ElementsAre(0.75));
}

TEST(PublishedPoints, that_cannot_be_understood_are_refused) {
  EXPECT_THAT(complaint_of(""), HasSubstr("holds no point"));
  EXPECT_THAT(complaint_of("porosity,permeability_over_d2\n"), HasSubstr("holds no point"));
  EXPECT_THAT(complaint_of("porosity,k\n0.5,1\n"), HasSubstr("no column is called permeability_over_d2"));
  EXPECT_THAT(complaint_of("eps,permeability_over_d2\n0.5,1\n"), HasSubstr("porosity or solid_fraction"));
  EXPECT_THAT(complaint_of("porosity,solid_fraction,permeability_over_d2\n0.5,0.5,1\n"), HasSubstr("both"));
  EXPECT_THAT(complaint_of("porosity,permeability_over_d2\n0.5\n"), HasSubstr("line 2 has 1 columns"));
  EXPECT_THAT(complaint_of("porosity,permeability_over_d2\n0.5,1e-3 m2\n"),
              HasSubstr("'1e-3 m2' in line 2 is no number"));
  EXPECT_THAT(complaint_of("porosity,permeability_over_d2\n0.5,nan\n"), HasSubstr("is no number"));
  EXPECT_THAT(complaint_of("porosity,permeability_over_d2\n50,1e-3\n"), HasSubstr("between 0 and 1"));
  EXPECT_THAT(complaint_of("porosity,permeability_over_d2\n0.5,-1\n"), HasSubstr("not above 0"));
}

}  // namespace
}  // namespace perm::validation
