// SPDX-License-Identifier: Apache-2.0
// MetaImage and NRRD both have a text header, in the file itself or in a file next to it.
#include <algorithm>

#include "compressed_bytes.hpp"
#include "image_fixture.hpp"

/// NrrdIO does not free its header and its message when it fails. AddressSanitizer calls this to learn what to
/// overlook.
extern "C" const char* __lsan_default_suppressions();  // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __lsan_default_suppressions() { return "leak:libITKNrrdIO\n"; }  // NOLINT

namespace perm {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string meta_header(const std::string& type, const std::string& more = "", const std::string& dims = "7 5 3") {
  const auto axes = std::count(dims.begin(), dims.end(), ' ') + 1;
  return "ObjectType = Image\nNDims = " + std::to_string(axes) + "\nBinaryData = True\n" + more + "DimSize = " + dims +
         "\nElementType = " + type + "\n";
}

using MetaFile = ImageTest;
using NrrdFile = ImageTest;

TEST_F(MetaFile, is_read_with_its_voxels_inside_or_beside) {
  const std::string voxels = voxels_of<std::int16_t>(grey_at);
  write_file(folder_ / "image.mha", meta_header("MET_SHORT") + "ElementDataFile = LOCAL\n" + voxels);
  const auto image = open_image(folder_ / "image.mha");
  expect_voxels(*image, grey_at);
  EXPECT_THAT(image->description(), AllOf(HasSubstr("image.mha"), HasSubstr("int16")));
  write_file(folder_ / "image.mhd", meta_header("MET_SHORT") + "ElementDataFile = voxels.raw\n");
  write_file(folder_ / "voxels.raw", voxels);
  expect_voxels(*open_image(folder_ / "image.mhd"), grey_at);
}

TEST_F(MetaFile, is_read_in_big_endian_and_behind_a_header_in_its_data_file) {
  write_file(folder_ / "image.mhd", meta_header("MET_FLOAT", "BinaryDataByteOrderMSB = True\nHeaderSize = 11\n") +
                                        "ElementDataFile = v.raw\n");
  write_file(folder_ / "v.raw", std::string(11, 'h') + voxels_of<float>(grey_at, true));
  expect_voxels(*open_image(folder_ / "image.mhd"), grey_at);
  write_file(folder_ / "image.mhd", meta_header("MET_FLOAT", "BinaryDataByteOrderMSB = True\nHeaderSize = -1\n") +
                                        "ElementDataFile = v.raw\n");
  expect_voxels(*open_image(folder_ / "image.mhd"), grey_at);
}

TEST_F(MetaFile, is_read_compressed) {
  const std::string header = meta_header("MET_USHORT", "CompressedData = True\n") + "ElementDataFile = LOCAL\n";
  write_file(folder_ / "image.mha", header + zlib_of(voxels_of<std::uint16_t>(grey_at)));
  expect_voxels(*open_image(folder_ / "image.mha"), grey_at);
}

TEST_F(MetaFile, of_two_axes_is_one_plane) {
  write_file(folder_ / "flat.mha",
             meta_header("MET_UCHAR", "", "7 15") + "ElementDataFile = LOCAL\n" + voxels_of<std::uint8_t>(grey_at));
  const auto image = open_image(folder_ / "flat.mha");
  ASSERT_EQ(image->extent(), (Extent{7, 15, 1}));
  std::vector<double> plane(105);
  image->read_plane(0, plane);
  EXPECT_EQ(plane[104], 104);
}

TEST_F(MetaFile, is_refused_when_it_is_opened_if_voxels_are_missing) {
  const std::string voxels = voxels_of<std::uint8_t>(grey_at);
  write_file(folder_ / "image.mha", meta_header("MET_UCHAR") + "ElementDataFile = LOCAL\n" + voxels.substr(1));
  EXPECT_THAT(input_error_of([&] { open_image(folder_ / "image.mha"); }),
              AllOf(HasSubstr("105"), HasSubstr("104"), HasSubstr("image.mha")));
  write_file(folder_ / "image.mhd", meta_header("MET_UCHAR") + "ElementDataFile = image.raw\n");
  write_file(folder_ / "image.raw", voxels + "more");
  EXPECT_THAT(error_of("image.mhd"), AllOf(HasSubstr("105"), HasSubstr("109"), HasSubstr("HeaderSize")));
  std::filesystem::remove(folder_ / "image.raw");
  EXPECT_THAT(error_of("image.raw", RawLayout{small}), HasSubstr("no such file"));
  EXPECT_THAT(input_error_of([&] { open_image(folder_ / "image.mhd"); }), HasSubstr("image.raw"));
}

TEST_F(MetaFile, is_refused_when_its_compressed_voxels_are_cut_short_or_damaged_anywhere) {
  const std::string header = meta_header("MET_UCHAR", "CompressedData = True\n") + "ElementDataFile = LOCAL\n";
  const std::string data = zlib_of(voxels_of<std::uint8_t>(grey_at));
  for (std::size_t at = 0; at < data.size(); at += 3) {
    SCOPED_TRACE(at);
    write_file(folder_ / "image.mha", header + data.substr(0, at));
    error_of("image.mha");
    std::string damaged = data;
    damaged[at] ^= 0x10;
    write_file(folder_ / "image.mha", header + damaged);
    error_of("image.mha");
  }
  write_file(folder_ / "image.mha", header + zlib_of(voxels_of<std::uint8_t>(grey_at) + "more"));
  EXPECT_THAT(error_of("image.mha"), HasSubstr("more than its header says"));
}

TEST_F(MetaFile, is_refused_when_it_holds_no_single_grey_image) {
  write_file(folder_ / "vector.mha", meta_header("MET_UCHAR", "ElementNumberOfChannels = 3\n") +
                                         "ElementDataFile = LOCAL\n" + std::string(315, 'v'));
  EXPECT_THAT(error_of("vector.mha"), HasSubstr("3 numbers a voxel"));
  write_file(folder_ / "four.mha",
             meta_header("MET_UCHAR", "", "7 5 3 2") + "ElementDataFile = LOCAL\n" + std::string(210, 'v'));
  EXPECT_THAT(error_of("four.mha"), HasSubstr("4 axes"));
  write_file(folder_ / "negative.mha",
             meta_header("MET_UCHAR", "", "7 -5 3") + "ElementDataFile = LOCAL\n" + std::string(105, 'v'));
  error_of("negative.mha");
  write_file(folder_ / "text.mha", "this is no header at all\n");
  error_of("text.mha");
  write_file(folder_ / "list.mhd", meta_header("MET_UCHAR") + "ElementDataFile = LIST\na.raw\nb.raw\nc.raw\n");
  EXPECT_THAT(error_of("list.mhd"), HasSubstr("several files"));
}

TEST_F(NrrdFile, is_read_in_both_byte_orders_with_its_voxels_inside_or_beside) {
  const std::string header = "NRRD0004\ntype: int16\ndimension: 3\nsizes: 7 5 3\nencoding: raw\nendian: ";
  write_file(folder_ / "image.nrrd", header + "big\n\n" + voxels_of<std::int16_t>(grey_at, true));
  const auto image = open_image(folder_ / "image.nrrd");
  expect_voxels(*image, grey_at);
  EXPECT_THAT(image->description(), AllOf(HasSubstr("image.nrrd"), HasSubstr("int16")));
  write_file(folder_ / "image.nhdr", header + "little\ndata file: voxels.raw\n\n");
  write_file(folder_ / "voxels.raw", voxels_of<std::int16_t>(grey_at));
  expect_voxels(*open_image(folder_ / "image.nhdr"), grey_at);
}

TEST_F(NrrdFile, is_read_compressed_and_refused_when_its_compressed_voxels_are_damaged) {
  const std::string header =
      "NRRD0005\r\n# endian: little\r\nTYPE: uint16\r\ndimension: 3\r\nsizes: 7 5 3\r\n"
      "endian: BIG\r\nEncoding: GZ\r\nby:=datafile: nobody\r\n";
  std::string voxels = gzip_of(voxels_of<std::uint16_t>(grey_at, true));
  write_file(folder_ / "image.nrrd", header + "\r\n" + voxels);
  expect_voxels(*open_image(folder_ / "image.nrrd"), grey_at);
  write_file(folder_ / "image.nhdr", header + "datafile: Voxels.gz\r\n");
  write_file(folder_ / "Voxels.gz", voxels);
  expect_voxels(*open_image(folder_ / "image.nhdr"), grey_at);
  voxels[30] ^= 1;
  write_file(folder_ / "image.nrrd", header + "\r\n" + voxels);
  EXPECT_THAT(error_of("image.nrrd"), HasSubstr("damaged"));
}

TEST_F(NrrdFile, is_read_whole_when_its_voxels_are_text_skipped_to_or_in_several_files) {
  const std::string header = "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 7 5 3\nencoding: ";
  const std::string voxels = voxels_of<std::uint8_t>(grey_at);
  std::string text;
  for (const char voxel : voxels) text += std::to_string(static_cast<int>(voxel)) + ' ';
  write_file(folder_ / "text.nrrd", header + "text\n\n" + text + '\n');
  expect_voxels(*open_image(folder_ / "text.nrrd"), grey_at);
  write_file(folder_ / "voxels.raw", "a line\n12345" + voxels);
  for (const char* skip : {"line skip: 1\nbyte skip: 5\n", "byteskip: 12\n", "byte skip: -1\n"}) {
    write_file(folder_ / "skip.nhdr", header + "raw\n" + skip + "data file: voxels.raw\n");
    expect_voxels(*open_image(folder_ / "skip.nhdr"), grey_at);
  }
  for (std::size_t z = 0; z < 3; ++z)
    write_file(folder_ / ("v" + std::to_string(z) + ".raw"), voxels.substr(35 * z, 35));
  for (const char* list : {"data file: v%d.raw 0 2 1\n", "data file: LIST\nv0.raw\nv1.raw\nv2.raw\n"}) {
    write_file(folder_ / "list.nhdr", header + "raw\n" + list);
    expect_voxels(*open_image(folder_ / "list.nhdr"), grey_at);
  }
}

TEST_F(NrrdFile, is_refused_when_cut_short_or_no_single_grey_image) {
  const std::string header = "NRRD0004\ntype: uint8\nencoding: raw\n";
  write_file(folder_ / "short.nrrd", header + "dimension: 3\nsizes: 7 5 3\n\n" + std::string(104, 'v'));
  EXPECT_THAT(error_of("short.nrrd"), HasSubstr("104"));
  write_file(folder_ / "vector.nrrd",
             header + "dimension: 4\nsizes: 3 7 5 3\nkinds: vector space space space\n\n" + std::string(315, 'v'));
  error_of("vector.nrrd");
  write_file(folder_ / "text.nrrd", "this is no header at all\n");
  error_of("text.nrrd");
  write_file(folder_ / "huge.nrrd", header + "dimension: 3\nsizes: 900000 900000 900000\n\n");
  EXPECT_THAT(error_of("huge.nrrd"), HasSubstr("cut short"));
  write_file(folder_ / "text.nrrd",
             "NRRD0004\ntype: uint8\nencoding: text\ndimension: 3\nsizes: 900000 900000 900000\n\n");
  EXPECT_THAT(error_of("text.nrrd"), HasSubstr("memory"));
  write_file(folder_ / "beside.nhdr", header + "dimension: 3\nsizes: 7 5 3\ndata file: none.raw\n");
  EXPECT_THAT(input_error_of([&] { open_image(folder_ / "beside.nhdr"); }), HasSubstr("none.raw"));
}

}  // namespace
}  // namespace perm
