// SPDX-License-Identifier: Apache-2.0
// VTK's legacy format, written byte by byte.
#include <fmt/format.h>

#include "image_fixture.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// The lines of a header, each of which a test may change.
struct Vtk {
  std::string format{"BINARY"};
  std::string grid{"DATASET STRUCTURED_POINTS"};
  std::string size{"DIMENSIONS 7 5 3\nSPACING 1 2 3\nORIGIN 0 0 0"};
  std::string data{"POINT_DATA 105\nSCALARS grey unsigned_char 1\nLOOKUP_TABLE default"};
  std::string voxels{voxels_of<std::uint8_t>(grey_at)};

  std::string build() const {
    return "# vtk DataFile Version 3.0\na title\n" + format + "\n" + grid + "\n" + size + "\n" + data + "\n" + voxels;
  }
};

class VtkImage : public ImageTest {
 protected:
  std::unique_ptr<PlaneSource> open(const Vtk& vtk) {
    write_file(folder_ / "a.vtk", vtk.build());
    return open_image(folder_ / "a.vtk");
  }
  std::string error_of(const Vtk& vtk) {
    write_file(folder_ / "a.vtk", vtk.build());
    return ImageTest::error_of("a.vtk");
  }
  static Vtk with_data(const std::string& data) {
    Vtk vtk;
    vtk.data = data;
    return vtk;
  }
};

TEST_F(VtkImage, voxels_are_big_endian_numbers) {
  const auto image = open({});
  EXPECT_EQ(image->type(), VoxelType::uint8);
  EXPECT_THAT(image->notes().spacing, testing::ElementsAre(1, 2, 3));
  EXPECT_FALSE(image->notes().spacing_unit_m);
  EXPECT_TRUE(image->notes().warnings.empty());
  EXPECT_THAT(image->description(), HasSubstr("legacy VTK, uint8"));
  expect_voxels(*image, grey_at);
  Vtk vtk = with_data("POINT_DATA 105\nSCALARS grey float");
  vtk.voxels = voxels_of<float>([](auto x, auto y, auto z) { return grey_at(x, y, z) - 7.5; }, true);
  expect_voxels(*open(vtk), [](auto x, auto y, auto z) { return grey_at(x, y, z) - 7.5; });
  vtk = with_data("POINT_DATA 105\nscalars grey vtktypeint64\nlookup_table default");
  vtk.voxels = voxels_of<std::int64_t>(grey_at, true);
  expect_voxels(*open(vtk), grey_at);
}

TEST_F(VtkImage, voxels_may_be_text) {
  Vtk vtk;
  vtk.format = "ASCII";
  vtk.voxels.clear();
  for (int i = 0; i < 105; ++i) vtk.voxels += std::to_string(i) + (i % 9 == 0 ? "\n" : " ");
  expect_voxels(*open(vtk), grey_at);
  vtk.voxels += " 7";
  EXPECT_THAT(error_of(vtk), HasSubstr("it has more"));
  vtk.voxels = "1 2 3";
  EXPECT_THAT(error_of(vtk), HasSubstr("too few"));
}

TEST_F(VtkImage, bytes_may_be_written_as_vtk_does) {
  expect_voxels(*open(with_data("POINT_DATA 105\nCOLOR_SCALARS scalars 1")), grey_at);
  Vtk vtk = with_data("POINT_DATA 105\nCOLOR_SCALARS scalars 1");
  vtk.format = "ASCII";
  vtk.voxels.clear();
  for (int i = 0; i < 105; ++i) vtk.voxels += fmt::format("{:.6g} ", i / 255.0);
  const auto image = open(vtk);
  EXPECT_EQ(image->type(), VoxelType::uint8);
  expect_voxels(*image, grey_at);
  vtk.voxels.replace(0, 1, "0.5");
  EXPECT_THAT(error_of(vtk), HasSubstr("0.5"));
  EXPECT_THAT(error_of(with_data("POINT_DATA 105\nCOLOR_SCALARS scalars 3")), HasSubstr("one number a voxel"));
}

TEST_F(VtkImage, voxels_may_be_cells) {
  Vtk vtk = with_data("CELL_DATA 105\nSCALARS grey unsigned_char\nLOOKUP_TABLE default");
  vtk.size = "DIMENSIONS 8 6 4";
  expect_voxels(*open(vtk), grey_at);
  vtk.size = "DIMENSIONS 7 5 3";
  EXPECT_THAT(error_of(vtk), AllOf(HasSubstr("CELL_DATA is 105"), HasSubstr("make 48")));
}

TEST_F(VtkImage, what_is_no_image_of_grey_is_refused) {
  EXPECT_THAT(error_of(with_data("POINT_DATA 105\nSCALARS rgb unsigned_char 3\nLOOKUP_TABLE default")),
              HasSubstr("one number a voxel"));
  EXPECT_THAT(error_of(with_data("POINT_DATA 105\nVECTORS v float")), HasSubstr("'VECTORS v float'"));
  EXPECT_THAT(error_of(with_data("POINT_DATA 105\nSCALARS b bit\nLOOKUP_TABLE default")), HasSubstr("'bit'"));
  EXPECT_THAT(error_of(with_data("POINT_DATA 105\nSCALARS b short\nLOOKUP_TABLE colours")), HasSubstr("table"));
  EXPECT_THAT(error_of(with_data("POINT_DATA 106\nSCALARS grey unsigned_char\nLOOKUP_TABLE default")),
              HasSubstr("POINT_DATA is 106"));
  EXPECT_THAT(error_of(with_data("SCALARS grey unsigned_char\nLOOKUP_TABLE default")), HasSubstr("POINT_DATA is 0"));
  Vtk vtk;
  vtk.grid = "DATASET UNSTRUCTURED_GRID";
  EXPECT_THAT(error_of(vtk), HasSubstr("STRUCTURED_POINTS"));
  vtk = {};
  vtk.format = "binär";
  EXPECT_THAT(error_of(vtk), HasSubstr("ASCII nor BINARY"));
  for (const char* size : {"8.5 7 6", "-7 5 3", "7 5", "7 5 3 1", "0 5 3", "99999999999999999999 5 3"}) {
    vtk = {};
    vtk.size = std::string("DIMENSIONS ") + size;
    EXPECT_THAT(error_of(vtk), HasSubstr("DIMENSIONS")) << size;
  }
  write_file(folder_ / "a.vtk", "these are notes");
  EXPECT_THAT(ImageTest::error_of("a.vtk"), HasSubstr("vtk DataFile"));
}

TEST_F(VtkImage, missing_bytes_are_refused_and_others_told) {
  Vtk vtk;
  vtk.voxels.pop_back();
  EXPECT_THAT(error_of(vtk), AllOf(HasSubstr("105 bytes"), HasSubstr("104")));
  vtk = {};
  vtk.voxels += "\nMETADATA\nINFORMATION 0\n\n";
  EXPECT_TRUE(open(vtk)->notes().warnings.empty());
  vtk.voxels += "\n";
  vtk.voxels.insert(105, "\nSCALARS more float\n");
  EXPECT_THAT(open(vtk)->notes().warnings, testing::ElementsAre(HasSubstr("are not read")));
}

}  // namespace
}  // namespace perm
