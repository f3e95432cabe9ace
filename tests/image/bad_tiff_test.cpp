// SPDX-License-Identifier: Apache-2.0
// TIFF files that are damaged, cut short, or no grey images.
#include "compressed_bytes.hpp"
#include "tiff_builder.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class BadTiffFile : public ImageTest {
 protected:
  void write(const std::string& name, const TiffBuilder& tiff) { write_file(folder_ / name, tiff.build()); }
};

TEST_F(BadTiffFile, with_a_damaged_page_gives_the_others) {
  for (const std::uint16_t compression : {5, 8}) {
    TiffBuilder tiff = tiff_of<std::uint8_t>(grey_at, 1);
    for (TiffBuilder::Page& page : tiff.pages) {
      page.compression = compression;
      page.voxels = compression == 5 ? lzw_of(page.voxels) : zlib_of(page.voxels);
    }
    std::string& voxels = tiff.pages[1].voxels;
    if (compression == 5)
      voxels.resize(voxels.size() / 2);
    else
      voxels[12] ^= 1;  // an error in a value, which only the checksum shows
    write("image.tif", tiff);
    EXPECT_THAT(error_of("image.tif"), AllOf(HasSubstr("damaged"), HasSubstr("page 2")));
    const auto image = open_image(folder_ / "image.tif");
    std::vector<double> plane(35);
    for (const std::int64_t z : {2, 0}) {
      EXPECT_THAT(input_error_of([&] { read_grey_plane(*image, 1, plane); }), HasSubstr("page 2"));
      read_grey_plane(*image, z, plane);
      EXPECT_EQ(plane[34], grey_at(6, 4, z));
    }
  }
}

TEST_F(BadTiffFile, is_refused_when_cut_short_anywhere) {
  const std::string whole = tiff_of<std::uint8_t>(grey_at, 1).build();
  for (std::size_t bytes = 1; bytes < whole.size(); bytes += 7) {
    write_file(folder_ / "image.tif", whole.substr(0, bytes));
    error_of("image.tif");
  }
}

TEST_F(BadTiffFile, is_refused_when_its_voxels_lie_beyond_its_end) {
  TiffBuilder tiff = tiff_of<std::uint8_t>(grey_at, 1);
  tiff.pages[1].more_tags[279] = 1'000'000;
  write("image.tif", tiff);
  EXPECT_THAT(error_of("image.tif"), HasSubstr("page 2"));
}

TEST_F(BadTiffFile, is_refused_when_a_page_is_more_than_the_file_can_hold) {
  TiffBuilder tiff = tiff_of<std::uint8_t>(grey_at, 1);
  for (TiffBuilder::Page& page : tiff.pages) page.width = page.height = 100'000'000;
  write("image.tif", tiff);
  EXPECT_THAT(input_error_of([&] { open_image(folder_ / "image.tif"); }), HasSubstr("can hold"));
}

TEST_F(BadTiffFile, is_refused_when_its_pages_differ) {
  TiffBuilder size = tiff_of<std::uint8_t>(grey_at, 1);
  size.pages[2].width = 9;
  size.pages[2].voxels = std::string(45, 'v');
  write("size.tif", size);
  EXPECT_THAT(error_of("size.tif"), AllOf(HasSubstr("page 3 is 9 x 5"), HasSubstr("page 1 is 7 x 5")));
  TiffBuilder type = tiff_of<std::uint8_t>(grey_at, 1);
  type.pages[1].bits = 16;
  type.pages[1].voxels = std::string(70, 'v');
  write("type.tif", type);
  EXPECT_THAT(error_of("type.tif"), HasSubstr("page 2 is 7 x 5, 16-bit"));
}

TEST_F(BadTiffFile, is_refused_when_it_is_no_grey_image) {
  TiffBuilder colour = tiff_of<std::uint8_t>(grey_at, 1);
  for (TiffBuilder::Page& page : colour.pages) {
    page.samples = 3;
    page.photometric = 2;
    page.voxels = std::string(105, 'v');
  }
  write("colour.tif", colour);
  EXPECT_THAT(error_of("colour.tif"), HasSubstr("colour"));
  TiffBuilder bits = tiff_of<std::uint8_t>(grey_at, 1);
  for (TiffBuilder::Page& page : bits.pages) page.bits = 4;
  write("bits.tif", bits);
  EXPECT_THAT(error_of("bits.tif"), AllOf(HasSubstr("4 bits"), HasSubstr("8 or 16 bits or float")));
  TiffBuilder preview = tiff_of<std::uint8_t>(grey_at, 1);
  preview.pages[2].more_tags[254] = 1;
  write("preview.tif", preview);
  EXPECT_THAT(error_of("preview.tif"), HasSubstr("preview"));
}

TEST_F(BadTiffFile, of_imagej_with_images_behind_its_only_page_is_not_taken_for_one_plane) {
  TiffBuilder tiff = tiff_of<std::uint8_t>(grey_at, 1);
  tiff.pages.resize(1);
  tiff.pages[0].description = "ImageJ=1.53t\nimages=3000\nslices=3000\n";
  write("big.tif", tiff);
  EXPECT_THAT(error_of("big.tif"), AllOf(HasSubstr("3000 images"), HasSubstr("cut short")));
}

TEST_F(BadTiffFile, with_a_circle_of_pages_ends_in_an_error) {
  TiffBuilder tiff = tiff_of<std::uint8_t>(grey_at, 1);
  tiff.pages.resize(1);
  std::string file = tiff.build();
  file.replace(file.size() - 4, 4, file.substr(4, 4));
  write_file(folder_ / "image.tif", file);
  EXPECT_THAT(error_of("image.tif"), HasSubstr("circle"));
}

TEST_F(BadTiffFile, says_nothing_on_standard_error) {
  TiffBuilder tiff = tiff_of<std::uint8_t>(grey_at, 1);
  for (TiffBuilder::Page& page : tiff.pages) page.more_tags[65000] = 7;  // libtiff warns of tags that it does not know
  write("image.tif", tiff);
  testing::internal::CaptureStderr();
  expect_voxels(*open_image(folder_ / "image.tif"), grey_at);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  for (TiffBuilder::Page& page : tiff.pages) page.compression = 5;  // the voxels are not compressed in this way
  write("damaged.tif", tiff);
  testing::internal::CaptureStderr();
  EXPECT_THAT(error_of("damaged.tif"), HasSubstr("page 1"));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace perm
