// SPDX-License-Identifier: Apache-2.0
// DICOM series, JPEG and JPEG 2000, which ITK writes for these tests.
#include <cstdlib>

#include "image/foreign/foreign_fixture.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class Dicom : public ForeignTest {
 protected:
  void SetUp() override {
#if !defined(PERM_HAS_ITK)
    GTEST_SKIP() << "this build has no ITK";
#endif
    ForeignTest::SetUp();
    const std::string command = std::string(PERM_ITK_WRITER) + " '" + folder_.string() + "' 2>/dev/null";
    ASSERT_EQ(std::system(command.c_str()), 0);  // NOLINT(concurrency-mt-unsafe): no other thread runs
  }
  std::unique_ptr<PlaneSource> open_series(const std::string& name) const {
    return open_dicom(folder_ / name, real_reader());
  }
  std::string error_of_series(const std::string& name) const {
    return foreign_error_of([&] { return open_series(name); });
  }
};

TEST_F(Dicom, series_is_ordered_by_position) {
  for (const char* name : {"series", "no_ending"}) {
    EXPECT_TRUE(holds_dicom(folder_ / name));
    const auto image = open_series(name);
    expect_voxels(*image, grey_at);
    EXPECT_THAT(image->description(), HasSubstr("DICOM series of 3 slices"));
  }
  const auto image = open_series("series");
  EXPECT_THAT(image->notes().spacing, testing::Each(testing::DoubleNear(0.5, 1e-9)));
  EXPECT_EQ(image->notes().spacing_unit_m, 1e-3);
}

TEST_F(Dicom, series_with_a_slice_missing_or_twice_is_refused) {
  EXPECT_THAT(error_of_series("gap"), AllOf(HasSubstr("'1.dcm' and '3.dcm'"), HasSubstr("apart")));
  EXPECT_THAT(error_of_series("twice"), HasSubstr("same place"));
}

TEST_F(Dicom, folder_of_two_series_is_refused_with_both) {
  EXPECT_THAT(error_of_series("two"),
              AllOf(HasSubstr("2 series"), HasSubstr("1.2.3.4 (2 files)"), HasSubstr("1.2.3.5")));
}

TEST_F(Dicom, slices_of_several_sizes_are_refused) {
  EXPECT_THAT(error_of_series("sizes"), AllOf(HasSubstr("6 x 5"), HasSubstr("7 x 5")));
}

TEST_F(Dicom, slices_in_which_the_smallest_value_is_white_are_read_with_a_warning) {
  for (const char* name : {"white/0.dcm", "white/1.dcm", "white/2.dcm"}) {
    std::string bytes = file_content(folder_ / name);
    bytes.replace(bytes.find("MONOCHROME2"), 11, "MONOCHROME1");  // ITK does not write it
    write(name, bytes);
  }
  const auto image = open_series("white");
  expect_voxels(*image, [](auto x, auto y, auto z) { return 255 - grey_at(x, y, z); });
  EXPECT_THAT(image->notes().warnings, testing::ElementsAre(HasSubstr("MONOCHROME1")));
}

TEST_F(Dicom, slice_that_is_cut_short_is_refused) {
  const std::string whole = file_content(folder_ / "series/a.dcm");
  write("series/a.dcm", whole.substr(0, whole.size() - 10));
  EXPECT_THAT(error_of_series("series"), HasSubstr("series"));
}

TEST_F(Dicom, file_with_fewer_pixels_than_its_header_says_is_refused) {
  const std::string whole = file_content(folder_ / "series/c.dcm");
  const std::size_t at = whole.find(std::string("\xe0\x7f\x10\0\x24\0\0\0", 8));  // 35 pixels and a byte of filling
  ASSERT_NE(at, std::string::npos);
  for (const std::size_t less : {2U, 4U, 20U, 34U}) {
    std::string bytes = whole;
    bytes[at + 4] = static_cast<char>(36 - less);
    EXPECT_THAT(error_of_file("a.dcm", bytes.erase(at + 8, less)), HasSubstr("need 35 bytes of pixels")) << less;
  }
}

TEST_F(Dicom, file_whose_header_would_end_gdcm_is_told_by_its_cause) {
  const std::string whole = file_content(folder_ / "series/c.dcm");
  const auto with = [&](std::size_t at, const std::string& bytes) {
    std::string changed = whole;
    return changed.replace(at, bytes.size(), bytes);
  };
  EXPECT_THAT(error_of_file("a.dcm", with(137, "\xff")), HasSubstr("header is damaged"));
  EXPECT_THAT(error_of_file("a.dcm", std::string(whole).erase(196, 7)), HasSubstr("header is damaged"));
  EXPECT_THAT(error_of_file("a.dcm", with(152, "\xff\xff")), HasSubstr("header is damaged"));
}

TEST_F(Dicom, file_without_pixels_is_told_by_its_cause) {
  EXPECT_THAT(error_of_file("a.dcm", std::string(128, '\0') + "DICM"), HasSubstr("no pixels"));
  EXPECT_THAT(error_of_file("a.dcm", "x"), HasSubstr("no pixels"));
}

TEST_F(Dicom, file_is_an_image_of_one_plane) {
  const auto image = open("series/c.dcm");
  EXPECT_EQ(image->extent(), (Extent{7, 5, 1}));
  std::vector<double> plane(35);
  read_grey_plane(*image, 0, plane);
  EXPECT_EQ(plane[34], 34);
}

TEST_F(Dicom, jpeg_is_read_with_a_warning) {
  for (const char* name : {"a.jpg", "a.jp2"}) {
    const auto image = open(name);
    EXPECT_EQ(image->extent(), (Extent{7, 5, 1}));
    EXPECT_THAT(image->notes().warnings, testing::ElementsAre(HasSubstr("moves grey values"))) << name;
    std::vector<double> plane(35);
    read_grey_plane(*image, 0, plane);
    for (std::size_t i = 0; i < plane.size(); ++i) EXPECT_NEAR(plane[i], static_cast<double>(i), 6) << name;
  }
  const std::string whole = file_content(folder_ / "a.jpg");
  EXPECT_THAT(error_of_file("b.jpg", whole.substr(0, whole.size() - 70)), HasSubstr("cut short"));
  const std::string whole_jp2 = file_content(folder_ / "a.jp2");
  EXPECT_THAT(error_of_file("b.jp2", whole_jp2.substr(0, whole_jp2.size() - 20)), HasSubstr("b.jp2"));
}

}  // namespace
}  // namespace perm
