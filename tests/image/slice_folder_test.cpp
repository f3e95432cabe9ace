// SPDX-License-Identifier: Apache-2.0
#include "core/process_memory.hpp"
#include "tiff_builder.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::HasSubstr;
namespace fs = std::filesystem;

class SliceFolder : public ImageTest {
 protected:
  /// Writes a 3 x 2 slice whose first voxel is `mark`.
  void write_slice(const std::string& name, int mark, std::uint32_t width = 3, std::uint16_t bits = 8) {
    TiffBuilder tiff{false, {TiffBuilder::Page{}}};
    tiff.pages[0].width = width;
    tiff.pages[0].height = 2;
    tiff.pages[0].bits = bits;
    tiff.pages[0].voxels = static_cast<char>(mark) + std::string(std::size_t{width} * 2 * bits / 8 - 1, 'v');
    fs::create_directories(folder_ / "stack");
    write_file(folder_ / "stack" / name, tiff.build());
  }
  /// Gives the first voxel of every plane.
  std::vector<int> marks() {
    const auto image = open_image(folder_ / "stack");
    std::vector<double> plane(static_cast<std::size_t>(image->extent().plane_voxels()));
    std::vector<int> result;
    for (std::int64_t z = 0; z < image->extent().nz; ++z) {
      read_grey_plane(*image, z, plane);
      result.push_back(static_cast<int>(plane[0]));
    }
    return result;
  }
};

TEST_F(SliceFolder, is_ordered_by_number_not_by_letter) {
  for (const int number : {9, 10, 11, 8}) write_slice("slice_" + std::to_string(number) + ".tif", number);
  EXPECT_THAT(marks(), testing::ElementsAre(8, 9, 10, 11));
}

TEST_F(SliceFolder, finds_the_number_wherever_it_stands_in_the_names) {
  for (const int number : {99, 100, 101}) write_slice("scan7_" + std::to_string(number) + "_8bit.tif", number);
  EXPECT_THAT(marks(), testing::ElementsAre(99, 100, 101));
}

TEST_F(SliceFolder, accepts_zero_padding_and_names_of_digits_only) {
  for (const int number : {1, 2, 3}) write_slice("000" + std::to_string(number) + ".TIF", number);
  EXPECT_THAT(marks(), testing::ElementsAre(1, 2, 3));
}

TEST_F(SliceFolder, of_one_slice_is_one_plane) {
  write_slice("slice.tif", 42);
  EXPECT_THAT(marks(), testing::ElementsAre(42));
}

TEST_F(SliceFolder, ignores_hidden_files_other_endings_and_folders) {
  for (const int number : {1, 2}) write_slice("s" + std::to_string(number) + ".tif", number);
  write_file(folder_ / "stack" / "._s1.tif", "x");
  write_file(folder_ / "stack" / "notes.txt", "x");
  fs::create_directory(folder_ / "stack" / "old");
  EXPECT_THAT(marks(), testing::ElementsAre(1, 2));
}

TEST_F(SliceFolder, names_the_missing_slice) {
  for (const int number : {8, 9, 11}) write_slice("slice_" + std::to_string(number) + ".tif", number);
  EXPECT_THAT(error_of("stack"),
              AllOf(HasSubstr("slice 10 is missing"), HasSubstr("slice_9.tif"), HasSubstr("slice_11.tif")));
}

TEST_F(SliceFolder, refuses_two_slices_of_one_number) {
  write_slice("slice_1.tif", 1);
  write_slice("slice_01.tif", 1);
  EXPECT_THAT(error_of("stack"), AllOf(HasSubstr("slice_1.tif"), HasSubstr("slice_01.tif"), HasSubstr("same number")));
}

