// SPDX-License-Identifier: Apache-2.0
// A single slice, and images of other programs, through the commands.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

#include "cli/batch_table.hpp"
#include "cli/program.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class OneSlice : public CliTest {
 protected:
  /// Writes a slice of overlapping discs, which does not repeat.
  void SetUp() override {
    CliTest::SetUp();
    ASSERT_EQ(run("generate overlap --size 60x50x12 --radius 5 --porosity 0.75 --seed 4 -o whole.raw").exit_code, 0);
    const std::string whole = read_text(path("whole.raw"));
    std::vector<std::uint8_t> part;
    for (std::size_t y = 0; y < 33; ++y)
      for (std::size_t x = 0; x < 40; ++x) part.push_back(static_cast<std::uint8_t>(whole[y * 60 + x]));
    write_mha(path("slice.mha"), {40, 33, 1}, part);
    grey_ = part;
  }
  static std::vector<std::string> warnings_in(const json& result) {
    return result["warnings"].get<std::vector<std::string>>();
  }
  const std::string words_{" --pore 0 --voxel-size 1um --tolerance 1e-4 --device cpu"};
  std::vector<std::uint8_t> grey_;
};

TEST_F(OneSlice, has_the_K_that_many_of_it_have_between_walls_at_the_sides_and_mirrors_before_and_behind) {
  // Walls written out along y; mirrors make no difference along z.
  std::vector<std::uint8_t> walled;
  for (int z = 0; z < 3; ++z) {
    walled.insert(walled.end(), 40, 1);
    walled.insert(walled.end(), grey_.begin(), grey_.end());
    walled.insert(walled.end(), 40, 1);
  }
  write_mha(path("walled.mha"), {40, 35, 3}, walled);
  const double expected =
      solve("walled.mha --boundary mirror" + words_)["flow"][0]["permeability_voxel2"].get<double>() * 35 / 33;
  ASSERT_GT(expected, 0);
  for (const char* boundary : {"auto", "sealed", "pressure"}) {
    const json result = solve(std::string("slice.mha --boundary ") + boundary + words_);
    EXPECT_NEAR(result["flow"][0]["permeability_voxel2"].get<double>() / expected, 1, 3e-4) << boundary;
    EXPECT_THAT(warnings_in(result), Contains(StartsWith("one slice: "))) << boundary;
  }
  const json refined = solve("slice.mha --boundary sealed --refine 2" + words_);
  EXPECT_EQ(refined["image"]["dims"], json({80, 66, 1}));
}

TEST_F(OneSlice, along_xy_has_the_two_flows_and_the_four_terms_of_its_tensor) {
  for (const char* boundary : {"periodic", "mirror"}) {
    const json result = solve(std::string("slice.mha --direction xy --boundary ") + boundary + words_);
    ASSERT_EQ(result["flow"].size(), 2U);
    const json& tensor = result["permeability_tensor_voxel2"];
    EXPECT_EQ(tensor[0][0], result["flow"][0]["permeability_voxel2"]);
    EXPECT_EQ(tensor[1][1], result["flow"][1]["permeability_voxel2"]);
    EXPECT_EQ(tensor[0][1].is_null(), std::string(boundary) == "mirror");
    EXPECT_EQ(tensor[2], json({nullptr, nullptr, nullptr}));
    EXPECT_TRUE(tensor[0][2].is_null());
    EXPECT_THAT(warnings_in(result), Contains(StartsWith("one slice: ")));
  }
  const Outcome outcome = run("solve slice.mha --direction xy --boundary periodic --overwrite -o out" + words_);
  EXPECT_THAT(outcome.out, HasSubstr("Permeability tensor"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("nan")));
  for (const char* none : {"yx", "xx", "xyzx", "w"})
    expect_error(std::string("solve slice.mha --direction=") + none + words_, 3, "x, y, z, xy, xz, yz, xyz");
}

TEST_F(OneSlice, along_two_directions_is_a_row_of_a_batch_and_points_of_a_sweep) {
  ASSERT_EQ(run("batch slice.mha --direction xy -o rows" + words_).exit_code, 0);
  const BatchTable table(read_text(path("rows/batch.csv")));
  const json solved = solve("slice.mha --direction xy" + words_);
  EXPECT_EQ(table.number(0, "x_permeability_voxel2"), solved["flow"][0]["permeability_voxel2"]);
  EXPECT_EQ(table.number(0, "y_permeability_voxel2"), solved["flow"][1]["permeability_voxel2"]);
  EXPECT_EQ(table.cell(0, "z_stop"), "");
  EXPECT_THAT(table.cell(0, "warnings"), HasSubstr("one slice: "));
  ASSERT_EQ(run("sweep fcc --porosity 0.8 --size 12 --realisations 1 --direction xz --device cpu -o points").exit_code,
            0);
  const json points = json::parse(read_text(path("points/sweep.json")))["points"];
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[1]["direction"], "z");
}

TEST_F(OneSlice, warns_of_a_flow_through_its_only_voxel) {
  const json result = solve("slice.mha --direction xz" + words_);
  EXPECT_THAT(warnings_in(result), Contains(StartsWith("along z: the image has one voxel along the flow")));
}

TEST_F(OneSlice, written_as_text_is_the_same_image) {
  std::string x_first, z_first;
  for (const std::uint8_t grey : grey_) x_first += std::to_string(grey) + "\n";
  for (std::size_t x = 0; x < 40; ++x)
    for (std::size_t y = 0; y < 33; ++y) z_first += std::to_string(grey_[y * 40 + x]) + " ";
  write_text(path("x_first.dat"), x_first);
  write_text(path("z_first.txt"), z_first);
  const json expected = solve("slice.mha --max-steps 100000" + words_)["image"]["pore_space_hash"];
  EXPECT_EQ(solve("x_first.dat --dims 40x33x1" + words_)["image"]["pore_space_hash"], expected);
  EXPECT_EQ(solve("z_first.txt --dims 1x33x40 --axes zyx" + words_)["image"]["pore_space_hash"], expected);
  expect_error("solve x_first.dat" + words_, 3, "--dims");
}

TEST_F(OneSlice, of_compressed_voxels_beside_a_header_is_one_row_of_a_batch) {
  ASSERT_EQ(run("generate overlap --size 16 --radius 4 --porosity 0.7 -o scans/rock.raw").exit_code, 0);
  ASSERT_EQ(run_aside("cd '" + folder().string() + "' && gzip -k scans/rock.raw && rm scans/rock.raw"), 0);
  write_text(path("scans/rock.nhdr"),
             "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 16 16 16\nencoding: gzip\ndata file: rock.raw.gz\n");
  ASSERT_EQ(run("batch scans -o rows" + words_).exit_code, 0);
  EXPECT_EQ(BatchTable(read_text(path("rows/batch.csv"))).size(), 1U);
  std::filesystem::remove(path("scans/rock.nhdr"));
  write_text(path("scans/rock.mhd"),
             "ObjectType = Image\nNDims = 3\nDimSize = 16 16 16\nElementType = MET_UCHAR\nElementDataFile = "
             "rock.raw.gz\n");
  ASSERT_EQ(run("batch scans -o other" + words_).exit_code, 0);
  EXPECT_EQ(BatchTable(read_text(path("other/batch.csv"))).size(), 1U);
}

}  // namespace
}  // namespace perm::cli
