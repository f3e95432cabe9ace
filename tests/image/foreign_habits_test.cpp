// SPDX-License-Identifier: Apache-2.0
// Other programs write files that are not quite what their formats say. Each is read as its writer means it, with a
// warning where that is in doubt, or refused in a line that tells what to do.
#include "compressed_bytes.hpp"
#include "image_fixture.hpp"
#include "tiff_builder.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class ForeignHabits : public ImageTest {
 protected:
  static constexpr const char* meta = "ObjectType = Image\nNDims = 3\nDimSize = 7 5 3\nElementType = MET_UCHAR\n";

  std::vector<std::string> warnings_of(const std::string& name) const {
    return open_image(folder_ / name)->notes().warnings;
  }
  void write_npy(const std::string& name, const std::string& descr, const std::string& shape, const char* fortran,
                 const std::string& voxels) const {
    std::string header = "{'descr': '" + descr + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }";
    while ((header.size() + 11) % 64 != 0) header += ' ';
    header += '\n';
    write_file(folder_ / name, std::string("\x93NUMPY\1\0", 8) +
                                   bytes_of(static_cast<std::uint16_t>(header.size()), false) + header + voxels);
  }
};

TEST_F(ForeignHabits, voxels_of_a_meta_image_are_compressed_where_their_name_says_so) {
  const std::string voxels = voxels_of<std::uint8_t>(grey_at);
  for (const char* name : {"rock.raw.gz", "rock.zraw", "ROCK.RAW.GZ"}) {
    write_file(folder_ / "rock.mhd", std::string(meta) + "ElementDataFile = " + name + "\n");
    write_file(folder_ / name, std::string(name) == "rock.zraw" ? zlib_of(voxels) : gzip_of(voxels));
    expect_voxels(*open_image(folder_ / "rock.mhd"), grey_at);
  }
  write_file(folder_ / "rock.mhd", std::string(meta) + "ElementDataFile = rock.raw\n");
  write_file(folder_ / "rock.raw", gzip_of(voxels));
  EXPECT_THAT(error_of("rock.mhd"), AllOf(HasSubstr("compressed with gzip"), HasSubstr("CompressedData = True")));
  write_file(folder_ / "rock.nhdr",
             "NRRD0004\ntype: uint8\nencoding: raw\ndimension: 3\nsizes: 7 5 3\ndata file: rock.raw\n");
  EXPECT_THAT(error_of("rock.nhdr"), AllOf(HasSubstr("compressed with gzip"), HasSubstr("encoding: gzip")));
}

TEST_F(ForeignHabits, commands_behind_the_header_of_a_meta_image_give_one_warning) {
  write_file(folder_ / "rock.raw", voxels_of<std::uint8_t>(grey_at));
  const std::string header = std::string(meta) + "ElementDataFile = rock.raw\n";
  for (const char* nothing : {"", "\n", "\n  \r\n\n"}) {
    write_file(folder_ / "rock.mhd", header + nothing);
    EXPECT_THAT(warnings_of("rock.mhd"), IsEmpty());
  }
  write_file(folder_ / "rock.mhd", header + "\npore 0 0\nresampleMean 2\nvoidSpace 1\n");
  EXPECT_THAT(warnings_of("rock.mhd"), ElementsAre(AllOf(HasSubstr("'pore 0 0'"), HasSubstr("pnextract"))));
  expect_voxels(*open_image(folder_ / "rock.mhd"), grey_at);
  write_file(folder_ / "rock.mha", std::string(meta) + "ElementDataFile = LOCAL\n" + voxels_of<std::uint8_t>(grey_at));
  EXPECT_THAT(warnings_of("rock.mha"), IsEmpty());
}

