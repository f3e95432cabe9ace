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

TEST_F(ItkFiles, png_of_each_depth) {
  const auto value = [](std::int64_t x, std::int64_t y, std::int64_t) { return grey_at(x, y, 0); };
  const auto plane_of_file = [&](const std::string& bytes) {
    write("a.png", bytes);
    const auto image = open("a.png");
    std::vector<double> plane(static_cast<std::size_t>(image->extent().plane_voxels()));
    read_grey_plane(*image, 0, plane);
    return plane;
  };
  std::vector<double> expected;
  std::vector<double> expected_large;
  for (std::int64_t y = 0; y < 5; ++y)
    for (std::int64_t x = 0; x < 7; ++x) {
      expected.push_back(value(x, y, 0));
      expected_large.push_back(large(x, y, 0));
    }
  EXPECT_EQ(plane_of_file(png_of_plane(0)), expected);
  EXPECT_EQ(plane_of_file(Png{7, 5, 16, 0, plane_of<std::uint16_t>(large, 0, true), {}}.build()), expected_large);
  EXPECT_THAT(plane_of_file(Png{7, 1, 1, 0, "\x5a", {}}.build()), testing::ElementsAre(0, 255, 0, 255, 255, 0, 255));
}

TEST_F(ItkFiles, png_that_is_no_grey_image) {
  EXPECT_THAT(error_of_file("a.png", Png{1, 1, 8, 2, "abc", {}}.build()), HasSubstr("3 numbers a voxel"));
  EXPECT_THAT(error_of_file("a.png", Png{1, 1, 8, 4, "ab", {}}.build()), HasSubstr("2 numbers a voxel"));
  EXPECT_THAT(error_of_file("a.png", Png{1, 1, 8, 3, std::string(1, '\1'), png_chunk("PLTE", "abcdef")}.build()),
              HasSubstr("3 numbers a voxel"));
  EXPECT_THAT(error_of_file("a.png", Png{1, 1, 16, 0, "ab", png_chunk("sBIT", "\x0c")}.build()), HasSubstr("12 of 16"));
  EXPECT_THAT(error_of_file("a.png", Png{1, 1, 8, 0, "a", png_chunk("acTL", "abcdefgh")}.build()),
              HasSubstr("several images"));
  EXPECT_THAT(error_of_file("a.png", std::string(100, 'x')), HasSubstr("does not begin"));
  EXPECT_THAT(error_of_file("a.png", Png{2000000000, 1, 8, 0, "a", {}}.build()), HasSubstr("a.png"));
  expect_no_shorter("a.png", png_of_plane(0));
}

TEST_F(ItkFiles, png_that_is_damaged) {
  std::string bytes = png_of_plane(0);
  bytes[60] = static_cast<char>(bytes[60] ^ 1);
  EXPECT_THAT(error_of_file("a.png", bytes), AllOf(HasSubstr("checksum"), HasSubstr("'IDAT'")));
}

TEST_F(ItkFiles, png_whose_header_would_end_libpng_is_told_by_its_cause) {
  std::string bytes = png_of_plane(0);
  bytes[30] = static_cast<char>(bytes[30] ^ 1);
  EXPECT_THAT(error_of_file("a.png", bytes), AllOf(HasSubstr("checksum"), HasSubstr("'IHDR'")));
  EXPECT_THAT(error_of_file("a.png", Png{1, 1, 8, 3, "a", {}}.build()), HasSubstr("table of colours is missing"));
  EXPECT_THAT(error_of_file("a.png", Png{0, 1, 8, 0, "", {}}.build()), HasSubstr("0 x 1"));
  EXPECT_THAT(error_of_file("a.png", Png{1, 1, 3, 0, "a", {}}.build()), HasSubstr("3 bits of colour type 0"));
  EXPECT_THAT(error_of_file("a.png", Png{1, 1, 8, 9, "a", {}}.build()), HasSubstr("colour type 9"));
  const std::string good = png_of_plane(0);
  EXPECT_THAT(error_of_file("a.png", good.substr(0, 8) + png_chunk("PLTE", "abc") + good.substr(8)),
              HasSubstr("header"));
  EXPECT_THAT(error_of_file("a.png", good.substr(0, 33) + png_chunk("IEND", "")), HasSubstr("no pixels"));
}

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

TEST_F(ItkFiles, slices_of_png_are_ordered_and_alike) {
  for (const int z : {0, 1, 2}) write("stack/s" + std::to_string(9 + z) + ".png", png_of_plane(z));
  const auto names = [&] { return find_slices(folder_ / "stack"); };
  const auto image = open_itk_slices(folder_ / "stack", names(), real_reader());
  expect_voxels(*image, grey_at);
  EXPECT_THAT(image->description(), HasSubstr("3 slices, s9.png to s11.png, PNG, uint8"));
  const auto error = [&] {
    return foreign_error_of([&] { return open_itk_slices(folder_ / "stack", names(), real_reader()); });
  };
  write("stack/s10.png", Png{7, 4, 8, 0, std::string(28, 'x'), {}}.build());
  EXPECT_THAT(error(), AllOf(HasSubstr("'s10.png' is 7 x 4 of uint8"), HasSubstr("'s9.png' is 7 x 5 of uint8")));
  write("stack/s10.png", Png{7, 5, 16, 0, std::string(70, 'x'), {}}.build());
  EXPECT_THAT(error(), HasSubstr("'s10.png' is 7 x 5 of uint16"));
  write("stack/s10.png", Png{7, 5, 8, 2, std::string(105, 'x'), {}}.build());
  EXPECT_THAT(error(), HasSubstr("'s10.png': it has 3 numbers"));
  write("stack/s10.png", png_of_plane(1).substr(0, 50));
  EXPECT_THAT(error(), HasSubstr("'s10.png'"));
  write("stack/s10.png", "");
  EXPECT_THAT(error(), HasSubstr("empty"));
}

TEST_F(ItkFiles, take_no_more_memory_than_their_voxels_justify) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "sanitizers take terabytes of addresses, so memory is not bounded";
#endif
  // 15 GB of a 60 kB file: the system may have less memory free, or deflate ends before.
  const std::string message = error_of_file("a.png", Png{1000000, 15000, 8, 0, "", {}}.build());
  EXPECT_THAT(message, HasSubstr("a.png"));
}

}  // namespace
}  // namespace perm
