// SPDX-License-Identifier: Apache-2.0
// Processes find that they see different images. Every test holds for any number of processes.
#include "geometry/one_image.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <numeric>

#include "core/errors.hpp"
#include "geometry/listed_image.hpp"

namespace perm {
namespace {

const Communicator& all() {
  static const Communicator world = Communicator::world();
  return world;
}
bool is_last() { return all().rank() == all().size() - 1; }
bool are_several() { return !all().is_alone(); }

template <class Work>
std::string told(const Work& work) {
  try {
    work();
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

std::vector<std::uint8_t> voxels_of(const Extent& extent) {
  std::vector<std::uint8_t> voxels(static_cast<std::size_t>(extent.voxels()));
  std::iota(voxels.begin(), voxels.end(), std::uint8_t{3});
  return voxels;
}

TEST(OneImage, is_refused_where_any_voxel_differs_on_one_process) {
  const Extent extent{5, 3, 7};
  for (const bool by_threads : {false, true})
    for (std::size_t voxel = 0; voxel < 105; voxel += 8)
      for (const int flip : {1, 128}) {
        std::vector<std::uint8_t> voxels = voxels_of(extent);
        if (is_last()) voxels[voxel] ^= static_cast<std::uint8_t>(flip);
        ListedImage image(extent, voxels);
        image.is_for_threads = by_threads;
        const std::string words = told([&] { require_one_image(image, Copies::one_file, all()); });
        const std::string expected =
            "is others from plane " + std::to_string(voxel / 15) + " on (counted from 0) on rank";
        // The first process is also the last one where it is alone.
        EXPECT_EQ(words.find(expected) != std::string::npos, are_several()) << words;
      }
}

TEST(OneImage, is_refused_where_many_voxels_differ_by_their_highest_bit) {
  const Extent extent{16, 8, 3};
  for (std::size_t distance = 1; distance <= 64; distance *= 2) {
    std::vector<std::uint8_t> voxels = voxels_of(extent);
    if (is_last())
      for (std::size_t voxel = 0; voxel < voxels.size(); voxel += distance) voxels[voxel] ^= 128U;
    ListedImage image(extent, voxels);
    EXPECT_EQ(told([&] { require_one_image(image, Copies::one_file, all()); }) != "", are_several()) << distance;
  }
}

TEST(OneImage, is_accepted_where_all_see_the_same) {
  for (const Extent& extent : {Extent{1, 1, 1}, Extent{5, 3, 7}, Extent{16, 8, 1}})
    for (const Copies copies : {Copies::one_file, Copies::several}) {
      ListedImage image(extent, voxels_of(extent));
      EXPECT_EQ(told([&] { require_one_image(image, copies, all(), 1); }), "");
    }
}

TEST(OneImage, that_is_large_is_read_at_even_distances_and_copies_are_read_whole) {
  const Extent extent{4, 4, 101};
  ListedImage large(extent, voxels_of(extent));
  require_one_image(large, Copies::one_file, all(), 5 * 16);
  EXPECT_EQ(large.planes_read,
            are_several() ? (std::multiset<std::int64_t>{0, 25, 50, 75, 100}) : std::multiset<std::int64_t>());
  ListedImage copy(extent, voxels_of(extent));
  require_one_image(copy, Copies::several, all(), 5 * 16);
  EXPECT_EQ(copy.planes_read.size(), are_several() ? 101U : 0U);
}

TEST(OneImage, has_one_header) {
  const auto told_of = [](const Extent& extent, const std::string& pores, double spacing) {
    ListedImage image(extent, voxels_of(extent));
    image.said.pore_values = pores;
    image.said.spacing = {spacing, 1, 1};
    return told([&] { require_one_header(image, all()); });
  };
  const Extent extent{3, 2, 7};
  EXPECT_EQ(told_of(extent, "0", 1), "");
  const auto names = [](const std::string& words, const std::string& part) {
    return words.find(part) != std::string::npos;
  };
  EXPECT_EQ(names(told_of(is_last() ? Extent{3, 2, 8} : extent, "0", 1), "its extent is 3 x 2 x 8 on rank"),
            are_several());
  EXPECT_EQ(names(told_of(extent, is_last() ? "1" : "0", 1), "what it says of its pores is '1' on rank"),
            are_several());
  EXPECT_EQ(names(told_of(extent, "0", is_last() ? 2 : 1), "its spacing is 2 1 1"), are_several());
  const auto told_of_type = [&] {
    ListedImage bytes(extent, voxels_of(extent));
    ListedImage words(extent, std::vector<std::int16_t>(42));
    PlaneSource& image = is_last() ? static_cast<PlaneSource&>(words) : bytes;
    return told([&] { require_one_header(image, all()); });
  };
  EXPECT_EQ(names(told_of_type(), "its type is int16 on rank"), are_several());
}

TEST(OneImage, is_one_file_where_all_name_the_same_and_copies_where_they_do_not) {
  namespace fs = std::filesystem;
  const auto path = [](int number) {
    return fs::temp_directory_path() /
           ("permeability-one-image-" + std::to_string(all().max(std::int64_t{::getpid()})) + "-" +
            std::to_string(number) + ".raw");
  };
  const fs::path shared = path(0);
  const fs::path own = path(1 + all().rank());
  if (all().is_first()) std::ofstream(shared) << "voxels";
  std::ofstream(own) << "voxels";
  all().wait_for_all();
  EXPECT_EQ(find_copies(shared, all()), Copies::one_file);
  EXPECT_EQ(find_copies(shared.string() + ":/dataset", all()), Copies::one_file);
  EXPECT_EQ(find_copies(own, all()), are_several() ? Copies::several : Copies::one_file);
  all().wait_for_all();
  fs::remove(own);
  if (all().is_first()) fs::remove(shared);
  all().wait_for_all();
  EXPECT_EQ(find_copies(shared, all()), Copies::several) << "nothing is there";
}

}  // namespace
}  // namespace perm