TEST_F(ForeignHabits, truth_values_of_numpy_are_pore_where_they_are_true) {
  write_npy("mask.npy", "|b1", "(2, 3)", "False", std::string("\0\1\1\0\0\1", 6));
  const auto image = open_image(folder_ / "mask.npy");
  EXPECT_EQ(image->notes().pore_values, "1");
  EXPECT_THAT(image->description(), AllOf(HasSubstr("NumPy, bool"), Not(HasSubstr("uint8"))));
  write_npy("labels.npy", "|u1", "(2, 3)", "False", std::string("\0\1\1\0\0\1", 6));
  EXPECT_EQ(open_image(folder_ / "labels.npy")->notes().pore_values, "") << "numbers are not guessed";
}

TEST_F(ForeignHabits, an_axis_of_one_channel_is_left_out_of_an_array) {
  const std::string voxels = voxels_of<std::uint8_t>(grey_at);
  for (const char* shape : {"(3, 5, 7, 1)", "(1, 3, 5, 7)", "(1, 1, 3, 5, 7)", "(1, 3, 5, 7, 1)"}) {
    write_npy("a.npy", "|u1", shape, "False", voxels);
    expect_voxels(*open_image(folder_ / "a.npy"), grey_at);
  }
  write_npy("a.npy", "|u1", "(7, 5, 3, 1)", "True", voxels);
  expect_voxels(*open_image(folder_ / "a.npy"), grey_at);
  write_npy("a.npy", "|u1", "(3, 5, 1, 7)", "False", voxels);
  EXPECT_THAT(error_of("a.npy"), HasSubstr("4 axes"));
  write_npy("a.npy", "|u1", "(15, 7, 1)", "False", voxels);
  EXPECT_EQ(open_image(folder_ / "a.npy")->extent(), (Extent{1, 7, 15})) << "three axes stay three";
}

TEST_F(ForeignHabits, an_array_in_fortran_order_warns_that_its_axes_are_taken_the_other_way_round) {
  write_npy("c.npy", "|u1", "(3, 5, 7)", "False", voxels_of<std::uint8_t>(grey_at));
  EXPECT_THAT(warnings_of("c.npy"), IsEmpty());
  write_npy("f.npy", "|u1", "(7, 5, 3)", "True", voxels_of<std::uint8_t>(grey_at));
  EXPECT_THAT(warnings_of("f.npy"), ElementsAre(AllOf(HasSubstr("[x, y, z]"), HasSubstr("--axes zyx"))));
}

TEST_F(ForeignHabits, layers_of_a_segmentation_are_no_colours) {
  const std::string header = "NRRD0004\ntype: uint8\ndimension: 4\nsizes: 2 7 5 3\nencoding: raw\n";
  write_file(folder_ / "a.seg.nrrd", header + "kinds: list domain domain domain\n\n" + std::string(210, 'v'));
  EXPECT_THAT(error_of("a.seg.nrrd"), AllOf(HasSubstr("segment"), HasSubstr("labelmap"), Not(HasSubstr("colours or"))));
  write_file(folder_ / "a.nrrd", header + "kinds: vector domain domain domain\n\n" + std::string(210, 'v'));
  EXPECT_THAT(error_of("a.nrrd"), HasSubstr("colours"));
}

TEST_F(ForeignHabits, an_archive_is_refused_with_the_program_that_unpacks_it) {
  for (const char* name : {"rock.raw.tar.gz", "rock.tgz", "rock.tar"}) {
    write_file(folder_ / name, gzip_of("x"));
    EXPECT_THAT(error_of(name), HasSubstr("tar -xf"));
  }
  write_file(folder_ / "rock.zip", "PK");
  EXPECT_THAT(error_of("rock.zip"), HasSubstr("unzip"));
  write_file(folder_ / "rock.tif.gz", gzip_of("x"));
  EXPECT_THAT(error_of("rock.tif.gz"), HasSubstr("gunzip"));
}

/// Gives the small image as text, with `between` behind each number; every seventh number ends a line.
std::string text_of(const std::string& between, const char* zero = "0", const char* one = "1") {
  std::string text;
  for (std::int64_t z = 0; z < small.nz; ++z)
    for (std::int64_t y = 0; y < small.ny; ++y)
      for (std::int64_t x = 0; x < small.nx; ++x)
        text += (label_at(x, y, z) == 1 ? one : zero) + (x == small.nx - 1 ? std::string("\n") : between);
  return text;
}

