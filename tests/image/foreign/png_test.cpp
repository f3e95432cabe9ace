// SPDX-License-Identifier: Apache-2.0
// PNG files that libpng reads in the child: each written byte by byte, read pixel by pixel, and refused by its cause.
#include "image/foreign/foreign_fixture.hpp"
#include "image/format_bytes.hpp"
#include "image/source/slice_names.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class PngFiles : public ForeignTest {
 protected:
  void SetUp() override {
#if !defined(PERM_HAS_PNG)
    GTEST_SKIP() << "this build has no libpng";
#endif
    ForeignTest::SetUp();
  }
  /// Gives the pixels of a file with these bytes.
  std::vector<double> pixels_of(const std::string& bytes) const {
    write("a.png", bytes);
    const auto image = open("a.png");
    std::vector<double> plane(static_cast<std::size_t>(image->extent().plane_voxels()));
    read_grey_plane(*image, 0, plane);
    return plane;
  }
};

int sixteen_bits(std::int64_t x, std::int64_t y, std::int64_t z) { return 600 * grey_at(x, y, z); }

TEST_F(PngFiles, of_each_depth_give_their_values) {
  std::vector<double> expected;
  std::vector<double> expected_large;
  for (std::int64_t y = 0; y < 5; ++y)
    for (std::int64_t x = 0; x < 7; ++x) {
      expected.push_back(grey_at(x, y, 0));
      expected_large.push_back(sixteen_bits(x, y, 0));
    }
  EXPECT_EQ(pixels_of(png_of_plane(0)), expected);
  EXPECT_EQ(open("a.png")->type(), VoxelType::uint8);
  EXPECT_EQ(pixels_of(Png{7, 5, 16, 0, plane_of<std::uint16_t>(sixteen_bits, 0, true), {}}.build()), expected_large);
  EXPECT_EQ(open("a.png")->type(), VoxelType::uint16);
  EXPECT_THAT(pixels_of(Png{7, 1, 1, 0, "\x5a", {}}.build()), ElementsAre(0, 255, 0, 255, 255, 0, 255));
  EXPECT_THAT(pixels_of(Png{5, 1, 2, 0, "\x1b\x40", {}}.build()), ElementsAre(0, 85, 170, 255, 85));
  EXPECT_THAT(pixels_of(Png{3, 1, 4, 0, "\x1f\xa0", {}}.build()), ElementsAre(17, 255, 170));
  // A file that says that all bits count keeps its numbers.
  EXPECT_THAT(pixels_of(Png{7, 1, 1, 0, "\x5a", png_chunk("sBIT", "\1")}.build()), ElementsAre(0, 1, 0, 1, 1, 0, 1));
  EXPECT_THAT(pixels_of(Png{5, 1, 2, 0, "\x1b\x40", png_chunk("sBIT", "\2")}.build()), ElementsAre(0, 1, 2, 3, 1));
}

TEST_F(PngFiles, that_are_interlaced_are_read) {
  // Each of the seven passes has the pixels of every 8th, 4th or 2nd row and column from some start on.
  constexpr std::array<std::array<std::size_t, 4>, 7> passes{
      {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}}};
  const std::string plane = plane_of<std::uint8_t>(grey_at, 0);
  std::string rows;
  for (const auto& [x0, y0, dx, dy] : passes)
    for (std::size_t y = y0; y < 5; y += dy) {
      std::string row;
      for (std::size_t x = x0; x < 7; x += dx) row += plane[7 * y + x];
      if (!row.empty()) rows += std::string(1, '\0') + row;
    }
  const std::string header = bytes_of(7U, true) + bytes_of(5U, true) + std::string("\x08\0\0\0\x01", 5);
  const std::string bytes =
      "\x89PNG\r\n\x1a\n" + png_chunk("IHDR", header) + png_chunk("IDAT", zlib_of(rows)) + png_chunk("IEND", "");
  const std::vector<double> pixels = pixels_of(bytes);
  for (std::size_t i = 0; i < pixels.size(); ++i) EXPECT_EQ(pixels[i], static_cast<double>(i));
}

TEST_F(PngFiles, whose_notes_for_display_do_not_change_their_values) {
  const std::string notes = png_chunk("gAMA", bytes_of(45455U, true)) + png_chunk("bKGD", std::string(2, '\0')) +
                            png_chunk("sBIT", "\x08") + png_chunk("tEXt", std::string("a\0b", 3)) +
                            png_chunk("iCCP", "no profile") + png_chunk("vpAg", "unknown");
  EXPECT_EQ(pixels_of(Png{7, 5, 8, 0, plane_of<std::uint8_t>(grey_at, 0), notes}.build()), pixels_of(png_of_plane(0)));
  EXPECT_TRUE(open("a.png")->notes().warnings.empty());
}

