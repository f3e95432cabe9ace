// SPDX-License-Identifier: Apache-2.0
#include "image/image_writer.hpp"

#include "image_fixture.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

void fill_labels(std::int64_t z, std::span<std::uint8_t> labels) {
  for (std::int64_t y = 0; y < small.ny; ++y)
    for (std::int64_t x = 0; x < small.nx; ++x)
      labels[static_cast<std::size_t>(y * small.nx + x)] = static_cast<std::uint8_t>(label_at(x, y, z));
}

/// Gives a TIFF file of one black voxel, as a scanner may write it.
std::string tiff_of_one_voxel() {
  std::string file("II*\0\x08\0\0\0\x09\0", 10);
  const auto add = [&file](std::uint16_t tag, std::uint32_t value) {
    file += bytes_of(tag) + bytes_of(std::uint16_t{4}) + bytes_of(std::uint32_t{1}) + bytes_of(value);
  };
  add(256, 1);                         // width
  add(257, 1);                         // length
  add(258, 8);                         // bits a sample
  add(259, 1);                         // no compression
  add(262, 1);                         // black is zero
  add(273, 122);                       // where the strip begins
  add(277, 1);                         // samples a voxel
  add(278, 1);                         // rows of the strip
  add(279, 1);                         // bytes of the strip
  return file + std::string(5, '\0');  // no next page, and the voxel
}

class ImageWriter : public ImageTest {
 protected:
  /// Gives the names in the test's folder, including hidden ones.
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) found.push_back(entry.path().filename());
    return found;
  }
};

TEST_F(ImageWriter, writes_labels_that_are_read_back_in_every_format) {
  for (const char* name :
       {"a.tif", "b.tiff", "c.mha", "d.mhd", "e.nrrd", "f.nhdr", "g.raw", "slices", "more_slices/"}) {
    SCOPED_TRACE(name);
    write_labels(folder_ / name, small, 2e-6, fill_labels);
    const std::optional<RawLayout> raw = std::string(name) == "g.raw" ? std::optional(RawLayout{small}) : std::nullopt;
    expect_voxels(*open_image(folder_ / name, raw), label_at);
  }
  EXPECT_THAT(names(), testing::UnorderedElementsAre("a.tif", "b.tiff", "c.mha", "d.mhd", "d.raw", "e.nrrd", "f.nhdr",
                                                     "f.raw", "g.raw", "slices", "more_slices"));
}

TEST_F(ImageWriter, writes_the_spacing_in_metres) {
  write_labels(folder_ / "a.mha", small, 5.345e-6, fill_labels);
  EXPECT_THAT(file_content(folder_ / "a.mha"), HasSubstr("\nElementSpacing = 5.345e-06 5.345e-06 5.345e-06\n"));
  write_labels(folder_ / "a.nhdr", small, 5.345e-6, fill_labels);
  EXPECT_THAT(file_content(folder_ / "a.nhdr"), AllOf(HasSubstr("(5.345e-06,0,0) (0,5.345e-06,0) (0,0,5.345e-06)"),
                                                      HasSubstr("space units: \"m\" \"m\" \"m\"")));
  write_labels(folder_ / "b.mhd", small, 0, fill_labels);
  EXPECT_THAT(file_content(folder_ / "b.mhd"), HasSubstr("\nElementSpacing = 1 1 1\n"));
}

TEST_F(ImageWriter, names_the_data_file_beside_a_header) {
  write_labels(folder_ / "a.mhd", small, 0, fill_labels);
  EXPECT_THAT(file_content(folder_ / "a.mhd"), HasSubstr("ElementDataFile = a.raw\n"));
  EXPECT_EQ(file_content(folder_ / "a.raw"), voxels_of<std::uint8_t>(label_at));
}

TEST_F(ImageWriter, keeps_a_raw_file_that_is_no_part_of_the_image) {
  write_file(folder_ / "scan.raw", "precious");
  const std::string message = input_error_of([&] { write_labels(folder_ / "scan.mhd", small, 0, fill_labels); });
  EXPECT_THAT(message, AllOf(HasSubstr("scan.mhd"), HasSubstr("scan.raw")));
  EXPECT_EQ(file_content(folder_ / "scan.raw"), "precious");
}

