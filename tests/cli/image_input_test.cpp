// SPDX-License-Identifier: Apache-2.0
// What a user says of an image, what the file says, and what the program shows or doubts of both.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "cli/program.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ImageInput : public CliTest {
 protected:
  /// Gives the voxels of a packing, x fastest, 0 for pore and 1 for solid.
  std::string packing() const {
    EXPECT_EQ(run("generate packing --porosity 0.4 --size 32 --radius 5 --seed 3 -o whole.raw").exit_code, 0);
    return read_text(path("whole.raw"));
  }
  void write_file(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
  }
  /// Writes a MetaImage of a slit with more fields in its header.
  void write_meta(const std::string& name, const std::string& fields) const {
    write_file(name, "NDims = 3\nDimSize = 6 6 6\n" + fields + "ElementType = MET_UCHAR\nElementDataFile = LOCAL\n" +
                         std::string(108, '\0') + std::string(108, '\1'));
  }
  /// Gives the warnings of the image itself, not of its flow.
  static std::vector<std::string> warnings_in(const json& result) {
    auto warnings = result["warnings"].get<std::vector<std::string>>();
    std::erase_if(warnings, [](const std::string& warning) { return warning.starts_with("along "); });
    return warnings;
  }
  std::vector<std::string> warnings_of(const std::string& words) const { return warnings_in(solve(words)); }
};

TEST_F(ImageInput, is_refused_with_both_porosities_unless_something_says_which_value_is_pore) {
  write_meta("slit.mha", "");
  expect_error("solve slit.mha --voxel-size 1um", 3, "with 0 as pore the porosity is 0.5000, with 1 it is 0.5000");
  EXPECT_THAT(solve("slit.mha --voxel-size 1um --labels imperial")["image"]["segmentation"].get<std::string>(),
              HasSubstr("grey values 0 are pore, all others solid (the labels of imperial)"));
  EXPECT_THAT(solve("slit.mha --voxel-size 1um --labels porespy")["image"]["segmentation"].get<std::string>(),
              HasSubstr("grey values 0 are solid, all others pore (the labels of porespy)"));
  expect_error("solve slit.mha --voxel-size 1um --labels avizo", 3, "porespy, imperial, lbpm, geodict");
  expect_error("solve slit.mha --voxel-size 1um --labels lbpm --pore 1", 2, "--labels");
}

TEST_F(ImageInput, of_this_program_says_itself_which_value_is_pore) {
  const std::string recipe = "generate packing --porosity 0.4 --size 24 --radius 5 --voxel-size 2um -o ";
  for (const char* name : {"bed.mha", "bed.mhd", "bed.nrrd", "other.nhdr", "bed.tif", "bed"}) {
    ASSERT_EQ(run(recipe + name).exit_code, 0) << name;
    const json result = solve(std::string(name) + " --voxel-size 2um --tolerance 1e-2");
    EXPECT_THAT(result["image"]["segmentation"].get<std::string>(),
                HasSubstr("0 are pore, all others solid (the file"));
    EXPECT_THAT(warnings_in(result), IsEmpty()) << name;
  }
}

TEST_F(ImageInput, whose_spacing_contradicts_the_voxel_size_gives_one_warning) {
  const std::string words = ".mha --pore 0 --voxel-size 5um";
  const auto expect_warning = [&](const std::string& fields, const std::string& part) {
    write_meta("a.mha", fields);
    const std::vector<std::string> warnings = warnings_of("a" + words);
    ASSERT_EQ(warnings.size(), part.empty() ? 0U : 1U) << fields;
    if (!part.empty()) {
      EXPECT_THAT(warnings[0], HasSubstr(part));
    }
  };
  expect_warning("", "");
  expect_warning("ElementSpacing = 1 1 1\n", "");
  expect_warning("ElementSpacing = 5 5 5\n", "");              // micrometres
  expect_warning("ElementSpacing = 0.005 0.005 0.005\n", "");  // millimetres
  expect_warning("ElementSpacing = 5e-6 5e-6 5e-6\n", "");     // metres
  expect_warning("ElementSpacing = 3 3 3\n", "5 um in no unit");
  expect_warning("ElementSpacing = 5 5 10\n", "5 x 5 x 10, which is another shape");
  EXPECT_THAT(run("solve a.mha --pore 0 --voxel-size 5mm -o mm").out, HasSubstr("the voxel size is 5 mm"));
}

