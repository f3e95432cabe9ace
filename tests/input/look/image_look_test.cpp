// SPDX-License-Identifier: Apache-2.0
// What a look says of images whose truth is known, and that no odd image is refused.
#include <gmock/gmock.h>

#include <limits>

#include "core/errors.hpp"
#include "geometry/connectivity/flood_fill.hpp"
#include "geometry/resample.hpp"
#include "input/look/flow_look.hpp"
#include "input/look/grey_plug.hpp"

namespace perm {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const Extent extent{40, 36, 33};

TEST(ImageLook, of_a_grey_rock_finds_both_modes_and_the_porosity_between_them) {
  const PoreSpace rock = rock_of(extent);
  const ImageLook look = look_at(extent, grey_of(rock));
  ASSERT_TRUE(look.grey);
  EXPECT_EQ(look.grey->type, "uint8");
  EXPECT_FALSE(look.grey->is_segmented);
  EXPECT_GT(look.grey->separation, 0.9);
  EXPECT_NEAR(look.grey->between_modes, 100, 2);
  ASSERT_THAT(look.grey->thresholds, SizeIs(3));
  for (const ThresholdLook& threshold : look.grey->thresholds) {
    ASSERT_FALSE(threshold.grey.empty()) << threshold.method;
    if (threshold.method == "multi-otsu") continue;
    EXPECT_NEAR(threshold.dark_porosity, rock.porosity(), 1e-3) << threshold.method;
    EXPECT_NEAR(threshold.dark_porosity + threshold.bright_porosity, 1, 1e-12) << threshold.method;
  }
  EXPECT_EQ(look.pores_by, PoresBy::nobody);
  ASSERT_THAT(look.pores, SizeIs(2));
  EXPECT_EQ(look.pores[0].name, "dark");
  EXPECT_TRUE(look.pores[0].is_chosen);
  EXPECT_NEAR(look.pores[0].porosity + look.pores[1].porosity, 1, 1e-12);
  EXPECT_DOUBLE_EQ(look.pores[0].porosity, look.grey->thresholds[0].dark_porosity);
  std::int64_t voxels = 0;
  for (const GreyBar& bar : look.grey->bars) voxels += bar.voxels;
  EXPECT_EQ(voxels, extent.voxels());
  EXPECT_THAT(look.slices.blank, IsEmpty());
  EXPECT_THAT(look.slices.strange, IsEmpty());
  EXPECT_THAT(look.slices.swapped, IsEmpty());
  EXPECT_FALSE(look.outside);
  EXPECT_THAT(look.flows, SizeIs(3));
}

TEST(ImageLook, of_labels_has_a_row_for_each_value_and_chooses_what_the_user_says) {
  // Channels along x of label 3, a wall of label 1 along y that they do not cross, all else 7.
  const Extent small{20, 20, 20};
  std::vector<std::uint16_t> labels(static_cast<std::size_t>(small.voxels()), 7);
  for (std::int64_t x = 0; x < small.nx; ++x)
    for (std::int64_t z = 4; z < 8; ++z)
      for (std::int64_t y = 4; y < 8; ++y) labels[static_cast<std::size_t>(small.index(x, y, z))] = 3;
  for (std::int64_t y = 0; y < small.ny; ++y)
    for (std::int64_t z = 12; z < 15; ++z) labels[static_cast<std::size_t>(small.index(2, y, z))] = 1;
  const ImageLook look = look_at(small, labels, with_pore("3"));
  EXPECT_TRUE(look.grey->is_segmented);
  EXPECT_THAT(look.grey->thresholds, IsEmpty());
  ASSERT_THAT(look.pores, SizeIs(3));
  EXPECT_EQ(look.pores[0].name, "grey 1");
  EXPECT_DOUBLE_EQ(look.pores[0].porosity, 60.0 / 8000);
  EXPECT_THAT(look.pores[0].connected, ElementsAre(0, 1, 0));
  EXPECT_EQ(look.pores[1].name, "grey 3");
  EXPECT_DOUBLE_EQ(look.pores[1].porosity, 320.0 / 8000);
  EXPECT_THAT(look.pores[1].connected, ElementsAre(1, 0, 0));
  EXPECT_TRUE(look.pores[1].is_chosen);
  EXPECT_EQ(look.pores_by, PoresBy::user);
  EXPECT_THAT(look.pore_options, IsEmpty());
  EXPECT_NEAR(look.sizes.passing[0], 2 * std::sqrt(2 * 2) - 1, 1e-12);  // four voxels wide: two from the wall
  EXPECT_EQ(look.sizes.passing[1], 0);
  const ImageLook both = look_at(small, labels, with_pore("1,3"));
  ASSERT_THAT(both.pores, SizeIs(4));
  EXPECT_TRUE(both.pores[3].is_chosen);
  EXPECT_DOUBLE_EQ(both.pores[3].porosity, 380.0 / 8000);
}

TEST(ImageLook, counts_what_is_connected_as_a_flood_does) {
  const PoreSpace rock = rock_of({24, 21, 19}, 0.12, 5);
  std::vector<std::uint8_t> labels;
  for (std::int64_t i = 0; i < rock.extent().voxels(); ++i)
    labels.push_back(rock.is_pore(i % 24, i / 24 % 21, i / 24 / 21) ? 0 : 9);
  const ImageLook look = look_at(rock.extent(), labels);
  ASSERT_THAT(look.pores, SizeIs(2));
  ASSERT_EQ(look.boundary, Boundary::periodic);
  for (const Axis axis : all_axes)
    EXPECT_DOUBLE_EQ(
        look.pores[0].connected[static_cast<std::size_t>(axis)],
        static_cast<double>(flood_percolating(rock, axis).count_pores()) / static_cast<double>(rock.count_pores()));
}

TEST(ImageLook, of_odd_images_says_why_there_are_no_pores_and_throws_nothing) {
  const Extent small{12, 10, 8};
  const auto size = static_cast<std::size_t>(small.voxels());
  const ImageLook of_one = look_at(small, std::vector<std::uint8_t>(size, 5));
  EXPECT_EQ(of_one.grey->values, 1);
  EXPECT_THAT(of_one.why_no_pores, HasSubstr("every voxel is 5"));
  EXPECT_THAT(of_one.pores, IsEmpty());

  const ImageLook nothing = look_at(small, std::vector<float>(size, std::numeric_limits<float>::quiet_NaN()));
  EXPECT_EQ(nothing.grey->not_numbers, small.voxels());
  EXPECT_FALSE(nothing.why_no_pores.empty());

  std::vector<float> some(size, 1);
  for (std::size_t i = 0; i < size; ++i) some[i] = static_cast<float>(i % 37);
  some[3] = std::numeric_limits<float>::quiet_NaN();
  const ImageLook with_hole = look_at(small, some);
  EXPECT_EQ(with_hole.grey->not_numbers, 1);
  EXPECT_THAT(with_hole.why_no_pores, HasSubstr("1 voxels are not numbers"));
  some[3] = std::numeric_limits<float>::infinity();
  EXPECT_NO_THROW(look_at(small, some));

  Noise random(7);
  std::vector<std::int16_t> noise;
  for (std::size_t i = 0; i < size; ++i) noise.push_back(static_cast<std::int16_t>(3000 * random.next()));
  const ImageLook of_noise = look_at(small, noise);
  EXPECT_LT(of_noise.grey->separation, 0.7);
  std::vector<std::uint8_t> flat;
  for (std::size_t i = 0; i < size; ++i) flat.push_back(static_cast<std::uint8_t>(i * 101 % 256));
  EXPECT_NEAR(look_at(small, flat).grey->separation, 0.75, 0.02);

  const Extent slice{17, 13, 1};
  EXPECT_NO_THROW(look_at(slice, grey_of(rock_of(slice))));
  EXPECT_NO_THROW(look_at(Extent{1, 1, 1}, std::vector<std::uint8_t>{3}));
  EXPECT_NO_THROW(look_at(Extent{2, 1, 1}, std::vector<std::uint8_t>{3, 4}));
  EXPECT_NO_THROW(look_at(Extent{5, 1, 1}, std::vector<std::uint64_t>{0, 1, ~std::uint64_t{0}, 3, 4}));
  const ImageLook all_pore = look_at(small, std::vector<std::uint8_t>(size, 5), with_pore("0"));
  EXPECT_FALSE(all_pore.why_no_pores.empty());
  const ImageLook none = look_at(small, grey_of(rock_of(small)), with_pore("255"));
  EXPECT_EQ(chosen_of(none).porosity, 0);
}

TEST(ImageLook, is_the_same_with_any_number_of_threads) {
  const std::vector<std::uint8_t> grey = grey_of(rock_of({80, 64, 60}));
  const auto with_threads = [&](int threads) {
    auto image = std::make_unique<ListedImage<std::uint8_t>>(Extent{80, 64, 60}, grey);
    image->is_for_threads = true;
    LookRequest request;
    request.input.path = "made";
    request.flow.solver.threads = threads;
    request.pictures = LookPictures::taken;
    const ImageLook look = look_at_source(std::move(image), request);
    return look;
  };
  const ImageLook one = with_threads(1);
  const ImageLook three = with_threads(3);
  EXPECT_EQ(one.grey->separation, three.grey->separation);
  for (std::size_t i = 0; i < one.sizes.balls.size(); ++i)
    EXPECT_EQ(one.sizes.balls[i].reached, three.sizes.balls[i].reached);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(one.sizes.passing[i], three.sizes.passing[i]);
    EXPECT_EQ(one.flows[i].steps, three.flows[i].steps);
    EXPECT_EQ(one.flows[i].bytes, three.flows[i].bytes);
    EXPECT_EQ(one.pictures.grey[i].grey, three.pictures.grey[i].grey);
    EXPECT_EQ(one.pictures.pores[i].parts, three.pictures.pores[i].parts);
  }
}