TEST_F(ForeignHabits, a_geometry_of_numbers_as_text_is_read_with_its_size) {
  const RawLayout layout{small};
  for (const char* name : {"rock.dat", "rock.txt", "ROCK.DAT"})
    for (const std::string& text : {text_of(" "), text_of("\n"), text_of("\t"), text_of(", "), text_of("\r\n"),
                                    text_of(" ", "0.0", "1.0"), text_of(" ", "0.00e+00", "1.00e+00")}) {
      write_file(folder_ / name, text);
      expect_voxels(*open_image(folder_ / name, layout), label_at);
    }
  write_file(folder_ / "rock.dat", text_of(" ", "-1", "7.5"));
  expect_voxels(*open_image(folder_ / "rock.dat", RawLayout{small, "float32"}),
                [](auto x, auto y, auto z) { return label_at(x, y, z) == 1 ? 7.5 : -1.0; });
  write_file(folder_ / "rock.dat", "7 5 3\n" + text_of(" "));
  expect_voxels(*open_image(folder_ / "rock.dat", RawLayout{small, "uint8", "little", 6}), label_at);
}

TEST_F(ForeignHabits, a_geometry_as_text_is_refused_where_it_is_not_what_is_said) {
  const RawLayout layout{small};
  write_file(folder_ / "rock.dat", text_of(" "));
  EXPECT_THAT(input_error_of([&] { open_image(folder_ / "rock.dat"); }),
              AllOf(HasSubstr("--dims"), HasSubstr("--axes zyx")));
  EXPECT_THAT(error_of("rock.dat", RawLayout{{7, 5, 2}}), HasSubstr("it has more"));
  EXPECT_THAT(error_of("rock.dat", RawLayout{{7, 5, 4}}), HasSubstr("140 numbers"));
  EXPECT_THAT(error_of("rock.dat", RawLayout{small, "uint8", "big"}), HasSubstr("--endian"));
  write_file(folder_ / "rock.dat", text_of(" ", "0", "300"));
  EXPECT_THAT(error_of("rock.dat", layout), HasSubstr("'300', which is no uint8"));
  write_file(folder_ / "rock.dat", text_of(" ", "0", "0.5"));
  EXPECT_THAT(error_of("rock.dat", layout), HasSubstr("'0.5', which is no uint8"));
  write_file(folder_ / "rock.dat", text_of(" ", "0", "1e9"));
  EXPECT_THAT(error_of("rock.dat", layout), HasSubstr("'1e9', which is no uint8"));
  write_file(folder_ / "rock.dat", voxels_of<std::uint8_t>(label_at));
  EXPECT_THAT(error_of("rock.dat", layout), AllOf(HasSubstr("no text"), HasSubstr(".raw")));
}

TEST_F(ForeignHabits, whole_dots_an_inch_are_no_voxel_size) {
  const auto spacing_of = [&](const std::string& unit, std::array<std::uint32_t, 2> resolution) {
    TiffBuilder tiff;
    TiffBuilder::Page page;
    page.voxels = std::string(35, 'v');
    page.description = "ImageJ=1.53t\nunit=" + unit + "\n";
    page.resolution = resolution;
    tiff.pages.push_back(page);
    write_file(folder_ / "a.tif", tiff.build());
    return open_image(folder_ / "a.tif")->notes().spacing[0];
  };
  for (const std::uint32_t dots : {72U, 96U, 100U, 300U, 1200U}) EXPECT_EQ(spacing_of("inch", {dots, 1}), 0) << dots;
  EXPECT_EQ(spacing_of("inch", {3000000, 10000}), 0);
  EXPECT_NEAR(spacing_of("inch", {1016100, 1000}), 1 / 1016.1, 1e-9);
  EXPECT_NEAR(spacing_of("um", {1, 2}), 2, 1e-12);
  EXPECT_NEAR(spacing_of("um", {4, 1}), 0.25, 1e-12);
}

}  // namespace
}  // namespace perm
