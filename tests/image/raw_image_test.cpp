// SPDX-License-Identifier: Apache-2.0
#include "compressed_bytes.hpp"
#include "image_fixture.hpp"

namespace perm {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class RawImage : public ImageTest {
 protected:
  template <class T>
  void expect_round_trip(const std::string& type, double offset, double factor) {
    const auto value = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
      return static_cast<T>(offset + factor * grey_at(x, y, z));
    };
    for (const bool big_endian : {false, true})
      for (const std::int64_t header : {0, 13}) {
        SCOPED_TRACE(type + (big_endian ? " big, " : " little, ") + std::to_string(header));
        write_file(folder_ / "image.raw",
                   std::string(static_cast<std::size_t>(header), 'h') + voxels_of<T>(value, big_endian));
        const auto image =
            open_image(folder_ / "image.raw", RawLayout{small, type, big_endian ? "big" : "little", header});
        expect_voxels(*image, value);
        EXPECT_THAT(image->description(), AllOf(HasSubstr("image.raw"), HasSubstr(type)));
      }
  }
};

TEST_F(RawImage, reads_every_type_in_both_byte_orders_behind_an_offset) {
  expect_round_trip<std::uint8_t>("uint8", 100, 1);
  expect_round_trip<std::int8_t>("int8", -100, 1);
  expect_round_trip<std::uint16_t>("uint16", 100, 600);
  expect_round_trip<std::int16_t>("int16", -32000, 600);
  expect_round_trip<std::uint32_t>("uint32", 100, 4e7);
  expect_round_trip<std::int32_t>("int32", -2e9, 3e7);
  expect_round_trip<std::uint64_t>("uint64", 7, 4e13);
  expect_round_trip<std::int64_t>("int64", -2e15, 3e13);
  expect_round_trip<float>("float32", -0.1, 0.37);
  expect_round_trip<double>("float64", -0.1, 1.0 / 3.0);
}

TEST_F(RawImage, says_both_sizes_when_the_file_is_cut_short) {
  write_file(folder_ / "short.raw", std::string(104, 'v'));
  EXPECT_THAT(error_of("short.raw", RawLayout{small}),
              AllOf(HasSubstr("105"), HasSubstr("104"), HasSubstr("cut short")));
  EXPECT_THAT(error_of("short.raw", RawLayout{small, "uint8", "little", 200}), HasSubstr("105"));
}

TEST_F(RawImage, advises_when_the_file_is_larger_than_its_layout) {
  write_file(folder_ / "long.raw", std::string(105 + 512, 'v'));
  EXPECT_THAT(error_of("long.raw", RawLayout{small}),
              AllOf(HasSubstr("105"), HasSubstr("617"), HasSubstr("512"), HasSubstr("--offset")));
}

TEST_F(RawImage, refuses_a_layout_that_is_none) {
  write_file(folder_ / "image.raw", std::string(105, 'v'));
  EXPECT_THAT(error_of("image.raw", RawLayout{small, "uint7"}), AllOf(HasSubstr("'uint7'"), HasSubstr("float64")));
  EXPECT_THAT(error_of("image.raw", RawLayout{small, "uint8", "middle"}), HasSubstr("'middle'"));
  EXPECT_THAT(error_of("image.raw", RawLayout{small, "uint8", "little", -1}), HasSubstr("-1"));
  EXPECT_THAT(error_of("image.raw", RawLayout{{7, 0, 3}}), HasSubstr("7 x 0 x 3"));
  EXPECT_THAT(error_of("image.raw", RawLayout{{4'000'000'000, 4'000'000'000, 2}}), HasSubstr("size"));
}

TEST_F(RawImage, needs_a_layout) {
  write_file(folder_ / "image.raw", "v");
  EXPECT_THAT(error_of("image.raw"), HasSubstr("--dims"));
}

TEST_F(RawImage, is_read_compressed_by_gzip_behind_its_offset) {
  const std::string voxels = voxels_of<std::uint16_t>(grey_at, true);
  write_file(folder_ / "image.raw.gz", gzip_of("header" + voxels));
  const RawLayout layout{small, "uint16", "big", 6};
  const auto image = open_image(folder_ / "image.raw.gz", layout);
  expect_voxels(*image, grey_at);
  EXPECT_THAT(image->description(), HasSubstr("compressed"));
  EXPECT_THAT(error_of("image.raw.gz", RawLayout{small, "uint16", "big"}), HasSubstr("more than"));
  EXPECT_THAT(error_of("image.raw.gz", RawLayout{small, "uint32"}), HasSubstr("end in plane"));
  EXPECT_THAT(error_of("image.raw.gz"), HasSubstr("--dims"));
  write_file(folder_ / "image.raw.gz", "\x1f\x8b");
  EXPECT_THAT(error_of("image.raw.gz", RawLayout{small}), HasSubstr("damaged"));
}

TEST_F(RawImage, is_to_be_unpacked_first_when_another_kind_of_file_is_gzipped) {
  write_file(folder_ / "image.tif.gz", "\x1f\x8b");
  EXPECT_THAT(error_of("image.tif.gz", RawLayout{small}), HasSubstr("gunzip"));
}

TEST_F(RawImage, fails_when_the_file_shrinks_after_it_was_opened) {
  write_file(folder_ / "image.raw", std::string(105, 'v'));
  const auto image = open_image(folder_ / "image.raw", RawLayout{small});
  std::filesystem::resize_file(folder_ / "image.raw", 80);
  std::vector<double> plane(35);
  EXPECT_THAT(input_error_of([&] { read_grey_plane(*image, 2, plane); }), HasSubstr("image.raw"));
}

}  // namespace
}  // namespace perm
