// SPDX-License-Identifier: Apache-2.0
// `batch` as a user runs it: tables, folders and patterns, rows that fail, tiles and shards.
#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

#include "cli/batch_table.hpp"
#include "cli/program.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {
namespace {

using testing::HasSubstr;

constexpr Extent slit_extent{12, 10, 8};

class Batch : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    for (const int seed : {1, 2, 3})
      ASSERT_EQ(run("generate overlap --size 16 --radius 4 --porosity 0.7 --seed " + std::to_string(seed) +
                    " -o scans/rock" + std::to_string(seed) + ".mha")
                    .exit_code,
                0);
  }
  Outcome batch(const std::string& words) const { return run("batch " + words + " --device cpu"); }
  BatchTable table(const std::string& name = "out/batch.csv") const { return BatchTable(read_text(path(name))); }
};

TEST_F(Batch, gives_each_image_of_a_folder_the_K_that_solve_gives_it) {
  write_text(path("scans/readme.txt"), "no image");
  const Outcome outcome = batch("scans --voxel-size 2um -o out");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  ASSERT_EQ(table().size(), 3U);
  for (std::size_t row = 0; row < 3; ++row) {
    const std::string image = "scans/rock" + std::to_string(row + 1) + ".mha";
    const nlohmann::json solved = solve(image + " --device cpu --voxel-size 2um");
    const nlohmann::json& flow = solved["flow"][0];
    EXPECT_EQ(table().cell(row, "input"), image);
    EXPECT_EQ(table().number(row, "permeability_voxel2"), flow["permeability_voxel2"]) << "to the last bit";
    EXPECT_EQ(table().number(row, "permeability_m2"), flow["permeability_m2"]);
    EXPECT_EQ(table().number(row, "iteration_error"), flow["iteration_error"]);
    EXPECT_EQ(table().number(row, "voxel_estimate"), flow["voxel_estimate"]["relative"]);
    EXPECT_EQ(table().number(row, "porosity"), solved["image"]["porosity"]);
    EXPECT_EQ(table().cell(row, "pore_space_hash"), solved["image"]["pore_space_hash"].get<std::string>());
    EXPECT_EQ(table().cell(row, "stop"), "converged");
    EXPECT_EQ(table().cell(row, "error"), "");
  }
}

TEST_F(Batch, takes_options_from_columns_before_those_of_the_command_line) {
  write_mha(path("scans/slit.mha"), slit_extent, slit(slit_extent));
  write_text(path("scans/list.csv"),
             "\xEF\xBB\xBFname;path;voxel-size;direction;solid\r\n\r\n\"a;\"\"b\"\"\nc\"; rock1.mha ;1um;z;\r\n"
             "d;slit.mha;;;255\r\n");
  const Outcome outcome = batch("scans/list.csv --voxel-size 2um --pore 0 --direction y -o out");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const BatchTable all = table();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all.cell(0, "name"), "a;\"b\"\nc");
  EXPECT_EQ(all.cell(0, "direction"), "z");
  EXPECT_DOUBLE_EQ(all.number(0, "voxel_size_m"), 1e-6);
  EXPECT_EQ(all.cell(1, "direction"), "y");
  EXPECT_DOUBLE_EQ(all.number(1, "voxel_size_m"), 2e-6);
  EXPECT_EQ(all.number(1, "porosity"), 0.5) << "--solid of the row took the place of --pore";
}

TEST_F(Batch, has_columns_of_three_directions_where_a_row_asks_for_them) {
  write_text(path("list.csv"), "input,direction\nscans/rock1.mha,xyz\nscans/rock2.mha,y\n");
  ASSERT_EQ(batch("list.csv --voxel-size 2um -o out").exit_code, 0);
  const nlohmann::json solved = solve("scans/rock1.mha --device cpu --voxel-size 2um --direction xyz");
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(table().number(0, std::string(1, "xyz"[i]) + "_permeability_voxel2"),
              solved["flow"][i]["permeability_voxel2"]);
  EXPECT_EQ(table().cell(1, "x_stop"), "");
  EXPECT_EQ(table().cell(1, "y_stop"), "converged");
}

