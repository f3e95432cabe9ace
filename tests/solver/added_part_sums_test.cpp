// SPDX-License-Identifier: Apache-2.0
// The sums of the parts of an image take what several threads add at once.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "core/processors/thread_team.hpp"
#include "lattice/domain.hpp"
#include "solver/domain/part_sums.hpp"

namespace perm {
namespace {

constexpr std::int64_t parts = 5;

struct Addend {
  std::int64_t part;
  PartSums::Sum quanta;
};

/// Gives numbers of all sizes and both signs, and pairs that cross 0 to and fro.
std::vector<Addend> random_addends(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Addend> addends;
  for (int i = 0; i < 50'000; ++i) {
    const auto part = static_cast<std::int64_t>(random() % parts);
    const auto quanta = static_cast<std::int64_t>(random()) >> random() % 64;
    addends.push_back({part, quanta});
    if (i % 3 == 0) addends.push_back({part, -static_cast<PartSums::Sum>(quanta) - 1});
    if (i % 7 == 0) addends.push_back({part, static_cast<PartSums::Sum>(quanta) * 12345});
  }
  return addends;
}

TEST(PartSumsOfThreads, are_those_of_all_that_they_add) {
  const ThreadTeam team(4);
  const Domain domain({1, 1, 1});
  PartSums sums(parts, PartSums::quanta_of_squared_speed);
  const double scale = sums.scale();
  std::vector<PartSums::Sum> expected(parts);
  std::vector<std::vector<Addend>> of_threads;
  for (int thread = 0; thread < team.size(); ++thread) {
    of_threads.push_back(random_addends(83 + static_cast<std::uint64_t>(thread)));
    for (const Addend& addend : of_threads.back()) expected[static_cast<std::size_t>(addend.part)] += addend.quanta;
  }
  team.run([&](int thread) {
    for (const Addend& addend : of_threads[static_cast<std::size_t>(thread)])
      sums.add_quanta(addend.part, addend.quanta);
  });
  const std::vector<double> in_units = sums_for_first(sums, domain.processes());
  ASSERT_EQ(in_units.size(), expected.size());
  for (std::size_t part = 0; part < expected.size(); ++part)
    EXPECT_EQ(in_units[part], static_cast<double>(expected[part]) / scale) << part;
}

TEST(PartSumsOfThreads, are_not_numbers_where_any_thread_says_so) {
  const ThreadTeam team(3);
  const Domain domain({1, 1, 1});
  PartSums sums(parts, PartSums::quanta_of_squared_speed);
  team.run([&](int thread) {
    if (thread > 0) sums.set_not_finite();
    sums.add_quanta(0, 1);
  });
  for (const double sum : sums_for_first(sums, domain.processes())) EXPECT_TRUE(std::isnan(sum));
}

}  // namespace
}  // namespace perm
