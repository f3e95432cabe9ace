// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <functional>

#include "compressed_bytes.hpp"
#include "tiff_builder.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class TiffFile : public ImageTest {
 protected:
  template <class T>
  void expect_round_trip(std::uint16_t format, double offset, double factor) {
    const auto value = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
      return static_cast<T>(offset + factor * grey_at(x, y, z));
    };
    for (const bool big_endian : {false, true})
      for (const std::uint16_t version : {42, 43}) {
        SCOPED_TRACE(std::to_string(sizeof(T)) + " bytes, format " + std::to_string(format));
        TiffBuilder tiff = tiff_of<T>(value, format, big_endian);
        tiff.version = version;
        expect_compressed_round_trips(tiff, value);
      }
  }
  /// Expects that every compression of `tiff`, which is not compressed itself, gives value(x, y, z).
  template <class Value>
  void expect_compressed_round_trips(const TiffBuilder& tiff, const Value& value) {
    const std::vector<std::pair<std::uint16_t, std::function<std::string(const std::string&)>>> compressions{
        {1, [](const std::string& bytes) { return bytes; }},
        {5, lzw_of},
        {8, zlib_of},
        {32946, zlib_of},
        {32773, packbits_of}};
    for (const auto& [compression, compress] : compressions) {
      SCOPED_TRACE("compression " + std::to_string(compression));
      TiffBuilder compressed = tiff;
      for (TiffBuilder::Page& page : compressed.pages) {
        page.compression = compression;
        page.voxels = compress(page.voxels);
      }
      write("image.tif", compressed);
      expect_voxels(*open_image(folder_ / "image.tif"), value);
    }
  }
  void write(const std::string& name, const TiffBuilder& tiff) { write_file(folder_ / name, tiff.build()); }
};

TEST_F(TiffFile, gives_its_pages_as_planes_in_every_type_byte_order_and_compression) {
  expect_round_trip<std::uint8_t>(1, 100, 1);
  expect_round_trip<std::int8_t>(2, -100, 1);
  expect_round_trip<std::uint16_t>(1, 100, 600);
  expect_round_trip<std::int16_t>(2, -32000, 600);
  expect_round_trip<std::uint32_t>(1, 4e9, 600);
  expect_round_trip<std::int32_t>(2, -2e9, 600);
  expect_round_trip<std::uint64_t>(1, 9e15, 1);
  expect_round_trip<std::int64_t>(2, -9e15, 1);
  expect_round_trip<float>(3, -0.1, 0.37);
  expect_round_trip<double>(3, -0.1, 0.37);
}

TEST_F(TiffFile, of_one_page_is_one_plane) {
  TiffBuilder tiff = tiff_of<std::uint8_t>(grey_at, 1);
  tiff.pages.resize(1);
  write("image.TIFF", tiff);
  const auto image = open_image(folder_ / "image.TIFF");
  ASSERT_EQ(image->extent(), (Extent{7, 5, 1}));
  std::vector<double> plane(35);
  image->read_plane(0, plane);
  EXPECT_EQ(plane[34], 34);
}

TEST_F(TiffFile, with_a_palette_gives_its_indices) {
  TiffBuilder tiff = tiff_of<std::uint8_t>(grey_at, 1);
  for (TiffBuilder::Page& page : tiff.pages) page.photometric = 3;
  write("image.tif", tiff);
  expect_voxels(*open_image(folder_ / "image.tif"), grey_at);
}

TEST_F(TiffFile, in_which_0_is_white_gives_its_values_as_they_are_stored) {
  TiffBuilder tiff = tiff_of<std::uint16_t>(grey_at, 1);
  for (TiffBuilder::Page& page : tiff.pages) page.photometric = 0;
  write("image.tif", tiff);
  expect_voxels(*open_image(folder_ / "image.tif"), grey_at);
}

