// SPDX-License-Identifier: Apache-2.0
// MetaImage and NRRD both have a text header, in the file itself or in a file next to it.
#include <sys/stat.h>

#include <algorithm>

#include "compressed_bytes.hpp"
#include "image_fixture.hpp"

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
  read_grey_plane(*image, 0, plane);
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

TEST_F(MetaFile, has_fields_with_blanks_before_them_and_others_that_begin_alike) {
  const std::string voxels = voxels_of<std::uint8_t>(grey_at);
  for (const char* last : {" ElementDataFile = LOCAL\n", "\tElementDataFile=LOCAL\n",
                           "ElementDataFileOfSomebody = x\nElementDataFile = LOCAL\n",
                           "Comment = ElementDataFile = LOCAL\nElementDataFile = LOCAL\r\n"}) {
    write_file(folder_ / "image.mha", meta_header("MET_UCHAR") + last + voxels);
    expect_voxels(*open_image(folder_ / "image.mha"), grey_at);
  }
}

TEST_F(MetaFile, is_refused_when_voxels_are_left_over) {
  const std::string voxels = voxels_of<std::uint8_t>(grey_at);
  write_file(folder_ / "image.mha", meta_header("MET_UCHAR") + "ElementDataFile = LOCAL\n" + voxels + voxels);
  EXPECT_THAT(error_of("image.mha"), AllOf(HasSubstr("105"), HasSubstr("210")));
  write_file(folder_ / "image.mha",
             meta_header("MET_UCHAR", "CompressedData = True\n") + "ElementDataFile = LOCAL\n" + zlib_of(voxels) + "x");
  EXPECT_THAT(error_of("image.mha"), HasSubstr("bytes follow"));
}

TEST_F(MetaFile, is_refused_in_a_line_that_names_the_field_that_is_wrong) {
  struct Wrong {
    const char* field;
    const char* header;
  };
  const std::string type = "ElementType = MET_UCHAR\n";
  for (const auto& [field, header] :
       {Wrong{"DimSize", "NDims = 3\nDimSize = 8.5 7 6\n"}, Wrong{"DimSize", "NDims = 3\nDimSize = 0x7 5 3\n"},
        Wrong{"DimSize", "NDims = 3\nDimSize = 7 5\n"}, Wrong{"DimSize", "NDims = 3\nDimSize = 7 0 3\n"},
        Wrong{"DimSize", "NDims = 3\nDimSize = 18446744073709551623 5 3\n"},
        Wrong{"NDims", "NDims = -1\nDimSize = 7 5 3\n"}, Wrong{"NDims", "NDims = 1000000000\nDimSize = 7 5 3\n"},
        Wrong{"NDims", "DimSize = 7 5 3\n"}, Wrong{"'DimSize' twice", "NDims = 3\nDimSize = 7 5 3\nDimSize = 7 5 4\n"},
        Wrong{"HeaderSize", "NDims = 3\nDimSize = 7 5 3\nHeaderSize = -5\n"},
        Wrong{"CompressedData", "NDims = 3\nDimSize = 7 5 3\nCompressedData = maybe\n"},
        Wrong{"ObjectType", "ObjectType = Tube\nNDims = 3\nDimSize = 7 5 3\n"}}) {
    SCOPED_TRACE(header);
    write_file(folder_ / "wrong.mha", header + type + "ElementDataFile = LOCAL\n" + std::string(105, 'v'));
    EXPECT_THAT(error_of("wrong.mha"), AllOf(HasSubstr(field), HasSubstr("wrong.mha")));
  }
  for (const char* none : {"MET_STRING", "MET_UCHAR_ARRAY", "MET_OTHER", ""}) {
    write_file(folder_ / "type.mha", meta_header(none) + "ElementDataFile = LOCAL\n" + std::string(105, 'v'));
    EXPECT_THAT(error_of("type.mha"), HasSubstr("ElementType"));
  }
  write_file(folder_ / "long.mha", std::string(4000, 'f') + " = 1\n" + meta_header("MET_UCHAR") +
                                       "ElementDataFile = LOCAL\n" + voxels_of<std::uint8_t>(grey_at));
  expect_voxels(*open_image(folder_ / "long.mha"), grey_at);
  std::string noise;
  for (unsigned i = 0; i < 4000; ++i) noise += static_cast<char>(i * 2654435761U >> 24U);
  write_file(folder_ / "noise.mha", noise);
  error_of("noise.mha");
}

TEST_F(MetaFile, is_refused_when_its_voxels_lie_outside_of_its_folder) {
  namespace fs = std::filesystem;
  const std::string voxels = voxels_of<std::uint8_t>(grey_at);
  fs::create_directory(folder_ / "images");
  fs::create_directory(folder_ / "images" / "data");
  write_file(folder_ / "secret.raw", voxels);
  write_file(folder_ / "images" / "data" / "v.raw", voxels);
  const auto refused = [&](const std::string& name) {
    write_file(folder_ / "images" / "image.mhd", meta_header("MET_UCHAR") + "ElementDataFile = " + name + "\n");
    return input_error_of([&] { open_image(folder_ / "images" / "image.mhd"); });
  };
  fs::create_symlink(folder_ / "secret.raw", folder_ / "images" / "link.raw");
  for (const std::string& name :
       {std::string("../secret.raw"), (folder_ / "secret.raw").string(), std::string("link.raw"),
        std::string("/etc/passwd"), std::string("data/../../secret.raw")})
    EXPECT_THAT(refused(name), AllOf(HasSubstr("not in its folder"), HasSubstr("--allow-outside"))) << name;
  expect_voxels(*open_image(folder_ / "images" / "image.mhd", {}, DataFiles::anywhere), grey_at);
  write_file(folder_ / "images" / "image.mhd", meta_header("MET_UCHAR") + "ElementDataFile = data/v.raw\n");
  expect_voxels(*open_image(folder_ / "images" / "image.mhd"), grey_at);
}

