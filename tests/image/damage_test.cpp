// SPDX-License-Identifier: Apache-2.0
// No voxel that was not in the file: damaged files of every format that this program reads by itself. Each of TIFF,
// NRRD and MetaImage is damaged in more than 200 ways; hostile_files/ has more, for the whole program.
#include "image/damage.hpp"

#include "compressed_bytes.hpp"
#include "image/format_bytes.hpp"
#include "tiff_builder.hpp"

namespace perm {
namespace {

class DamagedFile : public ImageTest {
 protected:
  /// Damages the file `damaged` in order, and opens `name`, which may be the header beside it.
  template <class Value>
  void expect_all(const std::string& name, const std::string& damaged, const Value& value,
                  const std::optional<RawLayout>& raw = {}) {
    const std::string whole = file_content(folder_ / damaged);
    const DamageCount before = count_;
    expect(name, "whole", value, raw);
    EXPECT_EQ(count_.read, before.read + 1) << name;
    int number = 0;
    for (const std::string& bytes : damaged_in_order(whole)) {
      write_file(folder_ / damaged, bytes);
      expect(name, damaged + " damaged in way " + std::to_string(++number), value, raw);
    }
    EXPECT_GT(count_.refused - before.refused, number / 2) << name;
    write_file(folder_ / damaged, whole);
  }
  template <class Value>
  void expect(const std::string& name, const std::string& what, const Value& value,
              const std::optional<RawLayout>& raw = {}) {
    expect_refused_or_whole([&] { return open_image(folder_ / name, raw); }, small, value, name + ", " + what, count_);
  }
  template <class Value>
  void expect_all_of(const std::string& name, const std::string& content, const Value& value,
                     const std::optional<RawLayout>& raw = {}) {
    write_file(folder_ / name, content);
    expect_all(name, name, value, raw);
  }

