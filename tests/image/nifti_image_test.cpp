// SPDX-License-Identifier: Apache-2.0
// NIfTI, written byte by byte.
#include "image/format_bytes.hpp"

namespace perm {
namespace {

using testing::HasSubstr;

int shifted_by_50(std::int64_t x, std::int64_t y, std::int64_t z) { return grey_at(x, y, z) - 50; }
int times_600(std::int64_t x, std::int64_t y, std::int64_t z) { return 600 * grey_at(x, y, z); }
double less_7_5(std::int64_t x, std::int64_t y, std::int64_t z) { return grey_at(x, y, z) - 7.5; }

class NiftiImage : public ImageTest {
 protected:
  std::unique_ptr<PlaneSource> open(const std::string& bytes) {
    write_file(folder_ / "a.nii", bytes);
    return open_image(folder_ / "a.nii");
  }
  template <class Value>
  void expect_file(const std::string& bytes, VoxelType type, const Value& value) {
    const auto image = open(bytes);
    EXPECT_EQ(image->type(), type);
    expect_voxels(*image, value);
    write_file(folder_ / "a.nii.gz", gzip_of(bytes));
    expect_voxels(*open_image(folder_ / "a.nii.gz"), value);
  }
  std::string error_of(const std::string& bytes) {
    write_file(folder_ / "a.nii", bytes);
    return ImageTest::error_of("a.nii");
  }
};

TEST_F(NiftiImage, of_each_type_byte_order_and_version) {
  for (const bool big : {false, true})
    for (const int version : {1, 2}) {
      const auto nifti = [&](std::int16_t type, const std::string& voxels) {
        Nifti file;
        file.type = type;
        file.voxels = voxels;
        file.big_endian = big;
        return version == 1 ? file.build() : file.build_version_2();
      };
      expect_file(nifti(2, voxels_of<std::uint8_t>(grey_at, big)), VoxelType::uint8, grey_at);
      expect_file(nifti(256, voxels_of<std::int8_t>(shifted_by_50, big)), VoxelType::int8, shifted_by_50);
      expect_file(nifti(4, voxels_of<std::int16_t>(shifted_by_50, big)), VoxelType::int16, shifted_by_50);
      expect_file(nifti(512, voxels_of<std::uint16_t>(times_600, big)), VoxelType::uint16, times_600);
      expect_file(nifti(8, voxels_of<std::int32_t>(shifted_by_50, big)), VoxelType::int32, shifted_by_50);
      expect_file(nifti(768, voxels_of<std::uint32_t>(times_600, big)), VoxelType::uint32, times_600);
      expect_file(nifti(1024, voxels_of<std::int64_t>(shifted_by_50, big)), VoxelType::int64, shifted_by_50);
      expect_file(nifti(1280, voxels_of<std::uint64_t>(times_600, big)), VoxelType::uint64, times_600);
      expect_file(nifti(16, voxels_of<float>(less_7_5, big)), VoxelType::float32, less_7_5);
      expect_file(nifti(64, voxels_of<double>(less_7_5, big)), VoxelType::float64, less_7_5);
    }
}

TEST_F(NiftiImage, tells_spacing_unit_and_scaling) {
  Nifti nifti;
  nifti.voxels = voxels_of<std::uint8_t>(grey_at);
  EXPECT_THAT(open(nifti.build())->notes().spacing, testing::ElementsAre(2, 3, 4));
  EXPECT_EQ(open(nifti.build())->notes().spacing_unit_m, 1e-3);
  EXPECT_TRUE(open(nifti.build())->notes().warnings.empty());
  nifti.units = 3 + 8;  // 8: seconds
  EXPECT_EQ(open(nifti.build())->notes().spacing_unit_m, 1e-6);
  EXPECT_EQ(open(nifti.build_version_2())->notes().spacing_unit_m, 1e-6);
  nifti.units = 0;
  EXPECT_EQ(open(nifti.build())->notes().spacing_unit_m, std::nullopt);
  std::string scaled = nifti.build();
  scaled.replace(112, 4, bytes_of(0.5F));
  EXPECT_THAT(open(scaled)->notes().warnings, testing::ElementsAre(HasSubstr("times 0.5 plus 0")));
}

TEST_F(NiftiImage, that_is_not_what_it_says_is_refused) {
  Nifti nifti;
  nifti.voxels = voxels_of<std::uint8_t>(grey_at);
  const std::string good = nifti.build();
  for (const std::size_t less : {1U, 2U, 104U, 105U, 106U, 300U, 456U})
    EXPECT_THAT(error_of(good.substr(0, good.size() - less)), HasSubstr("a.nii")) << less;
  EXPECT_THAT(error_of(good + "x"), HasSubstr("it holds 106"));
  const std::string zipped = gzip_of(good);
  for (const std::size_t less : {1U, 8U, 20U, 200U}) {
    write_file(folder_ / "a.nii.gz", zipped.substr(0, zipped.size() - less));
    EXPECT_THAT(ImageTest::error_of("a.nii.gz"), HasSubstr("damaged or incomplete")) << less;
  }
  nifti.extent = {32767, 32767, 32767};
  EXPECT_THAT(error_of(nifti.build()), HasSubstr("need"));
  write_file(folder_ / "a.nii.gz", gzip_of(nifti.build()));
  EXPECT_THAT(ImageTest::error_of("a.nii.gz"), HasSubstr("a.nii.gz"));
  nifti.extent = {7, -5, 3};
  EXPECT_THAT(error_of(nifti.build()), HasSubstr("axis 2 of its 3 axes has size -5"));
  nifti.extent = small;
  nifti.type = 128;
  EXPECT_THAT(error_of(nifti.build()), HasSubstr("datatype is 128"));
  EXPECT_THAT(error_of(std::string(400, 'x')), HasSubstr("does not begin"));
  std::string pair = good;
  pair.replace(344, 3, "ni1");
  EXPECT_THAT(error_of(pair), HasSubstr("another file"));
  for (const float offset : {0.0F, 351.5F, -1.0F, 1e30F, std::numeric_limits<float>::quiet_NaN()}) {
    std::string moved = good;
    moved.replace(108, 4, bytes_of(offset));
    EXPECT_THAT(error_of(moved), HasSubstr("its voxels begin")) << offset;
  }
}

}  // namespace
}  // namespace perm
