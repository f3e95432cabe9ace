// SPDX-License-Identifier: Apache-2.0
// --report writes one HTML file next to the results. The look of the page is tested in tests/report_page.
#include <gmock/gmock.h>

#include "cli/program.hpp"

namespace perm::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

class HtmlReport : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("rock.ini"), "kind = overlap\nsize = 20x18x16\nradius = 4\nporosity = 0.5\nseed = 3\n");
  }
  void expect_page(const std::string& words) const {
    const Outcome outcome = run(words + " --device cpu --output out --report page.html");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::string page = read_text(path("page.html"));
    EXPECT_THAT(page, HasSubstr("</html>"));
    EXPECT_THAT(page, HasSubstr("<svg"));
    EXPECT_THAT(page, HasSubstr("permeability " + words.substr(0, words.find(' '))));  // the command that repeats it
    for (const char* from_outside : {"src=\"http", "href=\"http", "@import", "url(http"})
      EXPECT_THAT(page, Not(HasSubstr(from_outside)));
  }
  void expect_figures(const std::vector<std::string>& names) const {
    for (const std::string& name : names)
      for (const char* ending : {".svg", ".pdf", ".csv"})
        EXPECT_FALSE(read_text(path("figures") / (name + ending)).empty()) << name << ending;
  }
};

TEST_F(HtmlReport, of_solve_shows_the_slices) {
  if (const std::string why = why_no_report(); !why.empty()) GTEST_SKIP() << why;
  expect_page("solve rock.ini --voxel-size 2um --direction xz --figures figures");
  EXPECT_THAT(read_text(path("out/views.json")), HasSubstr("speed_histogram"));
  EXPECT_THAT(read_text(path("page.html")), HasSubstr("adds conductors to half-way bounce-back"));
  expect_figures({"solve-history-x", "solve-flux-x", "solve-speeds-z"});
}

TEST_F(HtmlReport, of_solve_shows_the_image_where_nothing_percolates) {
  if (const std::string why = why_no_report(); !why.empty()) GTEST_SKIP() << why;
  write_text(path("wall.ini"), "kind = plates\nsize = 12\ngap = 8\naxis = x\n");
  expect_page("solve wall.ini --voxel-size 2um --direction y");
  EXPECT_THAT(read_text(path("out/views.json")), HasSubstr("\"speed_histogram\":null"));
  EXPECT_THAT(read_text(path("page.html")), HasSubstr("flow along y cannot reach it"));
}

TEST_F(HtmlReport, of_sweep_and_validate_are_made_too) {
  if (const std::string why = why_no_report(); !why.empty()) GTEST_SKIP() << why;
  expect_page("sweep sc,bcc --porosity 0.7,0.9 --size 12 --figures figures");
  expect_figures({"sweep-permeability", "sweep-deviation"});
  EXPECT_THAT(read_text(path("figures/sweep-permeability.csv")), HasSubstr("\nbcc,0.7"));
  std::filesystem::remove_all(path("out"));
  expect_page("validate --quick --cases plates --figures figures --overwrite");
  expect_figures({"validation-ratio-1-exact", "validation-error-1-channels-1"});
}

TEST_F(HtmlReport, that_cannot_be_made_is_told_before_anything_is_solved) {
  const Outcome outcome = run_in_shell("PERMEABILITY_PYTHON=/nowhere/python3",
                                       "solve rock.ini --voxel-size 2um --output out --report page.html");
  EXPECT_EQ(outcome.exit_code, 3);
  expect_one_error_line(outcome.err);
  EXPECT_THAT(outcome.err, HasSubstr("matplotlib"));
  EXPECT_FALSE(std::filesystem::exists(path("out")));
  if (!why_no_report().empty()) return;
  expect_error("solve rock.ini --voxel-size 2um --output out --report nowhere/page.html", 3, "its folder is not there");
  for (const char* folder : {"nowhere/figures", "rock.ini"})
    expect_error("solve rock.ini --voxel-size 2um --output out --report page.html --figures " + std::string(folder), 3,
                 "--figures cannot be written to");
  EXPECT_FALSE(std::filesystem::exists(path("out")));
}

}  // namespace
}  // namespace perm::cli