TEST_F(PngFiles, that_are_no_grey_images_are_refused) {
  EXPECT_THAT(error_of_file("a.png", Png{1, 1, 8, 2, "abc", {}}.build()), HasSubstr("3 numbers a voxel"));
  EXPECT_THAT(error_of_file("a.png", Png{1, 1, 8, 4, "ab", {}}.build()), HasSubstr("2 numbers a voxel"));
  EXPECT_THAT(error_of_file("a.png", Png{1, 1, 8, 3, std::string(1, '\1'), png_chunk("PLTE", "abcdef")}.build()),
              HasSubstr("3 numbers a voxel"));
  EXPECT_THAT(error_of_file("a.png", Png{1, 1, 8, 6, "abcd", {}}.build()), HasSubstr("4 numbers a voxel"));
  EXPECT_THAT(error_of_file("a.png", Png{1, 1, 8, 0, "a", png_chunk("tRNS", std::string(2, '\0'))}.build()),
              HasSubstr("2 numbers a voxel"));
  EXPECT_THAT(error_of_file("a.png", Png{1, 1, 16, 0, "ab", png_chunk("sBIT", "\x0c")}.build()), HasSubstr("12 of 16"));
  EXPECT_THAT(error_of_file("a.png", Png{1, 1, 8, 0, "a", png_chunk("acTL", "abcdefgh")}.build()),
              HasSubstr("several images"));
  EXPECT_THAT(error_of_file("a.png", std::string(100, 'x')), HasSubstr("does not begin"));
  EXPECT_THAT(error_of_file("a.png", Png{2000000000, 1, 8, 0, "a", {}}.build()), HasSubstr("a.png"));
  const std::string whole = png_of_plane(0);
  for (const std::size_t less : {std::size_t{1}, std::size_t{2}, std::size_t{20}, whole.size() / 2, whole.size() - 9})
    EXPECT_THAT(error_of_file("a.png", whole.substr(0, whole.size() - less)), HasSubstr("a.png")) << less;
}

TEST_F(PngFiles, that_are_damaged_are_told_by_their_cause) {
  const std::string whole = png_of_plane(0);
  std::string bytes = whole;
  bytes[60] = static_cast<char>(bytes[60] ^ 1);
  EXPECT_THAT(error_of_file("a.png", bytes), AllOf(HasSubstr("checksum"), HasSubstr("'IDAT'")));
  EXPECT_THAT(error_of_file("a.png", Png{7, 5, 8, 0, std::string(30, 'x'), {}}.build()), HasSubstr("damaged"));
  EXPECT_THAT(error_of_file("a.png", Png{7, 5, 8, 0, whole, png_chunk("NEWS", "must be known")}.build()),
              HasSubstr("damaged"));
  EXPECT_THAT(error_of_file("a.png", Png{1, 1, 8, 3, "a", png_chunk("PLTE", "abcd")}.build()),
              AllOf(HasSubstr("damaged"), HasSubstr("PLTE")));
  const std::string head = whole.substr(0, 33);
  EXPECT_THAT(error_of_file("a.png", head + png_chunk("IDAT", "no deflate") + png_chunk("IEND", "")),
              AllOf(HasSubstr("damaged"), HasSubstr("IDAT")));
  EXPECT_THAT(error_of_file("a.png", whole.substr(0, 50)), HasSubstr("cut short"));
}

TEST_F(PngFiles, whose_header_is_damaged_are_told_by_their_cause) {
  std::string bytes = png_of_plane(0);
  bytes[30] = static_cast<char>(bytes[30] ^ 1);
  EXPECT_THAT(error_of_file("a.png", bytes), AllOf(HasSubstr("checksum"), HasSubstr("'IHDR'")));
  EXPECT_THAT(error_of_file("a.png", Png{1, 1, 8, 3, "a", {}}.build()), HasSubstr("table of colours is missing"));
  EXPECT_THAT(error_of_file("a.png", Png{0, 1, 8, 0, "", {}}.build()), HasSubstr("0 x 1"));
  EXPECT_THAT(error_of_file("a.png", Png{1, 1, 3, 0, "a", {}}.build()), HasSubstr("3 bits of colour type 0"));
  EXPECT_THAT(error_of_file("a.png", Png{1, 1, 8, 9, "a", {}}.build()), HasSubstr("colour type 9"));
  const std::string good = png_of_plane(0);
  EXPECT_THAT(error_of_file("a.png", good.substr(0, 8) + png_chunk("PLTE", "abc") + good.substr(8)),
              HasSubstr("header does not stand"));
  EXPECT_THAT(error_of_file("a.png", good.substr(0, 8)), HasSubstr("cut short"));
  EXPECT_THAT(error_of_file("a.png", good.substr(0, 33) + png_chunk("IEND", "")), HasSubstr("no pixels"));
}

TEST_F(PngFiles, in_a_folder_are_ordered_and_alike) {
  for (const int z : {0, 1, 2}) write("stack/s" + std::to_string(9 + z) + ".png", png_of_plane(z));
  const auto names = [&] { return find_slices(folder_ / "stack"); };
  const auto image = open_foreign_slices(folder_ / "stack", names(), real_reader());
  expect_voxels(*image, grey_at);
  EXPECT_THAT(image->description(), HasSubstr("3 slices, s9.png to s11.png, PNG, uint8"));
  const auto error = [&] {
    return foreign_error_of([&] { return open_foreign_slices(folder_ / "stack", names(), real_reader()); });
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

TEST_F(PngFiles, take_no_more_memory_than_their_voxels_justify) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "sanitizers take terabytes of addresses, so memory is not bounded";
#endif
  // 2 TB of a file of 1 kB are more than is free; of 40 MB the pixels are missing.
  EXPECT_THAT(error_of_file("a.png", Png{1000000, 1000000, 16, 0, "", {}}.build()), HasSubstr("of memory to be read"));
  EXPECT_THAT(error_of_file("a.png", Png{1000000, 40, 8, 0, "", {}}.build()), HasSubstr("damaged"));
}

}  // namespace
}  // namespace perm
