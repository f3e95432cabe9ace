// SPDX-License-Identifier: Apache-2.0
#include "image/source/cropped_planes.hpp"

#include "image_fixture.hpp"

namespace perm {
namespace {

using testing::HasSubstr;

class CroppedPlanes : public ImageTest {
 protected:
  std::unique_ptr<PlaneSource> open() {
    write_file(folder_ / "a.raw", voxels_of<std::uint16_t>(grey_at));
    return open_image(folder_ / "a.raw", RawLayout{small, "uint16"});
  }
};

TEST_F(CroppedPlanes, are_the_box_of_the_image) {
  const auto image = crop_planes(open(), {Range{2, 6}, Range{0, to_end}, Range{1, 3}});
  EXPECT_EQ(image->extent(), (Extent{4, 5, 2}));
  EXPECT_THAT(image->description(), HasSubstr("cropped to 2:6,0:5,1:3"));
  const auto another = image->for_another_thread();
  ASSERT_NE(another, nullptr);
  std::vector<double> plane(20);
  for (PlaneSource* source : {image.get(), another.get()})
    for (const std::int64_t z : {1, 0}) {
      read_grey_plane(*source, z, plane);
      for (std::int64_t y = 0; y < 5; ++y)
        for (std::int64_t x = 0; x < 4; ++x)
          EXPECT_EQ(plane[static_cast<std::size_t>(y * 4 + x)], grey_at(x + 2, y, z + 1));
    }
}

TEST_F(CroppedPlanes, refuse_a_box_that_is_no_part) {
  for (const Range range : {Range{0, 8}, Range{3, 3}, Range{5, 4}, Range{-1, 2}, Range{7, to_end}})
    EXPECT_THAT(input_error_of([&] {
                  crop_planes(open(), {range, Range{0, to_end}, Range{0, to_end}});
                }),
                HasSubstr("no part of its 7 voxels"));
}

}  // namespace
}  // namespace perm