TEST_F(TiffFile, with_its_bottom_row_first_gives_it_last) {
  TiffBuilder tiff = tiff_of<float>(grey_at, 3);
  for (TiffBuilder::Page& page : tiff.pages) page.more_tags[274] = 4;
  write("image.tif", tiff);
  expect_voxels(*open_image(folder_ / "image.tif"),
                [](std::int64_t x, std::int64_t y, std::int64_t z) { return grey_at(x, small.ny - 1 - y, z); });
}

TEST_F(TiffFile, with_its_bottom_row_first_in_some_pages_only_is_refused) {
  TiffBuilder tiff = tiff_of<float>(grey_at, 3);
  tiff.pages[1].more_tags[274] = 4;
  write("image.tif", tiff);
  EXPECT_THAT(error_of("image.tif"), AllOf(HasSubstr("page 2"), HasSubstr("bottom row first")));
}

TEST_F(TiffFile, of_single_bits_gives_zeros_and_ones) {
  const auto bit_at = [](std::int64_t x, std::int64_t y, std::int64_t z) { return (x + 2 * y + z) % 3 == 0 ? 1 : 0; };
  TiffBuilder tiff = tiff_of<std::uint8_t>(grey_at, 1);
  for (std::int64_t z = 0; z < small.nz; ++z) {
    TiffBuilder::Page& page = tiff.pages[static_cast<std::size_t>(z)];
    page.bits = 1;
    page.voxels.clear();
    for (std::int64_t y = 0; y < small.ny; ++y) {
      int row = 0;
      for (std::int64_t x = 0; x < small.nx; ++x) row |= bit_at(x, y, z) << (7 - x);
      page.voxels += static_cast<char>(row);
    }
  }
  write("image.tif", tiff);
  const auto image = open_image(folder_ / "image.tif");
  expect_voxels(*image, bit_at);
  EXPECT_THAT(image->description(), HasSubstr("1 bit"));
}

TEST_F(TiffFile, of_float16_gives_its_values) {
  const std::vector<std::pair<std::uint16_t, double>> halves{{0x3c00, 1},
                                                             {0xc000, -2},
                                                             {0x7bff, 65504},
                                                             {0x0001, 5.960464477539063e-08},
                                                             {0x0400, 6.103515625e-05},
                                                             {0x3555, 0.333251953125},
                                                             {0, 0}};
  TiffBuilder tiff = tiff_of<std::uint16_t>(
      [&](std::int64_t x, std::int64_t, std::int64_t) { return halves[static_cast<std::size_t>(x)].first; }, 3);
  write("image.tif", tiff);
  expect_voxels(*open_image(folder_ / "image.tif"),
                [&](std::int64_t x, std::int64_t, std::int64_t) { return halves[static_cast<std::size_t>(x)].second; });
}

TEST_F(TiffFile, of_tiles_is_put_together) {
  TiffBuilder tiff = tiff_of<std::uint16_t>(grey_at, 1);
  for (std::int64_t z = 0; z < small.nz; ++z) {
    TiffBuilder::Page& page = tiff.pages[static_cast<std::size_t>(z)];
    page.tile = 16;
    page.voxels.clear();
    for (std::int64_t y = 0; y < 16; ++y)
      for (std::int64_t x = 0; x < 16; ++x)
        page.voxels +=
            bytes_of(static_cast<std::uint16_t>(x < small.nx && y < small.ny ? grey_at(x, y, z) : 999), false);
  }
  write("image.tif", tiff);
  expect_voxels(*open_image(folder_ / "image.tif"), grey_at);
}