TEST_F(ImageWriter, keeps_a_raw_file_that_is_part_of_another_image) {
  write_labels(folder_ / "a.mhd", small, 0, fill_labels);
  fs::rename(folder_ / "a.mhd", folder_ / "scan.mhd");  // it names a.raw
  write_file(folder_ / "scan.raw", "precious");
  EXPECT_THAT(input_error_of([&] { write_labels(folder_ / "scan.mhd", small, 0, fill_labels); }),
              HasSubstr("replace 'scan.raw', which belongs to something else"));
  EXPECT_EQ(file_content(folder_ / "scan.raw"), "precious");
}

TEST_F(ImageWriter, replaces_its_own_images_and_those_of_nobody_else) {
  for (const char* name : {"a.tif", "a.tiff", "a.mha", "a.mhd", "b.nrrd", "b.nhdr"}) {
    SCOPED_TRACE(name);
    write_labels(folder_ / name, small, 0, fill_labels);
    write_labels(folder_ / name, small, 0, fill_labels);
    expect_voxels(*open_image(folder_ / name), label_at);
    for (const std::string& scan : {std::string("a scan"), std::string("NRRD0004\ntype: uint8\n"),
                                    std::string("ObjectType = Image\nNDims = 3\n"), tiff_of_one_voxel()}) {
      write_file(folder_ / name, scan);
      EXPECT_THAT(input_error_of([&] { write_labels(folder_ / name, small, 0, fill_labels); }),
                  AllOf(HasSubstr(name), HasSubstr("--overwrite")));
      EXPECT_EQ(file_content(folder_ / name), scan);
    }
    write_labels(folder_ / name, small, 0, fill_labels, Overwrite::all_files);
    expect_voxels(*open_image(folder_ / name), label_at);
    write_file(folder_ / name, "");  // nothing to lose
    write_file(fs::path(folder_ / name).replace_extension(".raw"), "");
    write_labels(folder_ / name, small, 0, fill_labels);
    fs::remove(fs::path(folder_ / name).replace_extension(".raw"));
  }
}

TEST_F(ImageWriter, replaces_a_raw_file_only_when_it_is_told_to) {
  write_labels(folder_ / "a.raw", small, 0, fill_labels);
  const std::string message = input_error_of([&] { write_labels(folder_ / "a.raw", small, 0, fill_labels); });
  EXPECT_THAT(message, AllOf(HasSubstr("a .raw file does not say who wrote it"), HasSubstr("--overwrite")));
  write_labels(folder_ / "a.raw", {7, 5, 1}, 0, fill_labels, Overwrite::all_files);
  EXPECT_EQ(file_content(folder_ / "a.raw").size(), 35U);
}

TEST_F(ImageWriter, keeps_a_folder_of_scans_whose_slices_have_the_names_of_its_own) {
  fs::create_directory(folder_ / "scan");
  write_file(folder_ / "scan" / "slice_0000.tif", tiff_of_one_voxel());
  EXPECT_THAT(input_error_of([&] { write_labels(folder_ / "scan", small, 0, fill_labels); }),
              AllOf(HasSubstr("slice_0000.tif"), HasSubstr("--overwrite")));
  EXPECT_EQ(file_content(folder_ / "scan" / "slice_0000.tif"), tiff_of_one_voxel());
  write_labels(folder_ / "slices", small, 0, fill_labels);
  write_file(folder_ / "slices" / "slice_0007.tif", tiff_of_one_voxel());  // one of them all
  EXPECT_THAT(input_error_of([&] { write_labels(folder_ / "slices", small, 0, fill_labels); }),
              HasSubstr("slice_0007.tif"));
  write_labels(folder_ / "slices", small, 0, fill_labels, Overwrite::all_files);
  expect_voxels(*open_image(folder_ / "slices"), label_at);
}