TEST_F(Batch, an_image_that_fails_is_a_row_and_stops_no_other_one) {
  write_text(path("scans/junk.tif"), "junk");
  write_text(
      path("list.csv"),
      "input,tolerance\nscans/junk.tif,\nscans/rock1.mha,\nscans/none.mha,\nscans/rock2.mha,abc\nscans/rock3.mha\n"
      "scans/rock2.mha,\n,1e-2\n,\n");
  const Outcome outcome = batch("list.csv --voxel-size 2um -o out");
  EXPECT_EQ(outcome.exit_code, 3);
  expect_one_error_line(outcome.err);
  EXPECT_THAT(outcome.err, HasSubstr("5 of 7 rows have no result (row 1: "));
  const BatchTable all = table();
  ASSERT_EQ(all.size(), 7U);
  EXPECT_THAT(all.cell(0, "error"), HasSubstr("not a TIFF file"));
  EXPECT_THAT(all.cell(2, "error"), HasSubstr("no such file or folder"));
  EXPECT_THAT(all.cell(3, "error"), HasSubstr("--tolerance cannot be 'abc'"));
  EXPECT_THAT(all.cell(4, "error"), HasSubstr("Line 6 of the list has 1 cells (there are 2 columns)"));
  EXPECT_THAT(all.cell(6, "error"), HasSubstr("names no image"));
  for (const std::size_t row : {0, 2, 3, 4, 6}) EXPECT_EQ(all.cell(row, "permeability_voxel2"), "") << row;
  for (const std::size_t row : {1, 5}) EXPECT_EQ(all.cell(row, "stop"), "converged") << row;
}

TEST_F(Batch, tells_of_flows_that_are_not_converged_by_its_exit_code) {
  write_text(path("list.csv"), "input,max-steps\nscans/rock1.mha,2\nscans/rock2.mha,\n");
  const Outcome outcome = batch("list.csv --voxel-size 2um --method plain -o out");
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_THAT(outcome.err, HasSubstr("row 1 along x: step limit reached"));
  EXPECT_EQ(table().cell(0, "stop"), "step_limit");
  EXPECT_EQ(table().cell(1, "stop"), "converged");
}

TEST_F(Batch, refuses_a_table_whose_columns_are_wrong) {
  const auto expect_refusal = [this](const std::string& text, int code, const std::string& part) {
    write_text(path("list.csv"), text);
    expect_error("batch list.csv -o out", code, part);
  };
  expect_refusal("", 3, "it is empty");
  expect_refusal("input\n", 3, "names no image");
  expect_refusal("name\nrock\n", 3, "no column 'input'");
  expect_refusal("input,path\na,b\n", 3, "the column 'input' twice");
  expect_refusal("input,\na,b\n", 3, "a column without a name");
  expect_refusal("input,tolerence\na,b\n", 2, "Did you mean 'tolerance'");
  for (const char* column : {"output", "report", "figures", "quiet", "timings", "config", "help", "overwrite", "fields",
                             "gradient", "network", "grains"})
    expect_refusal(std::string("input,") + column + "\na,b\n", 2, std::string("the column '") + column + "'");
  expect_error("batch scans --voxel-size 2um --grains grains.txt -o out", 2, "--grains");
  expect_refusal("input,threads\na,1\n", 2, "Give --threads on the command line");
  expect_refusal("input\n\"a\nb\n", 3, "the quotes that open in line 2 do not close");
  expect_refusal("input\n\"a\"b\n", 3, "text stands behind the quotes that close in line 2");
  expect_error("batch none.csv -o out", 3, "none.csv");
  expect_error("batch none.tif -o out", 3, "Cannot find 'none.tif'");
  expect_error("batch none*.tif -o out", 3, "No file has a name like 'none*.tif'");
}

TEST_F(Batch, finds_images_by_a_pattern_and_folders_of_slices) {
  for (int z = 0; z < 8; ++z)
    write_tiff_slice(path("scans/stack/slice_" + std::to_string(z) + ".tif"), {8, 8, 1}, Depth::bits8,
                     std::vector<std::uint16_t>(64, z < 4 ? 0 : 255));
  write_text(path("scans/.hidden.mha"), "junk");
  ASSERT_EQ(batch("scans --voxel-size 2um --pore 0 -o out").exit_code, 0);
  ASSERT_EQ(table().size(), 4U);
  EXPECT_EQ(table().cell(3, "input"), "scans/stack");
  ASSERT_EQ(batch("scans/rock[12].mha --voxel-size 2um -o some").exit_code, 0);
  EXPECT_EQ(table("some/batch.csv").size(), 2U);
}