  DamageCount count_;
};

/// How the pages of a file are divided.
struct Division {
  const char* name;
  std::uint32_t rows{0};
  std::uint32_t tile{0};
  std::uint16_t compression{1};
};

std::string compressed(const std::string& bytes, std::uint16_t compression) {
  return compression == 5   ? lzw_of(bytes)
         : compression == 8 ? zlib_of(bytes)
         : compression == 1 ? bytes
                            : packbits_of(bytes);
}

/// Gives the small image of uint8, with each page in several strips or in tiles of 4 x 4.
TiffBuilder divided(const Division& division, bool big_endian, std::uint16_t version) {
  TiffBuilder tiff = tiff_of<std::uint8_t>(grey_at, 1, big_endian);
  tiff.version = version;
  for (TiffBuilder::Page& page : tiff.pages) {
    page.rows = division.rows;
    page.tile = division.tile;
    page.compression = division.compression;
    const std::size_t rows = division.rows > 0 ? division.rows : page.height;
    if (division.tile == 0)
      for (std::size_t y = 0; y < page.height; y += rows)
        page.parts.push_back(page.voxels.substr(y * page.width, rows * page.width));
    for (std::uint32_t y = 0; y < page.height && division.tile > 0; y += division.tile)
      for (std::uint32_t x = 0; x < page.width; x += division.tile) {
        std::string tile;
        for (std::uint32_t row = y; row < y + division.tile; ++row)
          for (std::uint32_t column = x; column < x + division.tile; ++column)
            tile += row < page.height && column < page.width ? page.voxels[row * page.width + column] : '\xee';
        page.parts.push_back(tile);
      }
    for (std::string& part : page.parts) part = compressed(part, division.compression);
  }
  return tiff;
}

constexpr Division divisions[] = {{"one strip"},        {"strips of a row", 1},     {"strips of two rows", 2},
                                  {"tiles", 0, 4},      {"packbits", 2, 0, 32773},  {"LZW", 2, 0, 5},
                                  {"deflate", 2, 0, 8}, {"tiles, deflate", 0, 4, 8}};

TEST_F(DamagedFile, of_tiff_without_a_part_of_its_voxels_is_refused_or_read_whole) {
  using List = std::vector<std::uint32_t>;
  for (const Division& division : divisions)
    for (const std::uint16_t version : {42, 43}) {
      const TiffBuilder good = divided(division, version == 43, version);
      write_file(folder_ / "a.tif", good.build());
      expect_voxels(*open_image(folder_ / "a.tif"), grey_at);
      const std::size_t parts = good.pages[1].parts.size();
      const auto end = static_cast<std::uint32_t>(good.build().size());
      const auto damage = [&](const std::string& what, const std::function<void(List&, List&)>& how) {
        TiffBuilder tiff = good;
        tiff.pages[1].damage = how;
        write_file(folder_ / "a.tif", tiff.build());
        expect("a.tif", std::string(division.name) + ": " + what, grey_at);
      };
      for (std::size_t left = 0; left < parts; ++left) {
        damage(std::to_string(left) + " places", [&](List& places, List&) { places.resize(left); });
        damage(std::to_string(left) + " lengths", [&](List&, List& counts) { counts.resize(left); });
      }
      for (const std::size_t part : {std::size_t{0}, parts / 2, parts - 1}) {
        const std::string name = "part " + std::to_string(part);
        for (const std::uint32_t place : {0U, 4U, 7U, 17U, end - 40, end - 4, end, 1U << 31U, ~0U})
          if (place != 17 || division.compression == 1)  // compressed parts of other pages may begin there
            damage(name + " at " + std::to_string(place), [&](List& places, List&) { places[part] = place; });
        for (const std::uint32_t less : {1U, 2U, 3U, 7U, 1000U})
          damage(name + " less " + std::to_string(less),
                 [&](List&, List& counts) { counts[part] -= std::min(counts[part], less); });
        for (const std::uint32_t length : {0U, 1U, end, ~0U})
          damage(name + " of " + std::to_string(length), [&](List&, List& counts) { counts[part] = length; });
      }
      for (const std::uint16_t tag : {256, 257, 273, 278, 279, 322, 323, 324, 325}) {
        TiffBuilder tiff = good;
        tiff.pages[1].left_out = {tag};
        write_file(folder_ / "a.tif", tiff.build());
        expect("a.tif", std::string(division.name) + " without tag " + std::to_string(tag), grey_at);
      }
      for (const std::uint32_t higher : {6U, 8U, 50U}) {
        if (division.tile > 0 && higher <= 8) continue;  // two rows of tiles have so many rows
        TiffBuilder tiff = good;
        for (TiffBuilder::Page& page : tiff.pages) page.height = higher;
        write_file(folder_ / "a.tif", tiff.build());
        EXPECT_THAT(error_of("a.tif"), testing::HasSubstr("page 1")) << division.name;
      }
    }
  EXPECT_GT(count_.refused, 200);
  EXPECT_GT(count_.read, 5) << "files without the lengths of uncompressed parts are legal";
}

TEST_F(DamagedFile, of_tiff_cut_short_or_with_gaps_is_refused_or_read_whole) {
  for (const Division& division : divisions)
    for (const bool big_endian : {false, true})
      expect_all_of("a.tif", divided(division, big_endian, big_endian ? 43 : 42).build(), grey_at);
  EXPECT_GT(count_.refused, 200);
}

TEST_F(DamagedFile, of_tiff_with_fewer_rows_of_fax_or_jpeg_than_it_says_is_refused) {
  TiffBuilder tiff = tiff_of<std::uint8_t>(grey_at, 1);
  tiff.pages.resize(1);
  TiffBuilder::Page& page = tiff.pages[0];
  page.bits = 1;
  page.photometric = 0;
  page.compression = 4;
  page.voxels = std::string("\xf8\x00\x80\x08", 4);  // five times V0, a white row, and twice the end of a line
  write_file(folder_ / "a.tif", tiff.build());
  std::vector<double> plane(35, 7);
  read_grey_plane(*open_image(folder_ / "a.tif"), 0, plane);
  EXPECT_EQ(plane, std::vector<double>(35, 0));
  page.voxels = std::string("\xe0\x02\x00\x20", 4);  // three rows and the end
  write_file(folder_ / "a.tif", tiff.build());
  EXPECT_THAT(error_of("a.tif"), testing::HasSubstr("page 1"));
  page.voxels = std::string("\xe0", 1);  // three rows and no end
  write_file(folder_ / "a.tif", tiff.build());
  EXPECT_THAT(error_of("a.tif"), testing::HasSubstr("page 1"));

  page.bits = 8;
  page.photometric = 1;
  page.compression = 7;
  page.width = 16;
  page.height = 8;
  const auto jpeg = [](char height, const std::string& data) {
    const std::string table = std::string("\x01") + std::string(15, '\0');  // one code, of one bit
    return std::string("\xff\xd8\xff\xdb\0\x43\0", 7) + std::string(64, '\x10') +
           std::string("\xff\xc0\0\x0b\x08\0", 6) + height + std::string("\0\x10\x01\x01\x11\0", 6) +
           std::string("\xff\xc4\0\x14\0", 5) + table + std::string(1, '\0') + std::string("\xff\xc4\0\x14\x10", 5) +
           table + std::string(1, '\0') + std::string("\xff\xda\0\x08\x01\x01\0\0\x3f\0", 10) + data + "\xff\xd9";
  };
  page.voxels = jpeg(8, "\x0f");  // two blocks of four bits in all, without a difference: all is 128
  write_file(folder_ / "a.tif", tiff.build());
  plane.resize(128);
  read_grey_plane(*open_image(folder_ / "a.tif"), 0, plane);
  EXPECT_EQ(plane, std::vector<double>(128, 128));
  page.voxels = jpeg(8, "");
  write_file(folder_ / "a.tif", tiff.build());
  EXPECT_THAT(error_of("a.tif"), testing::HasSubstr("page 1"));
  page.voxels = jpeg(5, "\x0f");
  write_file(folder_ / "a.tif", tiff.build());
  EXPECT_THAT(error_of("a.tif"), testing::HasSubstr("page 1"));
}

TEST_F(DamagedFile, of_tiff_of_which_libtiff_and_other_programs_read_different_parts_is_refused) {
  TiffBuilder tiff = tiff_of<std::uint8_t>(grey_at, 1);
  for (TiffBuilder::Page& page : tiff.pages) page.more_tags[324] = 100;  // strips, and tiles besides
  write_file(folder_ / "a.tif", tiff.build());
  EXPECT_THAT(error_of("a.tif"), testing::HasSubstr("twice"));
}

TEST_F(DamagedFile, of_imagej_whose_first_image_has_a_gap_is_refused) {
  TiffBuilder tiff = divided({"", 1}, false, 42);
  tiff.pages.resize(1);
  tiff.pages[0].description = "ImageJ=1.53t\nimages=3\nslices=3\n";
  tiff.pages[0].damage = [](std::vector<std::uint32_t>& places, std::vector<std::uint32_t>&) {
    std::swap(places[1], places[2]);
  };
  write_file(folder_ / "a.tif", tiff.build() + std::string(200, '\1'));
  EXPECT_THAT(error_of("a.tif"), testing::HasSubstr("3 images"));
}

TEST_F(DamagedFile, of_metaimage_is_refused_or_read_whole) {
  const std::string bytes = voxels_of<std::uint16_t>(grey_at);
  const auto header = [](const std::string& data_file, const std::string& more = "") {
    return "ObjectType = Image\nNDims = 3\n" + more + "ElementSpacing = 1 1 2\nDimSize = 7 5 3\n" +
           "ElementType = MET_USHORT\nElementDataFile = " + data_file + "\n";
  };
  expect_all_of("a.mha", header("LOCAL") + bytes, grey_at);
  expect_all_of("b.mha", header("LOCAL", "CompressedData = True\n") + zlib_of(bytes), grey_at);
  write_file(folder_ / "a.raw", "ab" + bytes);
  write_file(folder_ / "a.zraw", zlib_of(bytes));
  for (const char* skip : {"HeaderSize = 2\n", "HeaderSize = -1\n"}) {
    expect_all_of("a.mhd", header("a.raw", skip), grey_at);
    if (std::string(skip) == "HeaderSize = 2\n") expect_all("a.mhd", "a.raw", grey_at);
  }
  write_file(folder_ / "b.mhd", header("a.zraw", "CompressedData = True\n"));
  expect_all("b.mhd", "a.zraw", grey_at);
  EXPECT_GT(count_.refused, 200);
}

TEST_F(DamagedFile, of_nrrd_is_refused_or_read_whole) {
  const std::string bytes = voxels_of<std::uint16_t>(grey_at);
  const auto header = [](const std::string& encoding, const std::string& more = "") {
    return "NRRD0004\ntype: ushort\ndimension: 3\nsizes: 7 5 3\nspacings: 1 1 2\nendian: little\nencoding: " +
           encoding + "\n" + more;
  };
  std::string text;
  for (int i = 0; i < 105; ++i) text += std::to_string(i) + (i % 7 == 6 ? "\n" : " ");
  expect_all_of("a.nrrd", header("raw") + "\n" + bytes, grey_at);
  expect_all_of("b.nrrd", header("gzip") + "\n" + gzip_of(bytes), grey_at);
  expect_all_of("c.nrrd", header("gzip", "byte skip: 4\n") + "\n" + gzip_of("abcd" + bytes), grey_at);
  expect_all_of("d.nrrd", header("raw", "line skip: 2\nbyte skip: 3\n") + "\na\nb\nabc" + bytes, grey_at);
  for (std::size_t plane = 0; plane < 3; ++plane)
    write_file(folder_ / ("slice" + std::to_string(plane) + ".raw"), bytes.substr(plane * 70, 70));
  write_file(folder_ / "a.nhdr", header("raw", "data file: slice%d.raw 0 2 1\n"));
  write_file(folder_ / "b.nhdr", header("raw", "data file: LIST\nslice0.raw\nslice1.raw\nslice2.raw\n"));
  for (const char* name : {"a.nhdr", "b.nhdr"}) {
    expect_all(name, name, grey_at);
    expect_all(name, "slice1.raw", grey_at);
  }
  EXPECT_GT(count_.refused, 200);
  write_file(folder_ / "e.nrrd", header("ascii") + "\n" + text);
  for (const std::string& shorter : cut_short(file_content(folder_ / "e.nrrd"), 300)) {
    // A number that is cut in two is another number; this only happens to the last one, of which "1" and "10" are left.
    if (shorter.ends_with("103 1") || shorter.ends_with("103 10")) continue;
    write_file(folder_ / "e.nrrd", shorter);
    expect("e.nrrd", "cut at " + std::to_string(shorter.size()), grey_at);
  }
}

TEST_F(DamagedFile, of_the_other_formats_is_refused_or_read_whole) {
  const std::string bytes = voxels_of<std::uint8_t>(grey_at);
  const RawLayout layout{small, "uint8", "little", 2};
  expect_all_of("a.raw", "ab" + bytes, grey_at, layout);
  expect_all_of("a.raw.gz", gzip_of("ab" + bytes), grey_at, layout);
  expect_all_of("b.raw.gz", gzip_of("ab") + gzip_of(bytes), grey_at, layout);
  const std::string dictionary = "{'descr': '|u1', 'fortran_order': False, 'shape': (3, 5, 7), }          \n";
  expect_all_of("a.npy",
                "\x93NUMPY\x01" + std::string(1, '\0') + bytes_of(static_cast<std::uint16_t>(dictionary.size())) +
                    dictionary + bytes,
                grey_at);
  expect_all_of("a.nii", Nifti{2, bytes}.build(), grey_at);
  expect_all_of("b.nii", Nifti{2, bytes}.build_version_2(), grey_at);
  expect_all_of("a.nii.gz", gzip_of(Nifti{2, bytes}.build()), grey_at);
  const std::string vtk =
      "# vtk DataFile Version 3.0\ntitle\nBINARY\nDATASET STRUCTURED_POINTS\nDIMENSIONS 7 5 3\nSPACING 1 1 1\n"
      "ORIGIN 0 0 0\nPOINT_DATA 105\nSCALARS grey unsigned_char\n";
  expect_all_of("a.vtk", vtk + "LOOKUP_TABLE default\n" + bytes, grey_at);
  expect_all_of("b.vtk", vtk + bytes + "\nMETADATA\nINFORMATION 0\n", grey_at);
  for (std::int64_t z = 0; z < 3; ++z) {
    TiffBuilder slice = divided({"", 2}, false, 42);
    slice.pages = {slice.pages[static_cast<std::size_t>(z)]};
    std::filesystem::create_directories(folder_ / "slices");
    write_file(folder_ / ("slices/" + std::to_string(z) + ".tif"), slice.build());
  }
  expect_all("slices", "slices/1.tif", grey_at);
}

}  // namespace
}  // namespace perm
