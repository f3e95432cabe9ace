// SPDX-License-Identifier: Apache-2.0
// Every test holds for any number of processes.
#include "core/communicator.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

namespace perm {
namespace {

TEST(Communicator, numbers_its_processes_from_zero) {
  const Communicator world = Communicator::world();
  EXPECT_EQ(world.sum(1), world.size());
  EXPECT_EQ(world.sum(world.rank()), world.size() * (world.size() - 1) / 2);
  EXPECT_EQ(world.sum(world.is_first() ? 1 : 0), 1);
  EXPECT_GE(world.size_of_node(), 1);
  EXPECT_LT(world.rank_on_node(), world.size_of_node());
}

TEST(Communicator, knows_those_that_share_its_memory) {
  const Communicator node = Communicator::world().on_node();
  EXPECT_EQ(node.sum(1), node.size());
  EXPECT_EQ(node.sum(node.rank()), node.size() * (node.size() - 1) / 2);
  EXPECT_EQ(node.on_node().size(), node.size());
  const std::array<int, 1> rank{node.rank()};
  const auto ranks = node.gather_to_all(std::span<const int>(rank));
  for (int r = 0; r < node.size(); ++r) EXPECT_EQ(ranks[static_cast<std::size_t>(r)], std::vector<int>{r});
}

TEST(Communicator, that_is_one_process_alone_gives_back_what_it_is_given) {
  const Communicator alone;
  EXPECT_EQ(alone.size(), 1);
  EXPECT_EQ(alone.sum(7), 7);
  EXPECT_EQ(alone.max(7.5), 7.5);
  EXPECT_EQ(alone.exchange<int>({{1, 2}}), (std::vector<std::vector<int>>{{1, 2}}));
}

TEST(Communicator, gathers_parts_to_the_first_process) {
  const Communicator world = Communicator::world();
  std::vector<Range> parts;  // process r has r numbers, so that the first has none
  for (int r = 0; r < world.size(); ++r) parts.push_back({r * (r - 1) / 2, r * (r + 1) / 2});
  const Range& own = parts[static_cast<std::size_t>(world.rank())];
  std::vector<std::int64_t> values(static_cast<std::size_t>(world.is_first() ? parts.back().last : own.size()), -1);
  if (!world.is_first()) std::iota(values.begin(), values.end(), own.first);
  world.gather_to_first(std::span(values), parts);
  for (std::size_t i = 0; world.is_first() && i < values.size(); ++i)
    EXPECT_EQ(values[i], static_cast<std::int64_t>(i));
}

TEST(Communicator, adds_128_bits_exactly) {
  const Communicator world = Communicator::world();
  const __int128 large = (static_cast<__int128>(1) << 100) + world.rank();
  std::array<__int128, 2> values{large, -large};
  world.sum(values);
  const __int128 sum = (static_cast<__int128>(1) << 100) * world.size() + world.size() * (world.size() - 1) / 2;
  EXPECT_TRUE(values[0] == sum);
  EXPECT_TRUE(values[1] == -sum);
}

TEST(Communicator, tells_the_largest_and_whether_any_says_so) {
  const Communicator world = Communicator::world();
  EXPECT_EQ(world.max(0.5 * world.rank()), 0.5 * (world.size() - 1));
  EXPECT_EQ(world.max(std::int64_t{-world.rank()}), 0);
  EXPECT_TRUE(world.any(world.rank() == world.size() - 1));
  EXPECT_FALSE(world.any(false));
}

TEST(Communicator, broadcasts_what_one_has) {
  const Communicator world = Communicator::world();
  const int from = world.size() - 1;
  std::vector<double> values(5, world.rank() == from ? 2.5 : 0);
  world.broadcast(std::span(values), from);
  EXPECT_EQ(values, std::vector<double>(5, 2.5));
}

TEST(Communicator, exchanges_vectors_of_any_size_each_with_each) {
  const Communicator world = Communicator::world();
  std::vector<std::vector<int>> to(static_cast<std::size_t>(world.size()));
  for (int r = 0; r < world.size(); ++r) to[static_cast<std::size_t>(r)].assign(3 * r, 100 * world.rank() + r);
  const auto from = world.exchange(to);
  for (int r = 0; r < world.size(); ++r)
    EXPECT_EQ(from[static_cast<std::size_t>(r)], std::vector<int>(3 * world.rank(), 100 * r + world.rank()));
}

TEST(Communicator, gathers_to_all_in_order_of_rank) {
  const Communicator world = Communicator::world();
  const std::vector<int> own(static_cast<std::size_t>(world.rank()), world.rank());
  const auto all = world.gather_to_all(std::span<const int>(own));
  for (int r = 0; r < world.size(); ++r)
    EXPECT_EQ(all[static_cast<std::size_t>(r)], std::vector<int>(static_cast<std::size_t>(r), r));
}

TEST(Communicator, gives_its_first_processes_to_themselves) {
  const Communicator world = Communicator::world();
  for (int count = 1; count <= world.size() + 1; ++count) {
    const Communicator first = world.first(count);
    const bool takes_part = world.rank() < count;
    EXPECT_EQ(first.size(), takes_part ? std::min(count, world.size()) : 1);
    EXPECT_EQ(first.rank(), takes_part ? world.rank() : 0);
    EXPECT_EQ(first.sum(std::int64_t{10 + world.rank()}),
              takes_part ? 10 * first.size() + first.size() * (first.size() - 1) / 2 : 10 + world.rank());
    EXPECT_LE(first.size_of_node(), first.size());
    EXPECT_LT(first.rank_on_node(), first.size_of_node());
  }
}

TEST(Communicator, passes_messages_round_a_ring) {
  const Communicator world = Communicator::world();
  if (world.is_alone()) GTEST_SKIP() << "one process has no neighbour";
  Messages messages;
  for (int round = 0; round < 3; ++round) {
    const double mine = world.rank() + 10 * round;
    double from_left = -1;
    const int right = (world.rank() + 1) % world.size();
    const int left = (world.rank() + world.size() - 1) % world.size();
    world.start_to_receive(left, 3, std::as_writable_bytes(std::span(&from_left, 1)), messages);
    world.start_to_send(right, 3, std::as_bytes(std::span(&mine, 1)), messages);
    messages.wait();
    EXPECT_EQ(from_left, left + 10 * round);
  }
}

}  // namespace
}  // namespace perm