TEST_F(Batch, cuts_tiles_out_of_an_image) {
  ASSERT_EQ(batch("scans/rock1.mha --voxel-size 2um --tiles 8,12 --step 4 -o out").exit_code, 0);
  const BatchTable all = table();
  ASSERT_EQ(all.size(), 27U + 8U);
  EXPECT_EQ(all.cell(5, "crop"), "8:16,4:12,0:8");
  const nlohmann::json solved = solve("scans/rock1.mha --device cpu --voxel-size 2um --crop 8:16,4:12,0:8");
  EXPECT_EQ(all.number(5, "permeability_voxel2"), solved["flow"][0]["permeability_voxel2"]);
  EXPECT_EQ(all.cell(34, "crop"), "4:16,4:16,4:16");
  const BatchTable tiles = table("out/tiles.csv");
  ASSERT_EQ(tiles.size(), 2U);
  double sum = 0;
  for (std::size_t row = 0; row < 27; ++row) sum += all.number(row, "permeability_voxel2");
  EXPECT_NEAR(tiles.number(0, "mean_permeability_voxel2"), sum / 27, 1e-7 * sum);
  EXPECT_EQ(tiles.cell(0, "tiles"), "27");
  EXPECT_EQ(tiles.cell(0, "independent_tiles"), "8");
  EXPECT_EQ(tiles.cell(1, "independent_tiles"), "1");
  EXPECT_EQ(tiles.cell(1, "confidence_95_voxel2"), "") << "one tile says nothing of how sure K is";
  expect_error("batch scans/rock1.mha --voxel-size 2um --tiles 17 -o other", 3, "No tile fits");
  expect_error("batch scans/rock1.mha --voxel-size 2um --step 4 -o other", 2, "--step is given without --tiles");
  expect_error("batch scans/rock1.mha --voxel-size 2um --tiles 0 -o other", 3, "--tiles cannot be '0'");
}

TEST_F(Batch, tiles_lie_within_the_crop_of_an_image) {
  ASSERT_EQ(batch("scans/rock1.mha --voxel-size 2um --tiles 8 --crop 3:12,:,5: -o out").exit_code, 0);
  const BatchTable all = table();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all.cell(1, "crop"), "3:11,8:16,5:13");
}

TEST_F(Batch, tiles_are_cubes_of_the_sample_whatever_voxels_are_solved) {
  const auto tiles_of = [this](const std::string& words) {
    EXPECT_EQ(batch("scans/rock1.mha --direction y --boundary sealed --overwrite -o out " + words).exit_code, 0)
        << words;
    return table("out/tiles.csv");
  };
  for (const char* other : {"", "--refine 2", "--coarsen 2"}) {
    const BatchTable tiles = tiles_of("--voxel-size 2um --tiles 8 " + std::string(other));
    ASSERT_EQ(tiles.size(), 1U);
    EXPECT_EQ(tiles.cell(0, "edge"), "8") << other;
    EXPECT_DOUBLE_EQ(tiles.number(0, "edge_m"), 16e-6) << other;
    EXPECT_EQ(tiles.cell(0, "tiles"), "8") << other;
  }
  const BatchTable tiles = tiles_of("--voxel-size 2um,2um,4um --resample cubic --tiles 8 --step 4");
  EXPECT_DOUBLE_EQ(tiles.number(0, "edge_m"), 16e-6);
  EXPECT_EQ(tiles.cell(0, "tiles"), "63") << "3 x 3 x 7";
  EXPECT_EQ(tiles.cell(0, "independent_tiles"), "16");
  EXPECT_EQ(table().cell(9, "crop"), "0:8,0:8,2:6");
  for (const char* length : {"nx", "ny", "nz"}) EXPECT_EQ(table().cell(9, length), "8");
  const std::string odd = "batch scans/rock1.mha -o other --voxel-size ";
  expect_error(odd + "2um --coarsen 2 --tiles 7", 3, "--tiles cannot be 7 with --coarsen 2");
  expect_error(odd + "2um,2um,4um --resample cubic --tiles 7", 3, "7 of their shortest edges are 3.5 voxels along z");
  expect_error(odd + "2um,2um,4um --resample cubic --tiles 8 --step 3", 3, "--step cannot be 3");
}

