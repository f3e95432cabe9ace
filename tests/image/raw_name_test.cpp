// SPDX-License-Identifier: Apache-2.0
#include "image/headers/raw_name.hpp"

#include <gtest/gtest.h>

namespace perm {
namespace {

TEST(RawName, proposes_what_the_name_and_the_length_fit) {
  EXPECT_EQ(propose_layout("a/Berea_256c_15p2um.raw", 256 * 256 * 256),
            "--dims 256x256x256 --dtype uint8 --voxel-size 15.2um");
  EXPECT_EQ(propose_layout("Ketton_2d25um_1000c.raw.gz", 12'345), "--dims 1000x1000x1000 --voxel-size 2.25um");
  EXPECT_EQ(propose_layout("slab-512x512x300-uint16.raw", 2 * 512 * 512 * 300), "--dims 512x512x300 --dtype uint16");
  EXPECT_EQ(propose_layout("scan_30x20x10.raw", 4 * 30 * 20 * 10), "--dims 30x20x10 --dtype float32");
  EXPECT_EQ(propose_layout("rock 5um.raw", 64 * 64 * 64), "--dims 64x64x64 --dtype uint8 --voxel-size 5um");
}

TEST(RawName, proposes_nothing_where_nothing_fits) {
  EXPECT_EQ(propose_layout("Berea_256c.raw", 256 * 256 * 255), "");
  EXPECT_EQ(propose_layout("rock.raw", 1000 * 999), "");
  EXPECT_EQ(propose_layout("rock.raw", 27), "") << "three voxels along an edge are no image";
  EXPECT_EQ(propose_layout("c_x_0x1x2_99999999999999999999c_x1x2x3.raw", 12), "");
  EXPECT_EQ(propose_layout("rock.raw.gz", 64 * 64 * 64), "") << "the length of a compressed file says nothing";
}

}  // namespace
}  // namespace perm
