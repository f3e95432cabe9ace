// SPDX-License-Identifier: Apache-2.0
// A command replaces its own results of the same input. All else it replaces only with --overwrite.
#include <gmock/gmock.h>

#include "cli/program.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class OverwriteOption : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    const Extent extent{8, 8, 8};
    write_mha(path("s1/rock.mha"), extent, slit(extent));
    write_raw(path("s2/rock.raw"), slit(extent));
  }
  void expect_success(const std::string& words) const {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit_code, 0) << words << "\n" << outcome.err;
  }
  /// Expects that `words` are refused with `part` and change nothing, and that --overwrite lets them through.
  void expect_refusal_without_the_option(const std::string& words, const std::string& part) const {
    expect_error(words, 3, part);
    expect_error(words, 3, "--overwrite");
    expect_success(words + " --overwrite");
  }
};

constexpr const char* first = "solve s1/rock.mha --pore 0 --voxel-size 1um --threads 1";
constexpr const char* second = "solve s2/rock.raw --dims 8x8x8 --pore 0 --voxel-size 1um --threads 1";

TEST_F(OverwriteOption, is_needed_for_results_of_another_input_of_the_same_name) {
  expect_success(first);
  expect_success(first);
  const std::string results = read_text(path("rock-permeability/result.json"));
  expect_error(second, 3, "'rock-permeability' holds the results of another input ('");
  expect_error(second, 3, "s1/rock.mha'). Name another folder with --output, or add --overwrite");
  EXPECT_EQ(read_text(path("rock-permeability/result.json")), results);
  expect_success(std::string(second) + " --overwrite");
  expect_refusal_without_the_option(first, "s2/rock.raw");
}

TEST_F(OverwriteOption, is_needed_for_them_in_a_folder_that_is_named_too) {
  expect_success(std::string(first) + " --output out");
  expect_refusal_without_the_option(std::string(second) + " --output out", "another input");
}

TEST_F(OverwriteOption, is_asked_for_before_the_image_is_read) {
  expect_success(first);
  write_text(path("s2/rock.tif"), "no image");
  expect_error("solve s2/rock.tif --pore 0 --voxel-size 1um", 3, "another input");
}

TEST_F(OverwriteOption, is_not_needed_however_the_same_input_is_named) {
  expect_success(std::string(first) + " --output out");
  for (const std::string& name :
       {std::string("./s1/rock.mha"), std::string("s2/../s1/rock.mha"), fs::canonical(path("s1/rock.mha")).string()})
    expect_success("solve " + name + " --pore 0 --voxel-size 1um --threads 1 --output out");
  fs::create_symlink(path("s1/rock.mha"), path("link.mha"));
  expect_success("solve link.mha --pore 0 --voxel-size 1um --threads 1 --output out");
}

TEST_F(OverwriteOption, is_needed_for_files_of_the_user_that_have_the_names_of_results) {
  for (const char* name : {"result.json", "convergence.csv", "plane_flux.csv", "fields_y.vti"}) {
    const std::string folder = std::string("out_") + name;
    write_text(path(folder) / name, "of the user");
    write_text(path(folder) / "notes.txt", "of the user");
    expect_refusal_without_the_option(std::string(first) + " --direction y --fields --output " + folder, name);
    EXPECT_EQ(read_text(path(folder) / "notes.txt"), "of the user");
  }
  write_text(path("mine/fields_x.vti"), "of the user");
  expect_success(std::string(first) + " --output mine");  // writes no fields
  EXPECT_EQ(read_text(path("mine/fields_x.vti")), "of the user");
}

TEST_F(OverwriteOption, never_replaces_a_folder_by_a_file) {
  write_text(path("out/result.json/precious"), "of the user");
  const Outcome outcome = run(std::string(first) + " --output out --overwrite");
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("Cannot write 'out/result.json' (it is a folder)"));
  EXPECT_THAT(outcome.out, HasSubstr("\n  as solved           "));
  EXPECT_EQ(std::distance(fs::directory_iterator(path("out")), {}), 1);
}

TEST_F(OverwriteOption, is_needed_for_files_that_sweep_and_validate_did_not_write) {
  for (const char* name : {"sweep.json", "sweep.csv"}) {
    const std::string folder = std::string("out_") + name;
    write_text(path(folder) / name, "of the user");
    expect_refusal_without_the_option("sweep sc --size 8 --porosity 0.6 --device cpu --output " + folder, name);
  }
  expect_success("sweep sc --size 8 --porosity 0.7 --device cpu --output out_sweep.csv");
  expect_error("sweep bcc --size 12 --porosity 0.7 --device cpu --output out_sweep.csv", 3, "another geometry ('sc')");
  write_text(path("v/validation.csv"), "of the user");
  expect_refusal_without_the_option("validate --quick --cases duct-1x1 --device cpu --output v", "validation.csv");
}

TEST_F(OverwriteOption, is_needed_for_an_image_that_generate_did_not_write) {
  const std::string generate = "generate plates --size 8 --gap 4 -o ";
  for (const char* name : {"scan.mha", "scan.mhd", "scan.nrrd", "scan.tif"}) {
    write_text(path(name), "a scan");
    expect_refusal_without_the_option(generate + name, name);
    expect_success(generate + name);
  }
  write_raw(path("scan8.raw"), slit({8, 8, 8}));
  expect_refusal_without_the_option(generate + "scan8.raw", "a .raw file does not say who wrote it");
  expect_error(generate + "scan8.raw", 3, "--overwrite");
}

TEST_F(OverwriteOption, is_needed_for_slices_of_a_scan) {
  const std::string generate = "generate plates --size 8 --gap 4 -o ";
  for (int z = 0; z < 3; ++z)
    write_tiff_slice(path("scan/slice_" + std::to_string(z) + ".tif"), {4, 4, 1}, Depth::bits16,
                     std::vector<std::uint16_t>(16, 1000));
  expect_refusal_without_the_option(generate + "scan", "'slice_");
  EXPECT_EQ(std::distance(fs::directory_iterator(path("scan")), {}), 8);
}

TEST_F(OverwriteOption, is_needed_for_a_page_that_is_no_report) {
  if (const std::string why = why_no_report(); !why.empty()) GTEST_SKIP() << why;
  write_text(path("page.html"), "<!DOCTYPE html><title>thesis</title>");
  expect_refusal_without_the_option(std::string(first) + " --report page.html", "page.html");
  expect_success(std::string(first) + " --report page.html");
}

TEST_F(OverwriteOption, is_of_no_use_for_a_folder_that_ends_as_a_file) {
  expect_error("generate plates --size 8 --gap 4 -o a.tif/", 3, "Leave out .tif for a folder, or the slash for a file");
}

}  // namespace
}  // namespace perm::cli
