// SPDX-License-Identifier: Apache-2.0
// generate -> file -> solve gives the same bits as solving the recipe, in every format.
#include <gmock/gmock.h>

#include "cli/program.hpp"

namespace perm::cli {
namespace {

constexpr const char* generate = "generate overlap --size 20x18x16 --radius 4 --porosity 0.5 --seed 3 -o ";

class RoundTrip : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_text(path("rock.ini"), "kind = overlap\nsize = 20x18x16\nradius = 4\nporosity = 0.5\nseed = 3\n");
  }
  /// Expects the same permeability and hash from `file`, solved with the command that generate suggests.
  void expect_same_result(const std::string& file) const {
    const nlohmann::json direct = solve("rock.ini --voxel-size 1um --walls voxels", "direct");
    const Outcome outcome = run(generate + file);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, testing::HasSubstr("0 = pore, 1 = solid"));
    const std::string start = "Next: permeability solve ";
    const std::size_t begin = outcome.out.find(start);
    ASSERT_NE(begin, std::string::npos) << outcome.out;
    const std::string rest = outcome.out.substr(begin + start.size());
    const nlohmann::json result = solve(rest.substr(0, rest.find("   (")));
    EXPECT_EQ(result["flow"][0]["permeability_m2"], direct["flow"][0]["permeability_m2"]);
    EXPECT_EQ(result["image"]["pore_space_hash"], direct["image"]["pore_space_hash"]);
  }
};

TEST_F(RoundTrip, a_stack_of_slices_gives_the_same_result) { expect_same_result("rock"); }
TEST_F(RoundTrip, a_stack_named_with_its_slash_gives_the_same_result) { expect_same_result("new/rock/"); }
TEST_F(RoundTrip, a_multi_page_tiff_gives_the_same_result) { expect_same_result("rock.tif"); }
TEST_F(RoundTrip, an_mha_file_gives_the_same_result) { expect_same_result("rock.mha"); }
TEST_F(RoundTrip, an_mhd_file_gives_the_same_result) { expect_same_result("rock.mhd"); }
TEST_F(RoundTrip, an_nrrd_file_gives_the_same_result) { expect_same_result("rock.nrrd"); }
TEST_F(RoundTrip, a_raw_file_gives_the_same_result) { expect_same_result("rock.raw"); }

}  // namespace
}  // namespace perm::cli
