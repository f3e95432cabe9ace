// SPDX-License-Identifier: Apache-2.0
// These tests write generated geometries as files.
#include <gmock/gmock.h>

#include "cli/program.hpp"

namespace perm::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Generate : public CliTest {};

TEST_F(Generate, prints_the_porosity_got) {
  const Outcome outcome = run("generate plates --size 16 --gap 8 -o slit.mha");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("porosity 0.500000"));
}

TEST_F(Generate, makes_every_kind) {
  write_text(path("centres.txt"), "0.5 0.5 0.5 0.3\n");
  for (const char* words :
       {"sc --porosity 0.6", "bcc --radius 5", "fcc --porosity 0.5", "packing --porosity 0.6 --radius 4",
        "packing --porosity 0.6 --radius 4 --radius-spread 0.2", "packing --porosity 0.6 --radius 4 --moves 50",
        "overlap --porosity 0.4 --radius 4", "noise --porosity 0.5", "fibres --porosity 0.8 --radius 2",
        "fibres --porosity 0.9 --radius 2 --orientation planar --axis y --length 40 --persistence-length 10 --overlap "
        "no",
        "fibres --porosity 0.7 --orientation aligned --second-radius 2 --second-share 0.4", "tube --radius 6",
        "annulus --radius 8 --inner-radius 3", "cylinders-square --porosity 0.5",
        "cylinders-hexagonal --radius 8 --axis x", "plates --gap 6 --axis z", "duct --gap 6 --width 8",
        "spheres --centres centres.txt"}) {
    const Outcome outcome = run("generate " + std::string(words) + " --size 20 -o image.mha --overwrite");
    EXPECT_EQ(outcome.exit_code, 0) << words << "\n" << outcome.err;
  }
}

TEST_F(Generate, takes_one_number_as_the_size_of_a_cell_of_cylinders) {
  const auto expect_extent = [this](const std::string& words, const char* extent) {
    EXPECT_THAT(run("generate " + words + " --porosity 0.6 -o fibres.mha --overwrite").out, HasSubstr(extent));
  };
  expect_extent("cylinders-hexagonal --size 56", ": 56 x 97 x 1 voxels");
  expect_extent("cylinders-hexagonal --axis x --size 56", ": 1 x 56 x 97 voxels");
  expect_extent("cylinders-hexagonal --size 56x96x3", ": 56 x 96 x 3 voxels");
  expect_extent("cylinders-hexagonal", ": 64 x 111 x 1 voxels");
  expect_extent("cylinders-square --size 20", ": 20 x 20 x 1 voxels");
  expect_extent("sc --size 20", ": 20 x 20 x 20 voxels");
}

TEST_F(Generate, shifts_along_each_axis_or_along_all) {
  const auto labels = [this](const std::string& words) {
    const Outcome outcome = run("generate tube --axis z --size 12x12x1 --radius 3.2 --overwrite -o tube.raw " + words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out.find("shifted") != std::string::npos, !words.empty()) << outcome.out;
    return read_text(path("tube.raw"));
  };
  const std::string unshifted = labels("");
  const std::string by_one = labels("--shift 1,0,0");
  EXPECT_EQ(by_one.substr(1), unshifted.substr(0, 143)) << "a wall is at both ends of a row";
  EXPECT_EQ(labels("--shift -11,12,0.5"), by_one);
  EXPECT_EQ(labels("--shift 0.5"), labels("--shift 0.5,0.5,0.5"));
  EXPECT_NE(labels("--shift 0.5"), unshifted);
  EXPECT_THAT(run("generate sc --radius 4 --size 12 --shift -0.5,0,2 -o sc.mha").out,
              HasSubstr("sc, radius 4, shifted by -0.5, 0, 2: "));
}

