// SPDX-License-Identifier: Apache-2.0
// `conduct --report` makes one HTML page beside conduction.json, and pages of `solve` and `sweep` show conduction where
// --conduct asks for it. The look of pages is tested in tests/report_page.
#include <gmock/gmock.h>

#include "cli/conduct/conduction_run.hpp"

namespace perm::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class ConductPage : public ConductionRun {
 protected:
  void SetUp() override {
    if (const std::string why = why_no_report(); !why.empty()) GTEST_SKIP() << why;
    ConductionRun::SetUp();
  }
  std::string page_of(const std::string& words) const {
    const Outcome outcome = run(words + " --report page.html");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("\nReport: page.html\n"));
    return read_text(path("page.html"));
  }
};

TEST_F(ConductPage, has_the_numbers_the_tensor_and_the_command) {
  const std::string page = page_of("conduct rock.ini --voxel-size 2um --direction xyz --output out --figures figures");
  EXPECT_THAT(page, AllOf(HasSubstr("</html>"), HasSubstr("<svg"), HasSubstr("Formation factor along z"),
                          HasSubstr("Tensor of relative conductivity"), HasSubstr("permeability conduct"),
                          HasSubstr("content=\"conduction.json "), Not(HasSubstr("src=\"http"))));
  for (const char* ending : {".svg", ".pdf", ".csv"})
    EXPECT_FALSE(read_text(path(std::string("figures/conduct-bounds") + ending)).empty()) << ending;
}

TEST_F(ConductPage, is_made_again_and_takes_the_place_of_no_other_page) {
  page_of("conduct rock.ini --output out");
  page_of("conduct rock.ini --output out --direction y");
  write_text(path("other.ini"), "kind = overlap\nsize = 12\nradius = 4\nporosity = 0.5\nseed = 3\n");
  expect_error("conduct other.ini --output other --report page.html", 3, "--report cannot be written to 'page.html'");
  EXPECT_FALSE(std::filesystem::exists(path("other")));
  write_text(path("page.html"), "mine\n");
  expect_error("conduct rock.ini --output out --report page.html", 3, "--report cannot be written to 'page.html'");
  expect_error("conduct rock.ini --output out --report rock.ini --overwrite", 3, "rock.ini");
  expect_error("conduct rock.ini --output out --figures figures", 2, "--figures is given without --report");
}

TEST_F(ConductPage, is_made_in_a_folder_that_holds_a_flow_too) {
  ASSERT_EQ(run("solve rock.ini --device cpu --output out").exit_code, 0);
  EXPECT_THAT(page_of("conduct rock.ini --output out"), HasSubstr("Formation factor along x"));
  std::filesystem::remove(path("page.html"));
  EXPECT_THAT(page_of("solve rock.ini --device cpu --conduct --output out"),
              AllOf(HasSubstr("Permeability of rock.ini"), HasSubstr("What the pores conduct")));
}

TEST_F(ConductPage, of_a_sweep_has_a_figure_of_the_formation_factor) {
  const std::string words = "sweep overlap --porosity 0.6,0.8 --size 12 --radius 3 --device cpu --output swept";
  EXPECT_THAT(page_of(words), Not(HasSubstr("Formation factor and porosity")));
  EXPECT_THAT(page_of(words + " --conduct --overwrite"), HasSubstr("Formation factor and porosity"));
}

}  // namespace
}  // namespace perm::cli
