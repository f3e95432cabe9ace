// SPDX-License-Identifier: Apache-2.0
#include "solver/scaling/partition_choice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/errors.hpp"

namespace perm {
namespace {

std::vector<std::int32_t> full_rows(const Extent& image) {
  return std::vector<std::int32_t>(static_cast<std::size_t>(image.ny * image.nz), static_cast<std::int32_t>(image.nx));
}

TEST(PartitionChoice, leaves_the_image_whole_for_one_process) {
  const Extent image{8, 9, 10};
  EXPECT_EQ(choose_partition(image, full_rows(image), 1, {}), Partition(image));
}

TEST(PartitionChoice, cuts_a_long_image_into_slabs_along_its_length) {
  const Partition along_z = choose_partition({16, 16, 160}, full_rows({16, 16, 160}), 4, {});
  EXPECT_EQ(along_z.parts_z(), 4);
  const Partition along_y = choose_partition({16, 160, 16}, full_rows({16, 160, 16}), 4, {});
  EXPECT_EQ(along_y.parts_y(), 4);
}

TEST(PartitionChoice, cuts_a_cube_into_columns_for_many_processes) {
  const Extent image{64, 64, 64};
  const Partition partition = choose_partition(image, full_rows(image), 64, {});
  EXPECT_GT(partition.parts_y(), 1);
  EXPECT_GT(partition.parts_z(), 1);
  EXPECT_EQ(choose_partition(image, full_rows(image), 4, {}).parts_z(), 4) << "slabs as long as they are thick";
}

TEST(PartitionChoice, gives_every_process_rows_of_a_thin_image) {
  const Extent image{20, 5, 4};
  EXPECT_EQ(choose_partition(image, full_rows(image), 6, {}).blocks(), 6);
}

TEST(PartitionChoice, refuses_an_image_that_is_too_small) {
  const Extent image{20, 5, 4};
  for (const int processes : {5, 7, 8}) {
    try {
      choose_partition(image, full_rows(image), processes, {});
      ADD_FAILURE() << processes;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(std::to_string(processes) + " processes"));
    }
  }
}

}  // namespace
}  // namespace perm
