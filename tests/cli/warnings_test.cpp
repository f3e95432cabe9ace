// SPDX-License-Identifier: Apache-2.0
// One image, solved by each road: the warnings are the same on the terminal, in JSON and CSV, and on the pages.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include "cli/batch_table.hpp"
#include "cli/program.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Warnings : public CliTest {
 protected:
  /// Pores (50) under a stair in solid (200): narrow, with faces that do not match, in a file that gives its voxels.
  void SetUp() override {
    CliTest::SetUp();
    std::string voxels;
    for (int z = 0; z < 4; ++z)
      for (int y = 0; y < 4; ++y) voxels.append(6, z <= y ? char{50} : static_cast<char>(200));
    write_text(path("stair.mha"),
               "ObjectType = Image\nNDims = 3\nBinaryData = True\nBinaryDataByteOrderMSB = False\n"
               "CompressedData = False\nElementSpacing = 5 5 5\nDimSize = 6 4 4\nElementType = MET_UCHAR\n"
               "ElementDataFile = LOCAL\n" +
                   voxels);
  }

  static std::string joined(const json& warnings) {
    return fmt::format("{}", fmt::join(warnings.get<std::vector<std::string>>(), "; "));
  }

  static void expect_told(const json& warnings, const std::string& text) {
    for (const std::string warning : warnings) {
      const std::string words = warning.starts_with("along x: ") ? warning.substr(9) : warning;
      EXPECT_THAT(text, HasSubstr(words.substr(1))) << "a page writes the first letter large";
    }
  }

  static constexpr const char* options = " --voxel-size 7um --device cpu --tolerance 1e-2";
};

TEST_F(Warnings, of_one_image_are_the_same_on_every_road) {
  const Outcome solved = run(std::string("solve stair.mha --pore :100 -o solved") + options);
  ASSERT_EQ(solved.exit_code, 0) << solved.err;
  const json warnings = json::parse(read_text(path("solved/result.json")))["warnings"];
  ASSERT_EQ(warnings.size(), 3U) << warnings;
  EXPECT_THAT(warnings[0].get<std::string>(), HasSubstr("the file gives its voxels as"));
  EXPECT_THAT(warnings[1].get<std::string>(), HasSubstr("the program closed the image"));
  EXPECT_THAT(warnings[2].get<std::string>(), HasSubstr("along x: throats of about"));
  expect_told(warnings, solved.out);
  expect_told(warnings, run(std::string("solve stair.mha --pore :100 --quiet -o solved") + options).out);

  write_text(path("list.csv"), "input,pore\nstair.mha,:100\n");
  EXPECT_THAT(run(std::string("batch list.csv -o rows") + options).out,
              HasSubstr("1 rows: 1 solved, 1 of them with warnings, 0 failed"));
  EXPECT_EQ(BatchTable(read_text(path("rows/batch.csv"))).cell(0, "warnings"), joined(warnings));

  for (const std::string times : {"", " --quiet"}) {  // the second time the flow is known
    const Outcome swept = run("sweep stair.mha --threshold 100 -o swept" + times + options);
    ASSERT_EQ(swept.exit_code, 0) << swept.err;
    const json sweep = json::parse(read_text(path("swept/sweep.json")));
    EXPECT_EQ(sweep["points"][0]["warnings"], warnings) << times;
    const BatchTable table(read_text(path("swept/sweep.csv")));
    EXPECT_EQ(table.cell(0, "warnings"), joined(warnings)) << times;
    EXPECT_EQ(table.cell(0, "input"), "stair.mha");
    EXPECT_EQ(table.cell(0, "boundary"), "sealed");
    EXPECT_EQ(table.cell(0, "crop"), "");
    expect_told(warnings, swept.out);
  }
}

TEST_F(Warnings, are_on_every_page_and_nothing_is_green) {
  if (const std::string why = why_no_report(); !why.empty()) GTEST_SKIP() << why;
  write_text(path("list.csv"), "input,pore\nstair.mha,:100\n");
  for (const std::string words :
       {"solve stair.mha --pore :100", "batch list.csv", "sweep stair.mha --threshold 100,110"}) {
    const Outcome outcome = run(words + options + " --overwrite --report page.html -o " + words.substr(0, 5));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::string page = read_text(path("page.html"));
    for (const char* part : {"he file gives its voxels as", "he program closed the image", "hroats of about", "▲"})
      EXPECT_THAT(page, HasSubstr(part)) << words;
    EXPECT_THAT(page, testing::Not(HasSubstr("✓"))) << words;
  }
}

TEST_F(Warnings, of_a_sweep_of_kinds_are_those_of_its_flows) {
  const Outcome swept =
      run("sweep fibres --porosity 0.7 --size 12 --radius 1.5 --orientation planar --direction z "
          "--realisations 2 --device cpu --tolerance 1e-1 -o swept");
  ASSERT_EQ(swept.exit_code, 0) << swept.err;
  const json point = json::parse(read_text(path("swept/sweep.json")))["points"][0];
  EXPECT_EQ(point["medium"],
            "fibres, planar across z, radius 1.5 voxels; flow along z, across the layers; walls between voxels");
  EXPECT_TRUE(point["interval_low_voxel2"].is_null());
  EXPECT_THAT(joined(point["warnings"]), HasSubstr("two seeds give no interval of their mean, so K has no interval"));
  EXPECT_EQ(BatchTable(read_text(path("swept/sweep.csv"))).cell(0, "warnings"), joined(point["warnings"]));
  for (const std::string warning : point["warnings"]) EXPECT_THAT(swept.out, HasSubstr(warning));
}

}  // namespace
}  // namespace perm::cli