TEST_F(SliceFolder, names_the_slice_of_another_size_or_type) {
  write_slice("slice_1.tif", 1);
  write_slice("slice_2.tif", 2, 4);
  EXPECT_THAT(error_of("stack"), AllOf(HasSubstr("'slice_2.tif' is 4 x 2"), HasSubstr("3 x 2")));
  write_slice("slice_2.tif", 2, 3, 16);
  EXPECT_THAT(error_of("stack"), HasSubstr("'slice_2.tif' is 3 x 2, 16-bit"));
}

TEST_F(SliceFolder, refuses_mixed_endings_and_mixed_names) {
  write_slice("slice_1.tif", 1);
  write_slice("slice_2.tiff", 2);
  EXPECT_THAT(error_of("stack"), AllOf(HasSubstr("slice_1.tif"), HasSubstr("slice_2.tiff"), HasSubstr("endings")));
  fs::remove(folder_ / "stack" / "slice_2.tiff");
  write_slice("mask_1.tif", 2);
  EXPECT_THAT(error_of("stack"),
              AllOf(HasSubstr("slice_1.tif"), HasSubstr("mask_1.tif"), HasSubstr("not numbered alike")));
  fs::remove(folder_ / "stack" / "mask_1.tif");
  write_slice("slice_1_mask.tif", 2);
  EXPECT_THAT(error_of("stack"), AllOf(HasSubstr("slice_1.tif"), HasSubstr("slice_1_mask.tif")));
}

TEST_F(SliceFolder, refuses_a_folder_without_slices) {
  fs::create_directory(folder_ / "stack");
  EXPECT_THAT(error_of("stack"), HasSubstr("no .tif"));
  write_file(folder_ / "stack" / "slice_1.gif", "x");
  EXPECT_THAT(error_of("stack"), AllOf(HasSubstr(".gif"), HasSubstr("Save it as PNG or TIFF")));
}

TEST_F(SliceFolder, names_the_slice_that_is_damaged_when_it_is_opened) {
  write_slice("slice_1.tif", 1);
  write_slice("slice_2.tif", 2);
  fs::resize_file(folder_ / "stack" / "slice_2.tif", 60);
  EXPECT_THAT(input_error_of([&] { open_image(folder_ / "stack"); }), HasSubstr("slice_2.tif"));
  fs::resize_file(folder_ / "stack" / "slice_2.tif", 0);
  EXPECT_THAT(input_error_of([&] { open_image(folder_ / "stack"); }),
              AllOf(HasSubstr("slice_2.tif"), HasSubstr("empty")));
}

TEST_F(SliceFolder, refuses_slices_of_several_pages) {
  fs::create_directory(folder_ / "stack");
  write_file(folder_ / "stack" / "slice_1.tif", tiff_of<std::uint8_t>(grey_at, 1).build());
  EXPECT_THAT(error_of("stack"), AllOf(HasSubstr("slice_1.tif"), HasSubstr("3 pages")));
}

TEST_F(SliceFolder, holds_about_one_plane_at_a_time) {
  constexpr std::uint32_t side = 512;
  fs::create_directory(folder_ / "stack");
  TiffBuilder tiff{false, {TiffBuilder::Page{}}};
  tiff.pages[0].width = tiff.pages[0].height = side;
  tiff.pages[0].voxels = std::string(std::size_t{side} * side, 'v');
  const std::string slice = tiff.build();
  constexpr int slices = 64;
  for (int z = 0; z < slices; ++z) write_file(folder_ / "stack" / (std::to_string(z) + ".tif"), slice);
  std::vector<double> plane(std::size_t{side} * side);
  const auto image = open_image(folder_ / "stack");
  read_grey_plane(*image, 0, plane);
  const std::int64_t before = resident_bytes();
  if (before == 0) GTEST_SKIP() << "this system does not tell the memory of a process";
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "AddressSanitizer keeps freed memory";
#endif
  for (int z = 0; z < slices; ++z) read_grey_plane(*image, z, plane);
  EXPECT_LT(resident_bytes() - before, std::int64_t{side} * side * 8) << "all planes are " << slices * side * side;
}

}  // namespace
}  // namespace perm
