// SPDX-License-Identifier: Apache-2.0
// The program finds the reader of other formats beside itself, wherever it is started.
#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "cli/program.hpp"
#include "cli/small_image.hpp"
#include "image/format_bytes.hpp"

namespace perm::cli {
namespace {

namespace fs = std::filesystem;

constexpr Extent extent_of_slit{8, 6, 4};
constexpr const char* options_of_solve = " --voxel-size 1um --pore 0 --device cpu ";

class ForeignImage : public CliTest {
 protected:
  void SetUp() override {
#if !defined(PERM_HAS_PNG)
    GTEST_SKIP() << "this build has no libpng";
#endif
    CliTest::SetUp();
    const std::vector<std::uint8_t> grey = slit(extent_of_slit);
    write_raw(path("a.raw"), grey);
    const std::string bytes(grey.begin(), grey.end());
    Nifti nifti;
    nifti.voxels = bytes;
    nifti.extent = extent_of_slit;
    write_text(path("a.nii"), nifti.build());
    fs::create_directories(path("slices"));
    for (int z = 0; z < 4; ++z)
      write_text(path("slices") / (std::to_string(z) + ".png"),
                 Png{8, 6, 8, 0, bytes.substr(static_cast<std::size_t>(z) * 48, 48), {}}.build());
  }
};

TEST_F(ForeignImage, gives_the_pore_space_that_the_raw_voxels_give) {
  const auto hash_of = [&](const std::string& input, const std::string& output) {
    return solve(input + options_of_solve, output)["image"]["pore_space_hash"];
  };
  const auto expected = hash_of("a.raw --dims 8x6x4", "raw");
  EXPECT_FALSE(expected.is_null());
  EXPECT_EQ(hash_of("slices", "png"), expected);
  EXPECT_EQ(hash_of("a.nii", "nii"), expected);
}

TEST_F(ForeignImage, that_is_damaged_is_one_line_and_exit_code_3) {
  fs::resize_file(path("a.nii"), 400);
  expect_error("solve a.nii --voxel-size 1um --pore 0", 3, "a.nii");
}

TEST_F(ForeignImage, is_read_with_standard_streams_closed) {
  const Outcome outcome =
      run_in_shell("exec 0<&- 1>&- 2>&-;", "solve slices" + std::string(options_of_solve) + "--output out");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(fs::exists(path("out/result.json")));
}

}  // namespace
}  // namespace perm::cli