TEST_F(ImageInput, whose_voxels_are_no_cubes_is_made_of_cubes_or_refused) {
  write_meta("a.mha", "ElementSpacing = 5 5 10\n");
  expect_error("solve a.mha --pore 0 --voxel-size 5um,5um,10um", 2, "--resample cubic");
  expect_error("solve a.mha --pore 0 --voxel-size 5um,5um", 3, "these are 2 lengths");
  expect_error("solve a.mha --pore 0 --voxel-size 5um,5um,10um --resample linear", 3, "cubic");
  const json result = solve("a.mha --pore 0 --voxel-size 5um,5um,10um --resample cubic");
  EXPECT_EQ(result["image"]["dims"], json({6, 6, 12}));
  EXPECT_DOUBLE_EQ(result["image"]["voxel_size_m"], 5e-6);
  EXPECT_EQ(result["image"]["resampling"]["method"], "cubic");
  EXPECT_EQ(result["image"]["resampling"]["given_dims"], json({6, 6, 6}));
  EXPECT_THAT(warnings_in(result), IsEmpty());
  write_meta("cubes.mha", "");
  EXPECT_THAT(warnings_of("cubes.mha --pore 0 --voxel-size 5um --resample cubic"),
              ElementsAre(HasSubstr("--resample cubic changes nothing")));
  // A slit of 3 voxels of 10 um is one of 6 voxels of 5 um: K is that of the plates, 1 + 1/(2 n^2) off, over 2.
  const double exact = std::pow(30e-6, 2) / 12 / 2;
  EXPECT_NEAR(result["flow"][0]["permeability_m2"].get<double>() / exact, 1 + 1.0 / 72, 2e-3);
}

TEST_F(ImageInput, is_cropped) {
  const std::string whole = packing();
  write_file("whole.raw", whole);
  const auto dims = std::string(" --dims 32x32x32 --pore 0 --voxel-size 1um --tolerance 1e-2 ");
  const json part = solve("whole.raw" + dims + "--crop 4:20,:16,9:");
  EXPECT_EQ(part["image"]["dims"], json({16, 16, 23}));
  std::string voxels;
  for (int z = 9; z < 32; ++z)
    for (int y = 0; y < 16; ++y) voxels += whole.substr(static_cast<std::size_t>((z * 32 + y) * 32 + 4), 16);
  write_file("part.raw", voxels);
  const json same = solve("part.raw --dims 16x16x23 --pore 0 --voxel-size 1um --tolerance 1e-2");
  EXPECT_EQ(part["image"]["pore_space_hash"], same["image"]["pore_space_hash"]);
  EXPECT_EQ(part["flow"][0]["permeability_voxel2"], same["flow"][0]["permeability_voxel2"]);
  for (const char* box : {"0:33,:,:", "5:5,:,:", "40:,:,:"})
    expect_error("solve whole.raw" + dims + "--crop " + box, 3, "is no part of its 32 voxels");
  for (const char* box : {"0:3", "a:b,:,:", "1,2,3", ":,:,:,:", "-1:3,:,:"})
    expect_error("solve whole.raw" + dims + "--crop=" + box, 3, "no range along each");
}

TEST_F(ImageInput, with_its_axes_the_other_way_round_is_solved_as_it_is_meant) {
  const std::string whole = packing();
  std::string turned;
  for (int x = 0; x < 32; ++x)
    for (int y = 0; y < 32; ++y)
      for (int z = 0; z < 32; ++z) turned += whole[static_cast<std::size_t>((z * 32 + y) * 32 + x)];
  write_file("whole.raw", whole);
  write_file("turned.raw", turned);
  const std::string words = " --dims 32x32x32 --pore 0 --voxel-size 1um --tolerance 1e-2";
  const json straight = solve("whole.raw" + words);
  const json swapped = solve("turned.raw --axes zyx" + words);
  EXPECT_EQ(straight["image"]["pore_space_hash"], swapped["image"]["pore_space_hash"]);
  const json part = solve("whole.raw --crop 2:12,:,:" + words);
  const json swapped_part = solve("turned.raw --axes zyx --crop 2:12,:,:" + words);
  EXPECT_EQ(part["image"]["pore_space_hash"], swapped_part["image"]["pore_space_hash"]);
  EXPECT_EQ(swapped_part["image"]["dims"], json({10, 32, 32}));
}

