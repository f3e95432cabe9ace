// SPDX-License-Identifier: Apache-2.0
// What is around a plug is found, whatever it is, and a rock without anything around it has no outside.
#include <gmock/gmock.h>

#include "input/look/grey_plug.hpp"

namespace perm {
namespace {

const Extent of_plug{44, 44, 44};

TEST(OutsideOfAPlug, is_found_along_each_axis_and_of_any_value) {
  for (const std::uint64_t seed : {1U, 2U, 3U})
    for (const double radius : {15.0, 18.5, 21.0})
      for (const Axis axis : all_axes)
        for (const std::uint8_t outside : {0, 60, 160, 255}) {
          std::vector<std::uint8_t> grey = grey_of(rock_of(of_plug, 0.3 + 0.1 * static_cast<double>(seed), seed));
          surround(grey, of_plug, axis, radius, outside);
          const ImageLook look = look_at(of_plug, grey);
          SCOPED_TRACE(testing::Message() << "axis " << axis_letter(axis) << " outside " << int{outside} << " radius "
                                          << radius << " seed " << seed);
          ASSERT_TRUE(look.outside);
          EXPECT_EQ(look.outside->axis, axis);
          ASSERT_TRUE(look.outside->grey);
          EXPECT_EQ(*look.outside->grey, outside);
          EXPECT_TRUE(look.outside->is_round);
          EXPECT_NEAR(look.outside->share_of_section, 1 - 3.14159 * radius * radius / 44 / 44, 0.02);
          EXPECT_EQ(look.outside->has_value_of_its_own, outside == 0 || outside == 255);
        }
}

TEST(OutsideOfAPlug, is_found_in_segmented_images_too) {
  const PoreSpace rock = rock_of(of_plug);
  for (const Axis axis : {Axis::x, Axis::z})
    for (const std::uint8_t outside : {0, 1, 2}) {
      std::vector<std::uint8_t> labels;
      for (std::int64_t i = 0; i < of_plug.voxels(); ++i)
        labels.push_back(rock.is_pore(i % 44, i / 44 % 44, i / 44 / 44) ? 0 : 1);
      surround(labels, of_plug, axis, 18, outside);
      const ImageLook look = look_at(of_plug, labels);
      ASSERT_TRUE(look.outside) << axis_letter(axis) << " " << int{outside};
      EXPECT_EQ(look.outside->axis, axis);
      EXPECT_EQ(look.outside->has_value_of_its_own, outside == 2);
    }
}

TEST(OutsideOfAPlug, is_found_where_it_has_noise) {
  for (const Axis axis : {Axis::x, Axis::z})
    for (const bool is_air : {true, false}) {
      std::vector<std::uint8_t> labels(static_cast<std::size_t>(of_plug.voxels()), 0);
      surround(labels, of_plug, axis, 18, std::uint8_t{1});
      PoreSpace rock = rock_of(of_plug);
      for (std::int64_t i = 0; i < of_plug.voxels(); ++i) {
        if (labels[static_cast<std::size_t>(i)] == 0) continue;
        if (is_air)
          rock.set_pore(i % 44, i / 44 % 44, i / 44 / 44);
        else
          rock.set_solid(i % 44, i / 44 % 44, i / 44 / 44);
      }
      const ImageLook look = look_at(of_plug, grey_of(rock));
      ASSERT_TRUE(look.outside) << axis_letter(axis) << (is_air ? " air" : " solid");
      EXPECT_EQ(look.outside->axis, axis);
      EXPECT_FALSE(look.outside->grey);
    }
}

TEST(OutsideOfAPlug, is_not_seen_in_rocks_and_channels) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U})
    for (const double porosity : {0.15, 0.4, 0.8})
      EXPECT_FALSE(look_at(of_plug, grey_of(rock_of(of_plug, porosity, seed))).outside) << seed << " " << porosity;
  Recipe fibres;
  fibres.kind = GeometryKind::fibres;
  fibres.extent = of_plug;
  fibres.radius = 2;
  fibres.porosity = 0.85;
  EXPECT_FALSE(look_at(of_plug, grey_of(generate(fibres))).outside);
}

}  // namespace
}  // namespace perm
