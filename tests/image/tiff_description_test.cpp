// SPDX-License-Identifier: Apache-2.0
#include "image/tiff/tiff_description.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace perm {
namespace {

using testing::ElementsAre;

TEST(TiffDescription, of_imagej_has_its_numbers_and_its_unit) {
  const TiffDescription found = parse_tiff_description(
      "ImageJ=1.53t\nimages=24\nchannels=2\nslices=12\nframes=1\nhyperstack=true\nunit=micron\nspacing=2.5\nloop="
      "false\n");
  EXPECT_TRUE(found.is_of_imagej);
  EXPECT_EQ(found.images, 24);
  EXPECT_EQ(found.channels, 2);
  EXPECT_EQ(found.slices, 12);
  EXPECT_EQ(found.frames, 1);
  EXPECT_THAT(found.spacing, ElementsAre(0, 0, 2.5));
  EXPECT_EQ(found.spacing_unit_m, 1e-6);
  EXPECT_EQ(found.pore_values, "");
}

TEST(TiffDescription, of_ome_has_the_size_of_a_voxel_in_metres) {
  const TiffDescription found = parse_tiff_description(
      R"(<?xml version="1.0"?><OME><Image ID="a"><Pixels SizeX="9" SizeC="3" SizeZ="5" SizeT="2" PhysicalSizeX="0.5"
         PhysicalSizeY="500" PhysicalSizeYUnit="nm" PhysicalSizeZ="0.002" PhysicalSizeZUnit="mm"><Channel/></Pixels>)");
  EXPECT_EQ(found.channels, 3);
  EXPECT_EQ(found.slices, 5);
  EXPECT_EQ(found.frames, 2);
  EXPECT_EQ(found.spacing_unit_m, 1);
  EXPECT_DOUBLE_EQ(found.spacing[0], 5e-7);
  EXPECT_DOUBLE_EQ(found.spacing[1], 5e-7);
  EXPECT_DOUBLE_EQ(found.spacing[2], 2e-6);
}

TEST(TiffDescription, of_this_program_has_the_meaning_of_its_labels) {
  const TiffDescription found = parse_tiff_description(describe_labels(5.345e-6));
  EXPECT_EQ(found.pore_values, "0");
  EXPECT_THAT(found.spacing, ElementsAre(5.345e-6, 5.345e-6, 5.345e-6));
  EXPECT_EQ(found.spacing_unit_m, 1);
  EXPECT_EQ(parse_tiff_description(describe_labels(0)).pore_values, "0");
  EXPECT_THAT(parse_tiff_description(describe_labels(0)).spacing, ElementsAre(0, 0, 0));
}

TEST(TiffDescription, leaves_out_what_is_no_number) {
  for (const char* text : {"", "a scan of May", "ImageJ=", "ImageJ=1\nimages=\nspacing=x\nunit=furlong",
                           "ImageJ=1\nspacing=-2", "ImageJ=1\nspacing=inf", "<OME", "<OME><Pixels SizeC=\"x",
                           "<OME><Pixels PhysicalSizeX=\"-1\">", "permeability labels: pore=1 solid=0"}) {
    const TiffDescription found = parse_tiff_description(text);
    EXPECT_EQ(found.images, 0) << text;
    EXPECT_EQ(found.channels, 1) << text;
    EXPECT_THAT(found.spacing, ElementsAre(0, 0, 0)) << text;
    EXPECT_EQ(found.pore_values, "") << text;
  }
}

}  // namespace
}  // namespace perm