TEST_F(TiffFile, with_thousands_of_tags_that_share_a_long_value_is_refused_at_once) {
  TiffBuilder tiff = tiff_of<std::uint8_t>(grey_at, 1);
  tiff.pages.resize(1);
  for (std::uint16_t tag = 40000; tag < 43000; ++tag) tiff.pages[0].shared_tags.push_back(tag);
  write("image.tif", tiff);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(error_of("image.tif"), HasSubstr("tags are longer"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

TEST_F(TiffFile, with_its_right_column_first_is_refused) {
  TiffBuilder tiff = tiff_of<std::uint8_t>(grey_at, 1);
  for (TiffBuilder::Page& page : tiff.pages) page.more_tags[274] = 2;
  write("image.tif", tiff);
  EXPECT_THAT(error_of("image.tif"), HasSubstr("orientation 2"));
}

TEST_F(TiffFile, of_many_pages_gives_the_same_in_any_order) {
  constexpr std::int64_t pages = 211;
  TiffBuilder tiff = tiff_of<std::uint8_t>(grey_at, 1);
  tiff.pages.assign(pages, tiff.pages.front());
  for (std::size_t z = 0; z < tiff.pages.size(); ++z) tiff.pages[z].voxels = std::string(35, static_cast<char>(z));
  write("image.tif", tiff);
  const auto image = open_image(folder_ / "image.tif");
  ASSERT_EQ(image->extent(), (Extent{7, 5, pages}));
  std::vector<double> plane(35);
  const auto expect_plane = [&](std::int64_t z) {
    image->read_plane(z, plane);
    EXPECT_EQ(plane, std::vector<double>(35, static_cast<double>(z))) << z;
  };
  for (std::int64_t z = 0; z < pages; ++z) expect_plane(z);
  for (std::int64_t z = pages - 1; z >= 0; --z) expect_plane(z);
  for (std::int64_t i = 0; i < 2 * pages; ++i) expect_plane(i * i * 89 % pages);
}

TEST_F(TiffFile, with_a_damaged_page_gives_the_others) {
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
      EXPECT_THAT(input_error_of([&] { image->read_plane(1, plane); }), HasSubstr("page 2"));
      image->read_plane(z, plane);
      EXPECT_EQ(plane[34], grey_at(6, 4, z));
    }
  }
}

TEST_F(TiffFile, is_refused_when_cut_short_anywhere) {
  const std::string whole = tiff_of<std::uint8_t>(grey_at, 1).build();
  for (std::size_t bytes = 1; bytes < whole.size(); bytes += 7) {
    write_file(folder_ / "image.tif", whole.substr(0, bytes));
    error_of("image.tif");
  }
}

TEST_F(TiffFile, is_refused_when_its_voxels_lie_beyond_its_end) {
  TiffBuilder tiff = tiff_of<std::uint8_t>(grey_at, 1);
  tiff.pages[1].more_tags[279] = 1'000'000;
  write("image.tif", tiff);
  EXPECT_THAT(error_of("image.tif"), HasSubstr("page 2"));
}

TEST_F(TiffFile, is_refused_when_a_page_is_more_than_the_file_can_hold) {
  TiffBuilder tiff = tiff_of<std::uint8_t>(grey_at, 1);
  for (TiffBuilder::Page& page : tiff.pages) page.width = page.height = 100'000'000;
  write("image.tif", tiff);
  EXPECT_THAT(input_error_of([&] { open_image(folder_ / "image.tif"); }), HasSubstr("can hold"));
}

TEST_F(TiffFile, is_refused_when_its_pages_differ) {
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

TEST_F(TiffFile, is_refused_when_it_is_no_grey_image) {
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

TEST_F(TiffFile, of_imagej_with_images_behind_its_only_page_is_not_taken_for_one_plane) {
  TiffBuilder tiff = tiff_of<std::uint8_t>(grey_at, 1);
  tiff.pages.resize(1);
  tiff.pages[0].description = "ImageJ=1.53t\nimages=3000\nslices=3000\n";
  write("big.tif", tiff);
  EXPECT_THAT(error_of("big.tif"), AllOf(HasSubstr("3000 images"), HasSubstr("sequence")));
}

TEST_F(TiffFile, with_a_circle_of_pages_ends_in_an_error) {
  TiffBuilder tiff = tiff_of<std::uint8_t>(grey_at, 1);
  tiff.pages.resize(1);
  std::string file = tiff.build();
  file.replace(file.size() - 4, 4, file.substr(4, 4));
  write_file(folder_ / "image.tif", file);
  EXPECT_THAT(error_of("image.tif"), HasSubstr("circle"));
}

TEST_F(TiffFile, says_nothing_on_standard_error) {
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
