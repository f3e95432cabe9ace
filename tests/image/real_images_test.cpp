// SPDX-License-Identifier: Apache-2.0
// These are images as users have them. The voxel counts come from the README next to the images; they were made with
// other programs than this one.
#include <algorithm>

#include "image_fixture.hpp"

namespace perm {
namespace {

namespace fs = std::filesystem;

const fs::path images = fs::path(PERM_SHARED_DIR) / "images";

template <class Predicate>
double fraction(PlaneSource& image, const Predicate& counts) {
  const Extent extent = image.extent();
  std::vector<double> plane(static_cast<std::size_t>(extent.plane_voxels()));
  std::int64_t count = 0;
  for (std::int64_t z = 0; z < extent.nz; ++z) {
    read_grey_plane(image, z, plane);
    count += std::count_if(plane.begin(), plane.end(), counts);
  }
  return static_cast<double>(count) / static_cast<double>(extent.voxels());
}

TEST(RealImages, berea_is_a_multi_page_tiff_of_known_porosity) {
  if (!fs::exists(images / "berea400.tif")) GTEST_SKIP() << "no " << images / "berea400.tif";
  const auto image = open_image(images / "berea400.tif");
  EXPECT_EQ(image->extent(), (Extent{400, 400, 400}));
  EXPECT_NEAR(fraction(*image, [](double grey) { return grey == 0; }), 0.196453, 5e-7);
}

TEST(RealImages, berea_is_refused_when_cut_short_or_damaged) {
  if (!fs::exists(images / "berea400.tif")) GTEST_SKIP() << "no " << images / "berea400.tif";
  const fs::path copy = fs::path(testing::TempDir()) / ("perm_berea_" + std::to_string(::getpid()) + ".tif");
  const std::string whole = file_content(images / "berea400.tif");
  write_file(copy, whole.substr(0, whole.size() * 2 / 3));
  EXPECT_THAT(input_error_of([&] { open_image(copy); }), testing::HasSubstr("cut short"));
  for (const std::size_t at : {whole.size() / 2, whole.size() / 7, whole.size() / 3 * 2}) {
    std::string damaged = whole;
    damaged.replace(at, 3, "\x55\x77\x13");
    write_file(copy, damaged);
    const auto read_all = [&] { fraction(*open_image(copy), [](double) { return true; }); };
    EXPECT_THAT(input_error_of(read_all), testing::HasSubstr("damaged")) << at;
  }
  fs::remove(copy);
}

TEST(RealImages, kelvin_is_a_compressed_metaimage_of_known_porosity) {
  if (!fs::exists(images / "kelvin200.mha")) GTEST_SKIP() << "no " << images / "kelvin200.mha";
  const auto image = open_image(images / "kelvin200.mha");
  EXPECT_EQ(image->extent(), (Extent{200, 200, 200}));
  EXPECT_NEAR(fraction(*image, [](double grey) { return grey == 1; }), 0.779005, 5e-7);
}

TEST(RealImages, fiberform_is_a_folder_of_slices_in_the_order_of_their_numbers) {
  const fs::path folder = images / "fiberform_slices";
  if (!fs::exists(folder)) GTEST_SKIP() << "no " << folder;
  const auto image = open_image(folder);
  ASSERT_EQ(image->extent(), (Extent{100, 100, 100}));
  EXPECT_NEAR(fraction(*image, [](double grey) { return grey < 90; }), 0.833, 5e-4);
  std::vector<double> plane(10000);
  std::vector<double> slice(10000);
  for (const int number : {1, 2, 10, 100}) {
    read_grey_plane(*image, number - 1, plane);
    read_grey_plane(*open_image(folder / ("slice_" + std::to_string(number) + ".tif")), 0, slice);
    EXPECT_EQ(plane, slice) << number;
  }
}

}  // namespace
}  // namespace perm