TEST_F(ImageInput, whose_rows_seem_to_be_of_another_length_gives_one_warning) {
  const std::string whole = packing();
  write_file("slab.raw", whole.substr(0, 32 * 32 * 12));
  const std::string words = " --pore 0 --voxel-size 1um --tolerance 0.1 --max-steps 100000";
  EXPECT_EQ(warnings_of("slab.raw --dims 32x32x12 --boundary sealed" + words).size(), 0U);
  const std::vector<std::string> warnings = warnings_of("slab.raw --dims 12x32x32 --boundary sealed" + words);
  EXPECT_TRUE(std::ranges::any_of(warnings, [](const std::string& w) { return w.find("another order") != w.npos; }))
      << json(warnings);
}

TEST_F(ImageInput, without_a_layout_is_refused_with_the_layout_that_its_name_and_length_fit) {
  write_file("rock_12x10x8_2p5um.raw", std::string(960, '\0'));
  expect_error("solve rock_12x10x8_2p5um.raw --pore 0 --voxel-size 1um", 3,
               "fit --dims 12x10x8 --dtype uint8 --voxel-size 2.5um");
}

TEST_F(ImageInput, whose_faces_do_not_match_is_sealed_unless_the_user_says_something_else) {
  const std::string whole = packing();
  std::string part;
  for (int z = 0; z < 20; ++z)
    for (int y = 0; y < 20; ++y) part += whole.substr(static_cast<std::size_t>((z * 32 + y) * 32), 20);
  write_file("part.raw", part);
  write_file("whole.raw", whole);
  const std::string words = " --pore 0 --voxel-size 1um --tolerance 1e-2 ";
  const json sealed = solve("part.raw --dims 20x20x20" + words);
  EXPECT_EQ(sealed["solver"]["boundary"], "sealed");
  EXPECT_THAT(sealed["solver"]["why_sealed"].get<std::string>(), HasSubstr("opposite faces do not match"));
  EXPECT_THAT(warnings_in(sealed), ElementsAre(HasSubstr("the program closed the image")));
  const json given = solve("part.raw --dims 20x20x20 --boundary sealed" + words);
  EXPECT_TRUE(given["solver"]["why_sealed"].is_null());
  EXPECT_THAT(warnings_in(given), IsEmpty());
  EXPECT_EQ(given["flow"][0]["permeability_voxel2"], sealed["flow"][0]["permeability_voxel2"]);
  const json periodic = solve("part.raw --dims 20x20x20 --boundary periodic" + words);
  EXPECT_EQ(periodic["solver"]["boundary"], "periodic");
  EXPECT_THAT(warnings_in(periodic), ElementsAre(HasSubstr("does not repeat")));
  EXPECT_EQ(solve("whole.raw --dims 32x32x32" + words)["solver"]["boundary"], "periodic");
  const Outcome three = run("solve part.raw --dims 20x20x20 --direction xyz -o three" + words);
  EXPECT_THAT(three.out, HasSubstr("--boundary periodic would give the full tensor"));
  EXPECT_EQ(three.out.find("do not match"), three.out.rfind("do not match")) << "it is said once";
}

TEST_F(ImageInput, is_told_to_be_inverted_where_the_file_shows_it_so) {
  std::vector<std::uint16_t> grey(64, 0);
  std::fill(grey.begin() + 32, grey.end(), std::uint16_t{255});
  write_tiff_slice(path("slice.tif"), {8, 8, 1}, Depth::bits8, grey);
  const auto one_slice = testing::StartsWith("one slice: ");
  EXPECT_THAT(warnings_of("slice.tif --pore 0 --voxel-size 1um"), ElementsAre(one_slice));
  std::string bytes = read_text(path("slice.tif"));
  const std::size_t at = bytes.find(std::string("\x06\x01", 2));  // tag 262, whose value 1 says that 0 is black
  ASSERT_NE(at, std::string::npos);
  ASSERT_EQ(bytes[at + 8], 1);
  bytes[at + 8] = 0;
  write_file("slice.tif", bytes);
  const std::vector<std::string> warnings = warnings_of("slice.tif --pore 0 --voxel-size 1um");
  EXPECT_THAT(warnings, ElementsAre(AllOf(HasSubstr("0 is white"), HasSubstr("as they are stored")), one_slice));
}

}  // namespace
}  // namespace perm::cli