TEST_F(Batch, tiles_of_lines_with_other_options_are_other_samples) {
  write_text(path("list.csv"),
             "input,pore,tolerance\nscans/rock1.mha,0,1e-3\nscans/rock1.mha,1,\nscans/rock1.mha,0,\n");
  ASSERT_EQ(batch("list.csv --voxel-size 2um --tiles 8 -o out").exit_code, 0);
  const BatchTable tiles = table("out/tiles.csv");
  ASSERT_EQ(tiles.size(), 2U) << "1e-3 is the default";
  EXPECT_EQ(tiles.cell(0, "tiles"), "16");
  EXPECT_EQ(tiles.cell(1, "tiles"), "8");
  EXPECT_EQ(tiles.cell(1, "options"), "voxel-size=2um pore=1");
}

TEST_F(Batch, keeps_a_table_that_it_did_not_write) {
  write_text(path("out/batch.csv"), "my own notes\n");
  const Outcome outcome = batch("scans --voxel-size 2um -o out");
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("nothing says that this program wrote it"));
  EXPECT_EQ(read_text(path("out/batch.csv")), "my own notes\n");
  EXPECT_EQ(batch("scans --voxel-size 2um -o out --overwrite").exit_code, 0);
  EXPECT_EQ(table().size(), 3U);
  write_text(path("page.html"), "my own page\n");
  EXPECT_EQ(batch("scans --voxel-size 2um -o out --report page.html").exit_code, 3);
  EXPECT_EQ(read_text(path("page.html")), "my own page\n");
}

TEST_F(Batch, makes_a_page_on_which_every_point_leads_to_a_row) {
  if (const std::string why = why_no_report(); !why.empty()) GTEST_SKIP() << why;
  write_text(path("list.csv"), "name,input,direction\n<b>&\"\",scans/rock1.mha,xyz\n,scans/none.mha,\n");
  for (int again = 0; again < 2; ++again)  // its own page may be replaced
    ASSERT_EQ(batch("list.csv --voxel-size 2um -o out --report page.html --figures figures").exit_code, 3);
  const std::string page = read_text(path("page.html"));
  std::size_t links = 0;
  for (std::size_t at = page.find("<a href=\"#row-1\">"); at != std::string::npos;
       at = page.find("<a href=\"#row-1\">", at + 1))
    ++links;
  EXPECT_EQ(links, 3U) << "one a direction";
  EXPECT_THAT(page, HasSubstr("<tbody id=\"row-1\">"));
  EXPECT_THAT(page, HasSubstr("&lt;b&gt;&amp;"));
  EXPECT_THAT(page, testing::Not(HasSubstr("<b>")));
  EXPECT_THAT(page, HasSubstr("no such file or folder"));
  EXPECT_THAT(page, HasSubstr("permeability batch list.csv"));
  for (const char* ending : {".svg", ".pdf", ".csv"})
    EXPECT_FALSE(read_text(path("figures") / (std::string("batch-porosity") + ending)).empty()) << ending;
}

TEST_F(Batch, makes_the_page_of_shards_when_they_are_merged) {
  if (const std::string why = why_no_report(); !why.empty()) GTEST_SKIP() << why;
  for (const char* shard : {"1/2", "2/2"})
    ASSERT_EQ(batch("scans --voxel-size 2um -o out --shard " + std::string(shard)).exit_code, 0);
  expect_error("batch scans --voxel-size 2um -o out --shard 1/2 --report page.html", 2, "--report and --shard");
  ASSERT_EQ(batch("scans --voxel-size 2um -o out --merge --report page.html").exit_code, 0);
  EXPECT_THAT(read_text(path("page.html")), HasSubstr("<tbody id=\"row-3\">"));
  EXPECT_THAT(read_text(path("page.html")), HasSubstr("--merge"));
}

}  // namespace
}  // namespace perm::cli
