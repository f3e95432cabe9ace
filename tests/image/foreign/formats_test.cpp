// SPDX-License-Identifier: Apache-2.0
// Which reader a name asks for, and what is said of formats that are known but not read.
#include "image/foreign/foreign_fixture.hpp"
#include "image/format_bytes.hpp"
#include "image/source/slice_names.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class Formats : public ForeignTest {};

TEST_F(Formats, names_say_which_library_reads_a_file) {
  for (const char* name : {"a.png", "a.PNG", "a.dcm", "a.jpeg", "-a.mrc"}) EXPECT_TRUE(is_foreign_name(name)) << name;
  for (const char* name : {"a.gz", "a.tif", "png", "a.raw.gz", "a"}) EXPECT_FALSE(is_foreign_name(name)) << name;
  for (const char* name : {"a.h5", "a.HDF5", "a.nc"}) EXPECT_TRUE(is_hdf5_name(name)) << name;
}

TEST_F(Formats, names_of_datasets_are_split_behind_the_file) {
  const auto expect = [](const char* name, const char* file, const char* dataset) {
    const auto split = split_dataset_name(name);
    ASSERT_TRUE(split) << name;
    EXPECT_EQ(split->file, file);
    EXPECT_EQ(split->dataset, dataset);
  };
  expect("a.h5:/x/y", "a.h5", "/x/y");
  expect("/d/a:b.h5:/x:/y", "/d/a:b.h5", "/x:/y");
  expect("d.tif:/a.h5:/x", "d.tif:/a.h5", "/x");
  for (const char* name : {"a.h5:", "a.h5:x", "a.tif:/x", ":/x", ""}) EXPECT_FALSE(split_dataset_name(name)) << name;
}

TEST_F(Formats, a_folder_holds_dicom_by_ending_or_by_its_first_bytes) {
  EXPECT_FALSE(holds_dicom(folder_));
  EXPECT_FALSE(holds_dicom(folder_ / "absent"));
  write("a/IM0001", std::string(128, '\0') + "DICM");
  write("b/1.2.840.113", std::string(128, '\0') + "DICM");
  write("c/x.DCM", "x");
  write("d/notes", "DICM");
  write("d/empty", "");
  for (const char* name : {"a", "b", "c"}) EXPECT_TRUE(holds_dicom(folder_ / name)) << name;
  EXPECT_FALSE(holds_dicom(folder_ / "d"));
}

TEST_F(Formats, files_of_a_library_that_is_not_built_in_are_answered_with_its_option) {
#if defined(PERM_HAS_PNG) && defined(PERM_HAS_ITK) && defined(PERM_HAS_HDF5)
  GTEST_SKIP() << "this build has libpng, ITK and HDF5";
#endif
#if !defined(PERM_HAS_PNG)
  write("a.png", "x");
  write("stack/1.png", "x");
  for (const char* name : {"a.png", "stack"}) EXPECT_THAT(error_of(name), HasSubstr("-DPERMEABILITY_PNG=ON")) << name;
#endif
#if !defined(PERM_HAS_ITK)
  write("a.bmp", "x");
  write("more/1.bmp", "x");
  for (const char* name : {"a.bmp", "more"}) EXPECT_THAT(error_of(name), HasSubstr("-DPERMEABILITY_ITK=ON")) << name;
#endif
#if !defined(PERM_HAS_HDF5)
  write("a.h5", "x");
  EXPECT_THAT(error_of("a.h5"), HasSubstr("-DPERMEABILITY_HDF5=ON"));
#endif
}

TEST_F(Formats, open_image_chooses_the_reader_and_gives_advice) {
  for (const char* name : {"a.vti", "a.am", "a.txrm", "a.vol", "a.rek", "a.mat", "a.npz", "a.gif"}) {
    write(name, "x");
    EXPECT_THAT(error_of(name), AllOf(HasSubstr(name), HasSubstr("not read"))) << name;
  }
  write("mixed/1.png", png_of_plane(0));
  write("mixed/2.dcm", "x");
  EXPECT_THAT(error_of("mixed"), HasSubstr("DICOM"));
  write("empty/notes.txt", "x");
  EXPECT_THAT(error_of("empty"), HasSubstr("no slice"));
}

}  // namespace
}  // namespace perm
