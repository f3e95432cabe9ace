// SPDX-License-Identifier: Apache-2.0
// Files that ITK reads in the child: each written byte by byte, read voxel by voxel, and refused where it is not what
// it says.
#include "image/foreign/foreign_fixture.hpp"
#include "image/format_bytes.hpp"
#include "image/source/slice_names.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class ItkFiles : public ForeignTest {
 protected:
  void SetUp() override {
#if !defined(PERM_HAS_ITK)
    GTEST_SKIP() << "this build has no ITK";
#endif
    ForeignTest::SetUp();
  }
  template <class Value>
  void expect_file(const std::string& name, const std::string& bytes, VoxelType type, const Value& value) {
    write(name, bytes);
    const auto image = open(name);
    EXPECT_EQ(image->type(), type) << name;
    expect_voxels(*image, value);
    EXPECT_THAT(image->description(), AllOf(HasSubstr(name), HasSubstr(name_of(type))));
  }
  /// Expects that the file is refused wherever it ends before its end, or gives its whole content.
  void expect_no_shorter(const std::string& name, const std::string& bytes) {
    for (const std::size_t less : {std::size_t{1}, std::size_t{2}, std::size_t{20}, bytes.size() / 2, bytes.size() - 9})
      EXPECT_THAT(error_of_file(name, bytes.substr(0, bytes.size() - less)), HasSubstr(name)) << less;
  }
};

int shifted(std::int64_t x, std::int64_t y, std::int64_t z) { return grey_at(x, y, z) - 50; }
int large(std::int64_t x, std::int64_t y, std::int64_t z) { return 600 * grey_at(x, y, z); }
double half(std::int64_t x, std::int64_t y, std::int64_t z) { return grey_at(x, y, z) - 7.5; }

TEST_F(ItkFiles, bmp_of_grey) {
  write("a.bmp", bmp_of(7, 5, plane_of<std::uint8_t>(grey_at, 1)));
  const auto image = open("a.bmp");
  std::vector<double> plane(35);
  read_grey_plane(*image, 0, plane);
  for (std::size_t i = 0; i < plane.size(); ++i) EXPECT_EQ(plane[i], 35 + static_cast<double>(i));
}

TEST_F(ItkFiles, bmp_that_is_not_what_it_says) {
  const std::string good = bmp_of(7, 5, plane_of<std::uint8_t>(grey_at, 0));
  expect_no_shorter("a.bmp", good);
  const auto with = [&](std::size_t at, const std::string& bytes) {
    std::string changed = good;
    return changed.replace(at, bytes.size(), bytes);
  };
  EXPECT_THAT(error_of_file("a.bmp", with(28, std::string("\x18\0", 2))), HasSubstr("24 bits"));
  EXPECT_THAT(error_of_file("a.bmp", with(30, "\1")), HasSubstr("compressed"));
  EXPECT_THAT(error_of_file("a.bmp", with(54, "\xff\xff\xff")), HasSubstr("palette"));
  EXPECT_THAT(error_of_file("a.bmp", with(18, bytes_of(-7))), HasSubstr("-7"));
  EXPECT_THAT(error_of_file("a.bmp", with(18, bytes_of(2000000000))), HasSubstr("cut short"));
}

TEST_F(ItkFiles, mrc_of_each_mode) {
  expect_file("a.mrc", mrc_of(0, voxels_of<std::uint8_t>(grey_at)), VoxelType::uint8, grey_at);
  expect_file("a.mrc", mrc_of(1, voxels_of<std::int16_t>(shifted)), VoxelType::int16, shifted);
  expect_file("a.rec", mrc_of(2, voxels_of<float>(half)), VoxelType::float32, half);
  expect_file("a.mrc", mrc_of(6, voxels_of<std::uint16_t>(large)), VoxelType::uint16, large);
  const auto image = open("a.mrc");
  EXPECT_THAT(image->notes().spacing, testing::Each(20));
  EXPECT_EQ(image->notes().spacing_unit_m, 1e-10);
}

TEST_F(ItkFiles, mrc_that_is_not_what_it_says) {
  const std::string good = mrc_of(6, voxels_of<std::uint16_t>(large));
  expect_no_shorter("a.mrc", good);
  EXPECT_THAT(error_of_file("a.mrc", good + "x"), HasSubstr("bytes behind its header"));
  std::string turned = good;
  std::swap(turned[64], turned[68]);
  EXPECT_THAT(error_of_file("a.mrc", turned), HasSubstr("another order"));
  const auto with = [&](std::size_t at, std::int32_t number) {
    std::string changed = good;
    return changed.replace(at, 4, bytes_of(number));
  };
  EXPECT_THAT(error_of_file("a.mrc", with(92, 1 << 30)), HasSubstr("bytes behind its header"));
  EXPECT_THAT(error_of_file("a.mrc", with(92, -8)), HasSubstr("nsymbt"));
  EXPECT_THAT(error_of_file("a.mrc", with(12, 4)), HasSubstr("mode is 4"));
  EXPECT_THAT(error_of_file("a.mrc", with(0, -7)), HasSubstr("-7 x 5 x 3"));
}

TEST_F(ItkFiles, gipl_of_each_type) {
  expect_file("a.gipl", gipl_of(8, voxels_of<std::uint8_t>(grey_at)), VoxelType::uint8, grey_at);
  expect_file("a.gipl", gipl_of(15, voxels_of<std::int16_t>(shifted, true)), VoxelType::int16, shifted);
  expect_file("a.gipl", gipl_of(64, voxels_of<float>(half, true)), VoxelType::float32, half);
  expect_no_shorter("a.gipl", gipl_of(8, voxels_of<std::uint8_t>(grey_at)));
}

TEST_F(ItkFiles, slices_of_bmp_are_ordered_and_named) {
  for (const int z : {0, 1, 2})
    write("stack/s" + std::to_string(9 + z) + ".bmp", bmp_of(7, 5, plane_of<std::uint8_t>(grey_at, z)));
  const auto open_stack = [&] {
    return open_foreign_slices(folder_ / "stack", find_slices(folder_ / "stack"), real_reader());
  };
  const auto image = open_stack();
  expect_voxels(*image, grey_at);
  EXPECT_THAT(image->description(), HasSubstr("3 slices, s9.bmp to s11.bmp, BMP, uint8"));
  write("stack/s10.bmp", bmp_of(7, 5, plane_of<std::uint8_t>(grey_at, 1)).substr(0, 1090));
  EXPECT_THAT(foreign_error_of(open_stack), HasSubstr("'s10.bmp': it is cut short"));
}

}  // namespace
}  // namespace perm
