// SPDX-License-Identifier: Apache-2.0
// Several processes that each read their own planes take the same voxels for pore as one process that reads all. When
// one process refuses an image, all refuse it with the same words. Every test holds for any number of processes.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "core/errors.hpp"
#include "geometry/segmentation.hpp"
#include "geometry/slabs.hpp"

namespace perm {
namespace {

/// Gives grey values from a list, and remembers which planes were read.
class Greys final : public PlaneSource {
 public:
  Greys(const Extent& extent, std::vector<double> values) : extent_(extent), values_(std::move(values)) {}
  Extent extent() const override { return extent_; }
  void read_plane(std::int64_t z, std::span<double> grey) override {
    planes.insert(z);
    std::copy_n(values_.begin() + z * extent_.plane_voxels(), grey.size(), grey.begin());
  }
  std::string description() const override { return "'test'"; }
  std::set<std::int64_t> planes;

 private:
  Extent extent_;
  std::vector<double> values_;
};

constexpr Extent extent{3, 2, 7};

/// Each plane has one value.
Greys planes_of(const std::vector<double>& values) {
  std::vector<double> greys;
  for (const double value : values) greys.insert(greys.end(), 6, value);
  return {extent, greys};
}

std::string words_of(Greys greys, const PoreRule& rule, const Communicator& processes) {
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
  Greys all = planes_of(values);
  Greys part = planes_of(values);
  const Segmentation alone = segment(all, rule);
  const Segmentation together = segment(part, rule, world);
  EXPECT_EQ(together.rule, alone.rule);
  expect_part_of(together.pores, alone.pores.pores());
  EXPECT_EQ(static_cast<std::int64_t>(part.planes.size()), together.pores.planes().size());
  for (const std::int64_t z : part.planes) EXPECT_TRUE(together.pores.planes().contains(z));
}

TEST(SlabSegmentation, of_two_values_is_that_of_one_process_wherever_they_are) {
  expect_same({0, 0, 0, 0, 0, 0, 1});
  expect_same({1, 0, 0, 0, 0, 0, 0});
  expect_same({5, 5, 5, 2, 5, 5, 5});
  expect_same({2, 2, 2, 5, 5, 5, 5});
  expect_same({-1, 7, -1, 7, -1, 7, -1});
}

TEST(SlabSegmentation, by_rule_is_that_of_one_process) {
  const PoreRule pore{parse_grey_ranges("2:3"), {}};
  const PoreRule solid{{}, parse_grey_ranges("4:")};
  for (const PoreRule& rule : {pore, solid}) {
    expect_same({1, 2, 3, 4, 5, 6, 7}, rule);
    expect_same({9, 9, 9, 9, 9, 9, 2}, rule);
  }
}

TEST(SlabSegmentation, refuses_on_all_processes_in_the_words_of_one) {
  expect_same({4, 4, 4, 4, 4, 4, 4});
  expect_same({1, 2, 3, 4, 5, 6, 7});
  expect_same({3, 1, 1, 1, 1, 1, 2});
  expect_same({7, 6, 5, 4, 3, 2, 1});
  expect_same({1, 2, 1, 2, 3, 4, 5});
  expect_same({1, 1, 1, 1, 1, 1, 1}, {parse_grey_ranges("0"), {}});
  expect_same({1, 1, 1, 1, 2, 1, 1}, {parse_grey_ranges("0:5"), {}});
  const double none = std::numeric_limits<double>::quiet_NaN();
  expect_same({0, 1, 0, 1, none, 1, none});
  expect_same({0, 1, 0, 1, 0, 1, none}, {parse_grey_ranges("0"), {}});
  EXPECT_NE(words_of(planes_of({0, 1, 0, none, 1, 1, none}), {}, Communicator::world()).find("(0, 0, 3)"),
            std::string::npos);
}

}  // namespace
}  // namespace perm
