// SPDX-License-Identifier: Apache-2.0
// Every test holds for any number of processes; one that is alone agrees with itself.
#include "core/agreement/agreement.hpp"

#include <gtest/gtest.h>

#include "core/errors.hpp"

namespace perm {
namespace {

using Values = std::vector<SharedValue>;

/// Gives what the processes are told; nothing where they agree.
std::string told(const Values& own, const Communicator& processes = Communicator::world()) {
  try {
    require_agreement(processes, "They differ", own, "Mend it");
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

/// Has `others` on the ranks from `rank` on and `own` before.
std::string told_from(int rank, const Values& own, const Values& others) {
  return told(Communicator::world().rank() < rank ? own : others);
}

const Values three{{"a", "1"}, {"b", "two words"}, {"c", ""}};

TEST(Agreement, is_silent_where_all_have_the_same) {
  EXPECT_EQ(told(three), "");
  EXPECT_EQ(told({}), "");
  EXPECT_EQ(told({{"long", std::string(1'000'000, 'x')}}), "");
}

TEST(Agreement, names_the_first_value_that_differs_on_the_lowest_rank_and_tells_all_processes) {
  const Communicator world = Communicator::world();
  for (int rank = 1; rank < world.size(); ++rank) {
    const std::string words = told_from(rank, three, {{"a", "1"}, {"b", std::to_string(world.rank())}, {"c", "x"}});
    EXPECT_TRUE(
        words.starts_with("They differ (b is " + std::to_string(rank) + " on rank " + std::to_string(rank) + " on "))
        << words;
    EXPECT_NE(words.find(", and two words on rank 0). Mend it"), std::string::npos) << words;
  }
}

TEST(Agreement, names_a_value_that_is_not_there) {
  const Communicator world = Communicator::world();
  if (world.is_alone()) return;
  const int last = world.size() - 1;
  EXPECT_NE(told_from(last, three, {{"a", "1"}, {"c", ""}}).find("b is absent on rank"), std::string::npos);
  EXPECT_NE(told_from(last, three, {{"a", "1"}, {"b", "two words"}}).find("c is absent on rank"), std::string::npos);
  EXPECT_NE(told_from(last, three, {}).find("a is absent on rank"), std::string::npos);
  EXPECT_NE(told_from(last, {}, three).find("a is 1 on rank"), std::string::npos);
  const std::string more = told_from(last, three, {{"a", "1"}, {"b", "two words"}, {"new", "3"}, {"c", ""}});
  EXPECT_NE(more.find("new is 3 on rank"), std::string::npos) << more;
  EXPECT_NE(more.find("and absent on rank 0"), std::string::npos) << more;
  const std::string order = told_from(last, three, {{"b", "two words"}, {"a", "1"}, {"c", ""}});
  EXPECT_NE(order.find("a stands elsewhere in the list of rank"), std::string::npos) << order;
}

TEST(Agreement, shows_long_and_hostile_values_in_one_short_line) {
  const Communicator world = Communicator::world();
  if (world.is_alone()) return;
  const std::string words =
      told_from(1, {{"a", std::string(5000, 'x')}}, {{"a", "\x1b[31m\n" + std::string(5000, 'y')}});
  EXPECT_NE(words, "");
  EXPECT_LT(words.size(), 400U);
  EXPECT_EQ(words.find_first_of("\x1b\n"), std::string::npos);
}

TEST(Agreement, finds_a_difference_late_in_a_long_list_at_once) {
  const Communicator world = Communicator::world();
  Values many;
  for (int i = 0; i < 200'000; ++i) many.push_back({"row " + std::to_string(i), "same"});
  Values other = many;
  other[199'998].value = "other";
  EXPECT_EQ(told_from(1, many, other).find("row 199998 is other") != std::string::npos, !world.is_alone());
}

TEST(Agreement, of_a_part_of_the_processes_is_none_of_the_others) {
  const Communicator world = Communicator::world();
  if (world.size() < 3) return;
  const Communicator two = world.first(2);
  const std::string words = told({{"a", std::to_string(std::min(world.rank(), 1))}}, two);
  EXPECT_EQ(words.find("a is 1 on rank 1") != std::string::npos, world.rank() < 2) << words;
}

}  // namespace
}  // namespace perm
