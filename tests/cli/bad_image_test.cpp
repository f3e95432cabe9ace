// SPDX-License-Identifier: Apache-2.0
// An image that cannot be solved gives one line and exit code 3, and leaves nothing behind.
#include <gmock/gmock.h>

#include <fstream>

#include "cli/program.hpp"
#include "cli/small_image.hpp"

namespace perm::cli {
namespace {

namespace fs = std::filesystem;

constexpr Extent extent{8, 6, 4};

class BadImage : public CliTest {
 protected:
  /// Writes slices slice_0.tif to slice_3.tif of an image with pore in two of them.
  void write_slices() const {
    for (int z = 0; z < 4; ++z) write_slice(z, extent, Depth::bits8);
  }
  void write_slice(int z, const Extent& size, Depth depth) const {
    const std::vector<std::uint16_t> grey(static_cast<std::size_t>(size.plane_voxels()), z < 2 ? 0 : 255);
    write_tiff_slice(slice(z), size, depth, grey);
  }
  fs::path slice(int z) const { return path("slices") / ("slice_" + std::to_string(z) + ".tif"); }
  void expect_refusal(const std::string& words, const std::string& part) const {
    expect_error("solve " + words + " --voxel-size 1um", 3, part);
  }
};

TEST_F(BadImage, a_missing_file_is_an_error) { expect_refusal("absent.tif", "absent.tif"); }

TEST_F(BadImage, a_missing_recipe_is_an_error) { expect_refusal("absent.ini", "absent.ini"); }

TEST_F(BadImage, voxels_outside_of_the_folder_of_a_header_are_read_with_allow_outside_only) {
  fs::create_directory(path("headers"));
  std::ofstream(path("headers/a.mhd")) << "NDims = 3\nDimSize = 8 6 4\nElementType = MET_UCHAR\n"
                                          "ElementDataFile = ../a.raw\n";
  std::ofstream(path("a.raw")) << std::string(96, '\0') << std::string(96, '\1');
  expect_refusal("headers/a.mhd", "--allow-outside");
  const Outcome allowed =
      run("solve headers/a.mhd --allow-outside --pore 0 --voxel-size 1um --device cpu --output out");
  EXPECT_EQ(allowed.exit_code, 0) << allowed.err;
}

TEST_F(BadImage, an_empty_folder_is_an_error) {
  fs::create_directory(path("slices"));
  expect_refusal("slices", "slices");
}

TEST_F(BadImage, a_missing_slice_number_is_an_error) {
  write_slices();
  fs::remove(slice(2));
  expect_refusal("slices", "2");
}

TEST_F(BadImage, slices_of_different_size_are_an_error) {
  write_slices();
  write_slice(1, {8, 7, 4}, Depth::bits8);
  expect_refusal("slices", "slice_1.tif");
}

TEST_F(BadImage, slices_of_different_type_are_an_error) {
  write_slices();
  write_slice(3, extent, Depth::bits16);
  expect_refusal("slices", "slice_3.tif");
}

TEST_F(BadImage, a_truncated_raw_file_is_an_error) {
  std::vector<std::uint8_t> grey = slit(extent);
  grey.pop_back();
  write_raw(path("scan.raw"), grey);
  expect_refusal("scan.raw --dims 8x6x4", "scan.raw");
}

TEST_F(BadImage, wrong_dims_of_a_raw_file_are_an_error) {
  write_raw(path("scan.raw"), slit(extent));
  expect_refusal("scan.raw --dims 8x6x5", "scan.raw");
  expect_refusal("scan.raw --dims 8x6x3", "scan.raw");
  expect_refusal("scan.raw --dims 8x6x4 --dtype uint16", "scan.raw");
  expect_refusal("scan.raw --dims 8x6x4 --offset 1", "scan.raw");
}

TEST_F(BadImage, dims_that_are_no_size_are_an_error) {
  write_raw(path("scan.raw"), slit(extent));
  for (const char* dims : {"8x6", "8x6x0", "8x6x-4", "axbxc", "8x6x4x1", "8x6x4x", "1000001x1x1"})
    expect_refusal("scan.raw --dims " + std::string(dims), "--dims");
}

TEST_F(BadImage, an_unknown_type_or_byte_order_is_an_error) {
  write_raw(path("scan.raw"), slit(extent));
  expect_refusal("scan.raw --dims 8x6x4 --dtype int12", "int12");
  expect_refusal("scan.raw --dims 8x6x4 --endian middle", "middle");
}

TEST_F(BadImage, a_raw_file_without_dims_is_an_error) {
  write_raw(path("scan.raw"), slit(extent));
  expect_refusal("scan.raw", "--dims");
}

TEST_F(BadImage, a_truncated_mha_file_is_an_error) {
  std::vector<std::uint8_t> grey = slit(extent);
  grey.resize(grey.size() - 10);
  write_mha(path("scan.mha"), extent, grey);
  expect_refusal("scan.mha", "scan.mha");
}

TEST_F(BadImage, a_file_that_is_no_image_is_an_error) {
  write_text(path("notes.tif"), "these are notes");
  write_text(path("notes.txt"), "these are notes");
  expect_refusal("notes.tif", "notes.tif");
  expect_refusal("notes.txt", "notes.txt");
}

TEST_F(BadImage, an_image_that_is_all_solid_is_an_error) {
  write_mha(path("scan.mha"), extent, slit(extent));
  expect_refusal("scan.mha --pore 7", "solid");
}

TEST_F(BadImage, an_image_that_is_all_pore_is_an_error_where_no_face_is_a_wall) {
  write_mha(path("scan.mha"), extent, slit(extent));
  for (const char* faces : {"periodic", "mirror", "pressure --sides mirror"})
    expect_refusal("scan.mha --pore 0:255 --boundary " + std::string(faces), "Nothing resists the flow along x");
}

TEST_F(BadImage, more_than_two_values_without_a_rule_are_an_error) {
  std::vector<std::uint8_t> grey = slit(extent);
  grey[5] = 17;
  write_mha(path("scan.mha"), extent, grey);
  expect_refusal("scan.mha", "--pore");
}

TEST_F(BadImage, a_grey_range_that_is_none_is_an_error) {
  write_mha(path("scan.mha"), extent, slit(extent));
  for (const char* range : {"black", "5:2", "1-2", ":"}) expect_refusal("scan.mha --pore " + std::string(range), range);
}

}  // namespace
}  // namespace perm::cli
