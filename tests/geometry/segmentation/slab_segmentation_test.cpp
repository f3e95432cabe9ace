// SPDX-License-Identifier: Apache-2.0
// Several processes that each read their own planes take the same voxels for pore as one process that reads all. When
// one process refuses an image, all refuse it with the same words. Every test holds for any number of processes.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "core/errors.hpp"
#include "geometry/listed_image.hpp"
#include "geometry/segmentation/segmentation.hpp"
#include "geometry/slabs.hpp"

namespace perm {
namespace {

constexpr Extent extent{3, 2, 7};

/// Each plane has one value.
ListedImage<double> planes_of(const std::vector<double>& values) {
  std::vector<double> greys;
  for (const double value : values) greys.insert(greys.end(), 6, value);
  return {extent, greys};
}

PoreRule pore(const char* values) { return {.pore = parse_grey_ranges(values), .solid = {}, .labels = {}}; }

std::string words_of(ListedImage<double> greys, const PoreRule& rule, const Communicator& processes) {
  try {
    segment(greys, rule, processes);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

void expect_same(const std::vector<double>& values, const PoreRule& rule = {}) {
  const Communicator world = Communicator::world();
  const std::string refusal = words_of(planes_of(values), rule, {});
  EXPECT_EQ(words_of(planes_of(values), rule, world), refusal);
  if (!refusal.empty()) return;
  ListedImage<double> all = planes_of(values);
  ListedImage<double> part = planes_of(values);
  const Segmentation alone = segment(all, rule);
  const Segmentation together = segment(part, rule, world);
  EXPECT_EQ(together.rule, alone.rule);
  expect_part_of(together.pores, alone.pores.pores());
  if (rule.axes == FileAxes::zyx || alone.rule.find("all voxels are pore") != std::string::npos) return;
  const std::set<std::int64_t> planes(part.planes_read.begin(), part.planes_read.end());
  EXPECT_EQ(planes.size(), static_cast<std::size_t>(together.pores.planes().size())) << "its own planes";
}

TEST(SlabSegmentation, by_rule_is_that_of_one_process) {
  const PoreRule solid{.pore = {}, .solid = parse_grey_ranges("4:"), .labels = {}};
  for (const PoreRule& rule : {pore("2:3"), solid}) {
    expect_same({1, 2, 3, 4, 5, 6, 7}, rule);
    expect_same({9, 9, 9, 9, 9, 9, 2}, rule);
  }
}

TEST(SlabSegmentation, of_swapped_axes_is_that_of_one_process) {
  PoreRule rule = pore("2:3");
  rule.axes = FileAxes::zyx;
  expect_same({1, 2, 3, 4, 3, 6, 7}, rule);
}

TEST(SlabSegmentation, refuses_on_all_processes_in_the_words_of_one) {
  expect_same({4, 4, 4, 4, 4, 4, 4});
  expect_same({0, 0, 0, 0, 0, 0, 1});
  expect_same({5, 5, 5, 2, 5, 5, 5});
  expect_same({1, 2, 3, 4, 5, 6, 7});
  expect_same({3, 1, 1, 1, 1, 1, 2});
  expect_same({1, 1, 1, 1, 1, 1, 1}, pore("0"));
  expect_same({1, 1, 1, 1, 2, 1, 1}, pore("0:5"));
  const double none = std::numeric_limits<double>::quiet_NaN();
  expect_same({0, 1, 0, 1, none, 1, none});
  expect_same({0, 1, 0, 1, 0, 1, none}, pore("0"));
  EXPECT_NE(words_of(planes_of({0, 1, 0, none, 1, 1, none}), pore("0"), Communicator::world()).find("(0, 0, 3)"),
            std::string::npos);
}

}  // namespace
}  // namespace perm