TEST_F(Generate, gives_the_same_file_for_the_same_seed) {
  const std::string words = "generate overlap --size 16 --radius 4 --porosity 0.5 --overwrite -o image.raw --seed ";
  run(words + "5");
  const std::string first = read_text(path("image.raw"));
  EXPECT_EQ(first.size(), 16U * 16 * 16);
  run(words + "6");
  EXPECT_NE(read_text(path("image.raw")), first);
  run(words + "5");
  EXPECT_EQ(read_text(path("image.raw")), first);
}

TEST_F(Generate, labels_pore_0_and_solid_1) {
  run("generate plates --size 8 --gap 4 -o slit.raw");
  const std::string labels = read_text(path("slit.raw"));
  EXPECT_EQ(std::count(labels.begin(), labels.end(), '\0'), 256);
  EXPECT_EQ(std::count(labels.begin(), labels.end(), '\1'), 256);
}

TEST_F(Generate, writes_the_voxel_size_into_the_header) {
  run("generate sc --size 8 --porosity 0.6 --voxel-size 2um -o sc.mha");
  EXPECT_THAT(read_text(path("sc.mha")), testing::ContainsRegex("ElementSpacing = (2e-0?6|0\\.000002) "));
}

TEST_F(Generate, never_replaces_a_folder_that_holds_something_else) {
  write_text(path("data/thesis.tex"), "years of work");
  expect_error("generate sc --size 8 --porosity 0.6 -o data", 3, "other files");
  expect_error("generate sc --size 8 --porosity 0.6 -o .", 3, "other files");
  EXPECT_EQ(read_text(path("data/thesis.tex")), "years of work");
  fs::create_directory(path("folder.mha"));
  expect_error("generate sc --size 8 --porosity 0.6 -o folder.mha", 3, "it is a folder");
}

TEST_F(Generate, replaces_a_stack_of_slices_as_a_whole) {
  ASSERT_EQ(run("generate sc --size 12 --porosity 0.6 -o stack").exit_code, 0);
  EXPECT_EQ(run("generate sc --size 8 --porosity 0.6 -o stack").exit_code, 3) << "another recipe";
  ASSERT_EQ(run("generate sc --size 8 --porosity 0.6 -o stack --overwrite").exit_code, 0);
  EXPECT_EQ(std::distance(fs::directory_iterator(path("stack")), {}), 8);
}

TEST_F(Generate, an_unknown_ending_is_an_error) {
  expect_error("generate sc --size 8 --porosity 0.6 -o sc.xyz", 3, "'sc.xyz'");
}

TEST_F(Generate, an_impossible_recipe_is_an_error_that_says_what_is_possible) {
  expect_error("generate packing --size 16 --porosity 0.1 -o p.mha", 3, "porosity");
  expect_error("generate fibres --size 20 --radius 2 --overlap no --porosity 0.1 -o p.mha", 3, "--overlap yes");
  expect_error("generate fibres --size 20 --radius 6 --porosity 0.8 -o p.mha", 3, "from 1 to 5");
  expect_error("generate fibres --size 20 -o p.mha", 3, "needs --porosity");
  expect_error("generate fibres --porosity 0.8 --axis x -o p.mha", 3, "--axis has no meaning for isotropic");
  expect_error("generate fibres --porosity 0.8 --orientation aligned --length 9 -o p.mha", 3, "--length");
  expect_error("generate fibres --porosity 0.8 --second-radius 4 -o p.mha", 3, "--second-share is missing");
  expect_error("generate fibres --porosity 0.8 --orientation up -o p.mha", 3, "isotropic, planar, aligned");
  expect_error("generate plates --size 8 --gap 9 -o p.mha", 3, "gap");
  expect_error("generate annulus --size 20 --radius 8 --inner-radius 8 -o p.mha", 3, "from 1 to 7");
  expect_error("generate cylinders-square --size 20 --porosity 0.1 -o p.mha", 3, "from 0.2147 to 1");
  expect_error("generate cylinders-hexagonal --size 20x20x20 --porosity 0.5 -o p.mha", 3, "20 x 35 x 1");
  expect_error("generate spheres --size 8 --centres absent.txt -o p.mha", 3, "absent.txt");
}

}  // namespace
}  // namespace perm::cli
