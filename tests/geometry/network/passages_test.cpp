// SPDX-License-Identifier: Apache-2.0
// What several processes have found between bodies is added up, pair by pair, for the first of them.
#include "geometry/network/passages.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <utility>
#include <vector>

#include "geometry/network/pore_rules.hpp"

namespace perm {
namespace {

using Sums = std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t>;

std::vector<Passage> list_of(const Sums& sums) {
  std::vector<Passage> list;
  for (const auto& [ends, quanta] : sums) list.push_back({ends.first, ends.second, quanta});
  return list;
}

/// Expects the sums of what all processes have, in order.
void expect_sums(const Communicator& world, const Sums& own) {
  const std::vector<Passage> list = list_of(own);
  Sums all;
  for (const auto& of_rank : world.gather_to_all(std::span<const Passage>(list)))
    for (const Passage& passage : of_rank) all[{passage.first, passage.second}] += passage.quanta;
  const std::vector<Throat> throats = throats_for_first(world, list);
  ASSERT_EQ(throats.size(), world.is_first() ? all.size() : 0);
  auto next = all.begin();
  for (const Throat& throat : throats) {
    EXPECT_EQ(std::pair(throat.first, throat.second), next->first);
    EXPECT_EQ(throat.conductance, static_cast<double>(next->second) / pore_rules::quanta_of_conductance);
    ++next;
  }
}

TEST(Passages, of_all_processes_are_added_up_in_order) {
  const Communicator world = Communicator::world();
  const auto rank = static_cast<std::uint32_t>(world.rank());
  for (const std::uint32_t bodies : {2U, 40U, 3000U}) {
    for (const std::uint32_t apart : {0U, bodies / 2, bodies}) {  // bodies of the next process begin so many later
      std::mt19937 random(rank + bodies);
      Sums own;
      for (std::uint32_t i = 0; i < 2 * bodies; ++i) {
        const std::uint32_t first = rank * apart + random() % bodies;
        const bool leads_out = random() % 9 == 0;
        own[{first, leads_out ? PoreNetwork::outside : first + 1 + random() % 5}] += 1 + random() % 1000;
      }
      expect_sums(world, own);
    }
  }
}

TEST(Passages, may_be_none) {
  const Communicator world = Communicator::world();
  expect_sums(world, {});
  expect_sums(world, world.rank() % 2 == 0 ? Sums{} : Sums{{{3, 4}, 5}});
  expect_sums(world, world.rank() % 2 == 1 ? Sums{} : Sums{{{0, PoreNetwork::outside}, 5}});
}

}  // namespace
}  // namespace perm