TEST_F(MetaFile, is_refused_at_once_when_its_voxels_are_a_pipe) {
  write_file(folder_ / "image.mhd", meta_header("MET_UCHAR") + "ElementDataFile = pipe\n");
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(input_error_of([&] { open_image(folder_ / "image.mhd"); }), HasSubstr("not a regular file"));
}

TEST_F(NrrdFile, is_refused_in_a_line_that_names_the_field_that_is_wrong) {
  const std::string header = "NRRD0004\nencoding: raw\ndimension: 3\n";
  struct Wrong {
    const char* said;
    std::string lines;
  };
  for (const auto& [said, lines] :
       {Wrong{"sizes", "type: uint8\nsizes: 18446744073709551624 7 6\n"}, Wrong{"sizes", "type: uint8\nsizes: 7 5\n"},
        Wrong{"sizes", "type: uint8\nsizes: 7 5 3.5\n"}, Wrong{"type", "type: block\nsizes: 7 5 3\n"},
        Wrong{"endian", "type: int16\nsizes: 7 5 3\n"}, Wrong{"byteskip", "type: uint8\nsizes: 7 5 3\nbyte skip: -2\n"},
        Wrong{"%d", "type: uint8\nsizes: 7 5 3\ndata file: a%2000d.raw 0 5 1\n"},
        Wrong{"%d", "type: uint8\nsizes: 7 5 3\ndata file: a%s%n.raw 0 2 1\n"},
        Wrong{"counts no files", "type: uint8\nsizes: 7 5 3\ndata file: a%d.raw 0 900000000 1\n"},
        Wrong{"data file", "type: uint8\nsizes: 7 5 3\ndata file: a%d.raw 0 5 0\n"},
        Wrong{"colours", "type: uint8\nsizes: 3 5 7\nkinds: RGB-color domain domain\n"},
        Wrong{"twice", "type: uint8\nsizes: 7 5 3\nsizes: 7 5 4\n"}}) {
    SCOPED_TRACE(lines);
    write_file(folder_ / "wrong.nrrd", header + lines + "\n" + std::string(105, 'v'));
    EXPECT_THAT(error_of("wrong.nrrd"), AllOf(HasSubstr(said), HasSubstr("wrong.nrrd")));
  }
  write_file(folder_ / "bzip2.nrrd", "NRRD0004\ntype: uint8\nencoding: bzip2\ndimension: 3\nsizes: 7 5 3\n\nxx");
  EXPECT_THAT(error_of("bzip2.nrrd"), HasSubstr("bzip2"));
}

TEST_F(NrrdFile, of_text_is_refused_when_a_voxel_is_no_number_of_its_type_or_one_is_missing) {
  const std::string header = "NRRD0004\ntype: uint8\nencoding: ascii\ndimension: 3\nsizes: 2 2 1\n\n";
  struct Wrong {
    const char* said;
    std::string voxels;
  };
  for (const auto& [said, voxels] :
       {Wrong{"300", "1 2 300 4"}, Wrong{"-1", "1 2 -1 4"}, Wrong{"1.5", "1 2 1.5 4"}, Wrong{"has 3", "1  2     3"},
        Wrong{"more", "1 2 3 4 5"}, Wrong{"'xxxx", std::string(3000, 'x')}}) {
    SCOPED_TRACE(said);
    write_file(folder_ / "text.nrrd", header + voxels);
    EXPECT_THAT(error_of("text.nrrd"), HasSubstr(said));
  }
}

TEST_F(NrrdFile, of_several_gzip_streams_is_read_to_its_end) {
  const std::string header = "NRRD0004\ntype: uint8\nencoding: gzip\ndimension: 3\nsizes: 7 5 3\n\n";
  const std::string voxels = voxels_of<std::uint8_t>(grey_at);
  write_file(folder_ / "image.nrrd", header + gzip_of(voxels.substr(0, 40)) + gzip_of(voxels.substr(40)));
  expect_voxels(*open_image(folder_ / "image.nrrd"), grey_at);
  write_file(folder_ / "image.nrrd", header + gzip_of(voxels) + "trailing");
  EXPECT_THAT(error_of("image.nrrd"), HasSubstr("bytes follow"));
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
  EXPECT_THAT(error_of("text.nrrd"), HasSubstr("too few"));
  write_file(folder_ / "beside.nhdr", header + "dimension: 3\nsizes: 7 5 3\ndata file: none.raw\n");
  EXPECT_THAT(input_error_of([&] { open_image(folder_ / "beside.nhdr"); }), HasSubstr("none.raw"));
}

}  // namespace
}  // namespace perm