TEST_F(ImageWriter, refuses_a_folder_of_slices_whose_name_ends_as_that_of_a_file) {
  for (const char* name : {"a.tif/", "a.mha/", "b.tif/."})
    EXPECT_THAT(input_error_of([&] { write_labels(folder_ / name, small, 0, fill_labels); }),
                HasSubstr("a folder of slices does not end in ."));
  EXPECT_THAT(names(), testing::IsEmpty());
}

TEST_F(ImageWriter, numbers_slices_from_zero_with_four_digits) {
  write_labels(folder_ / "slices", small, 0, fill_labels);
  for (const char* name : {"slice_0000.tif", "slice_0001.tif", "slice_0002.tif"})
    EXPECT_TRUE(fs::exists(folder_ / "slices" / name)) << name;
}

TEST_F(ImageWriter, replaces_the_slices_of_an_earlier_run_but_no_other_folder) {
  write_labels(folder_ / "slices", {7, 5, 9}, 0, [](std::int64_t, std::span<std::uint8_t> labels) {
    std::fill(labels.begin(), labels.end(), std::uint8_t{1});
  });
  write_labels(folder_ / "slices", small, 0, fill_labels);
  expect_voxels(*open_image(folder_ / "slices"), label_at);
  write_file(folder_ / "slices" / "thesis.tex", "precious");
  EXPECT_THAT(input_error_of([&] { write_labels(folder_ / "slices", small, 0, fill_labels); }),
              HasSubstr("thesis.tex"));
  EXPECT_EQ(file_content(folder_ / "slices" / "thesis.tex"), "precious");
}

TEST_F(ImageWriter, writes_an_image_of_one_plane) {
  for (const char* name : {"a.tif", "a.mha", "a.nrrd", "slices"}) {
    write_labels(folder_ / name, {7, 5, 1}, 0, fill_labels);
    const auto image = open_image(folder_ / name);
    ASSERT_EQ(image->extent(), (Extent{7, 5, 1})) << name;
    std::vector<double> plane(35);
    read_grey_plane(*image, 0, plane);
    EXPECT_EQ(plane[8], label_at(1, 1, 0)) << name;
  }
}

TEST_F(ImageWriter, leaves_the_old_file_and_nothing_else_when_a_plane_fails) {
  for (const char* name : {"a.tif", "a.mha", "a.nrrd", "a.mhd"}) write_file(folder_ / name, "old");
  const LabelPlane failing = [](std::int64_t z, std::span<std::uint8_t> labels) {
    if (z == 2) throw Interrupted(StopCause::interrupt);
    fill_labels(z, labels);
  };
  for (const char* name : {"a.tif", "a.mha", "a.nrrd", "a.mhd", "slices"})
    EXPECT_THROW(write_labels(folder_ / name, small, 0, failing, Overwrite::all_files), Interrupted) << name;
  EXPECT_THAT(names(), testing::UnorderedElementsAre("a.tif", "a.mha", "a.nrrd", "a.mhd"));
  EXPECT_EQ(file_content(folder_ / "a.mha"), "old");
}

TEST_F(ImageWriter, lists_its_endings_when_it_does_not_know_one) {
  EXPECT_THAT(input_error_of([&] { write_labels(folder_ / "a.png", small, 0, fill_labels); }),
              AllOf(HasSubstr("a.png"), HasSubstr(".tif"), HasSubstr(".nhdr"), HasSubstr("folder")));
}

TEST_F(ImageWriter, says_where_it_cannot_write) {
  write_file(folder_ / "file", "x");
  EXPECT_THAT(input_error_of([&] { write_labels(folder_ / "file" / "a.mha", small, 0, fill_labels); }),
              HasSubstr("file"));
  EXPECT_THAT(input_error_of([&] { write_labels(folder_ / "file", small, 0, fill_labels); }),
              HasSubstr("it is a file"));
}

TEST_F(ImageWriter, refuses_an_image_without_voxels) {
  EXPECT_THAT(input_error_of([&] {
                write_labels(folder_ / "a.mha", {7, 0, 3}, 0, fill_labels);
              }),
              HasSubstr("7 x 0 x 3"));
}

}  // namespace
}  // namespace perm
