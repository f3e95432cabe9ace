// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <functional>

#include "compressed_bytes.hpp"
#include "tiff_builder.hpp"
#include "waiting.hpp"

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
  read_grey_plane(*image, 0, plane);
  EXPECT_EQ(plane[34], 34);
}

/// Gives the voxels of plane z as differences along the rows, in either byte order.
template <class T>
std::string differences_of_plane(std::int64_t z, bool big_endian) {
  std::string bytes;
  for (std::int64_t y = 0; y < small.ny; ++y) {
    T before{};
    for (std::int64_t x = 0; x < small.nx; ++x) {
      const auto value = static_cast<T>(7 * grey_at(small.nx - 1 - x, y, z));
      bytes += bytes_of(static_cast<T>(value - before), big_endian);
      before = value;
    }
  }
  return bytes;
}

TEST_F(TiffFile, whose_voxels_are_differences_gives_their_sums) {
  const auto expect_sums = [&]<class T>(T) {
    for (const bool big_endian : {false, true})
      for (const std::uint16_t compression : {5, 8}) {
        TiffBuilder tiff = tiff_of<T>(grey_at, 1, big_endian);
        for (std::int64_t z = 0; z < small.nz; ++z) {
          TiffBuilder::Page& page = tiff.pages[static_cast<std::size_t>(z)];
          page.more_tags[317] = 2;
          page.compression = compression;
          page.voxels = differences_of_plane<T>(z, big_endian);
          page.voxels = compression == 5 ? lzw_of(page.voxels) : zlib_of(page.voxels);
        }
        SCOPED_TRACE(std::to_string(sizeof(T)) + " bytes, compression " + std::to_string(compression));
        write("image.tif", tiff);
        expect_voxels(*open_image(folder_ / "image.tif"), [](std::int64_t x, std::int64_t y, std::int64_t z) {
          return static_cast<T>(7 * grey_at(small.nx - 1 - x, y, z));
        });
      }
  };
  expect_sums(std::uint8_t{});
  expect_sums(std::uint16_t{});
  expect_sums(std::uint32_t{});
}

TEST_F(TiffFile, of_imagej_above_4_gb_has_the_other_images_behind_its_only_page) {
  for (const bool big_endian : {false, true}) {
    TiffBuilder tiff = tiff_of<std::uint16_t>(grey_at, 1, big_endian);
    const std::string all = voxels_of<std::uint16_t>(grey_at, big_endian);
    tiff.pages.resize(1);
    tiff.pages[0].description = "ImageJ=1.53t\nimages=3\nslices=3\nunit=um\nspacing=2\n";
    std::string file = tiff.build();
    const std::size_t at = file.find(all.substr(0, all.size() / 3));
    ASSERT_NE(at, std::string::npos);
    // The voxels go to the end of the file, and the tag of their place with them.
    const std::string old_place = bytes_of(static_cast<std::uint32_t>(at), big_endian);
    const std::size_t tag =
        file.find(bytes_of<std::uint16_t>(273, big_endian) + bytes_of<std::uint16_t>(4, big_endian));
    ASSERT_EQ(file.substr(tag + 8, 4), old_place);
    file.replace(tag + 8, 4, bytes_of(static_cast<std::uint32_t>(file.size()), big_endian));
    write_file(folder_ / "image.tif", file + all);
    const auto image = open_image(folder_ / "image.tif");
    expect_voxels(*image, grey_at);
    EXPECT_EQ(image->notes().spacing[2], 2);
    EXPECT_EQ(image->notes().spacing_unit_m, 1e-6);
    write_file(folder_ / "image.tif", file + all.substr(0, all.size() - 1));
    EXPECT_THAT(error_of("image.tif"), HasSubstr("cut short"));
  }
}

TEST_F(TiffFile, whose_pages_are_channels_or_moments_is_refused) {
  const auto expect_refusal = [&](const std::string& description, const std::string& part) {
    TiffBuilder tiff = tiff_of<std::uint8_t>(grey_at, 1);
    tiff.pages[0].description = description;
    write("image.tif", tiff);
    EXPECT_THAT(error_of("image.tif"), HasSubstr(part));
  };
  expect_refusal("ImageJ=1.53t\nimages=3\nchannels=3\nhyperstack=true\n", "3 channels");
  expect_refusal("ImageJ=1.53t\nimages=4\nslices=2\nframes=2\n", "2 moments of 2 slices");
  expect_refusal(R"(<OME><Pixels SizeX="7" SizeC="3" SizeZ="1"/></OME>)", "3 channels");
  TiffBuilder stack = tiff_of<std::uint8_t>(grey_at, 1);
  stack.pages[0].description = "ImageJ=1.53t\nimages=3\nframes=3\n";  // so it calls slices that were opened one by one
  write("image.tif", stack);
  expect_voxels(*open_image(folder_ / "image.tif"), grey_at);
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
  const double before = processor_seconds(::getpid());
  EXPECT_THAT(error_of("image.tif"), HasSubstr("tags are longer"));
  EXPECT_LT(processor_seconds(::getpid()) - before, 1);
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
    read_grey_plane(*image, z, plane);
    EXPECT_EQ(plane, std::vector<double>(35, static_cast<double>(z))) << z;
  };
  for (std::int64_t z = 0; z < pages; ++z) expect_plane(z);
  for (std::int64_t z = pages - 1; z >= 0; --z) expect_plane(z);
  for (std::int64_t i = 0; i < 2 * pages; ++i) expect_plane(i * i * 89 % pages);
}

}  // namespace
}  // namespace perm