TEST(ImageLook, turns_axes_pictures_and_slices_with_the_axes_of_the_file) {
  const Extent file{33, 36, 40};
  std::vector<std::uint8_t> grey = grey_of(rock_of(file));
  std::fill_n(grey.begin() + 7 * file.plane_voxels(), file.plane_voxels(), std::uint8_t{0});  // plane 7 of the file
  LookRequest request;
  request.input.rule.axes = FileAxes::zyx;
  request.pictures = LookPictures::taken;
  const ImageLook look = look_at(file, grey, request);
  EXPECT_EQ(look.extent, (Extent{40, 36, 33}));
  EXPECT_EQ(look.slices_along, Axis::x);
  EXPECT_THAT(look.slices.blank, ElementsAre(7));
  EXPECT_EQ(look.pictures.grey[0].normal, Axis::x);
  EXPECT_EQ(look.pictures.pores[0].normal, Axis::z);
}

TEST(PicturesOfParts, number_what_a_flow_can_go_through_by_size_and_mark_what_it_cannot) {
  // Three channels along x of 3, 5 and 1 voxels, and a closed room.
  const Extent of_parts{20, 18, 9};
  PoreSpace pores(of_parts);
  const auto carve = [&](const Range& xs, const Range& ys) {
    for (std::int64_t z = 3; z < 6; ++z)
      for (std::int64_t y = ys.first; y < ys.last; ++y)
        for (std::int64_t x = xs.first; x < xs.last; ++x) pores.set_pore(x, y, z);
  };
  carve({0, 20}, {1, 4});
  carve({0, 20}, {5, 10});
  carve({0, 20}, {11, 12});
  carve({8, 14}, {14, 16});
  for (const AxisSet closed : {AxisSet{}, face_rules({Boundary::sealed}, Axis::x, of_parts).closed()}) {
    const std::vector<PoreSlice> slices = slices_of(PoreSlab(pores), closed);
    const std::vector<std::uint8_t> column{0, 3, 3, 3, 0, 1, 1, 1, 1, 1, 0, 4, 0, 0, 2, 2, 0, 0};
    EXPECT_EQ(slices[0].normal, Axis::z);
    for (std::int64_t y = 0; y < of_parts.ny; ++y)
      EXPECT_EQ(slices[0].parts[static_cast<std::size_t>(y * 20 + 10)], column[static_cast<std::size_t>(y)]) << y;
    EXPECT_EQ(slices[0].parts[14 * 20 + 7], 0);
    EXPECT_EQ(slices[2].normal, Axis::x);
    for (std::int64_t y = 0; y < of_parts.ny; ++y)
      EXPECT_EQ(slices[2].parts[static_cast<std::size_t>(4 * 18 + y)], column[static_cast<std::size_t>(y)]) << y;
    EXPECT_EQ(slices[1].index, 9);
    EXPECT_EQ(slices[1].parts[4 * 20 + 3], 1);
    EXPECT_EQ(slices[1].parts[2 * 20 + 3], 0);
  }
}

TEST(MiddleOfAnImage, is_a_cube_where_there_is_room_and_keeps_its_voxels) {
  EXPECT_EQ(middle_extent({300, 300, 300}, 1000), (Extent{10, 10, 10}));
  EXPECT_EQ(middle_extent({10, 10, 12}, 1000), (Extent{10, 10, 12}));  // a quarter more is taken whole
  EXPECT_EQ(middle_extent({1000, 1000, 1}, 10000), (Extent{100, 100, 1}));
  EXPECT_EQ(middle_extent({5, 400, 400}, 4500), (Extent{5, 30, 30}));
  const PoreSpace rock = rock_of({75, 41, 37});
  const PoreSlab middle = middle_of(PoreSlab(rock), {33, 20, 11});
  for (std::int64_t z = 0; z < 11; ++z)
    for (std::int64_t y = 0; y < 20; ++y)
      for (std::int64_t x = 0; x < 33; ++x)
        ASSERT_EQ(middle.pores().is_pore(x, y, z), rock.is_pore(x, y + 10, z + 13)) << x << " " << y << " " << z;
  EXPECT_EQ(middle.count_pores(), middle.pores().count_pores());
}

}  // namespace
}  // namespace perm
