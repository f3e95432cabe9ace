// SPDX-License-Identifier: Apache-2.0
// Whichever process cannot share or open memory, all of them get the same reason, on any number of processes.
#include "solver/cuda/exchange/memory_sharing.hpp"

#include <gtest/gtest.h>

#include <string>

namespace perm {
namespace {

MemoryTicket valid_ticket(int rank) {
  MemoryTicket ticket;
  ticket.bytes[0] = static_cast<std::byte>(rank + 1);
  ticket.is_valid = true;
  return ticket;
}
int rank_of(const MemoryTicket& ticket) { return static_cast<int>(ticket.bytes[0]) - 1; }

TEST(MemorySharing, is_possible_where_every_process_opens_the_memory_of_every_other) {
  const Communicator world = Communicator::world();
  int opened = 0;
  const auto open = [&](const MemoryTicket& ticket) {
    EXPECT_NE(rank_of(ticket), world.rank());
    ++opened;
    return true;
  };
  EXPECT_EQ(why_no_sharing(valid_ticket(world.rank()), open, world), "");
  EXPECT_EQ(opened, world.size() - 1);
}

TEST(MemorySharing, fails_for_all_alike_where_one_process_cannot_share) {
  const Communicator world = Communicator::world();
  for (int failing = 0; failing < world.size(); ++failing) {
    MemoryTicket own = valid_ticket(world.rank());
    if (world.rank() == failing) own = {};
    const auto open = [](const MemoryTicket&) {
      ADD_FAILURE() << "a ticket is tried although one is missing";
      return true;
    };
    EXPECT_EQ(why_no_sharing(own, open, world), "CUDA cannot share a GPU's memory with other processes here");
  }
}

TEST(MemorySharing, fails_for_all_alike_where_one_process_cannot_open) {
  const Communicator world = Communicator::world();
  if (world.is_alone()) GTEST_SKIP() << "a process alone opens no memory";
  for (int failing = 0; failing < world.size(); ++failing) {
    const auto open = [&](const MemoryTicket&) { return world.rank() != failing; };
    EXPECT_EQ(why_no_sharing(valid_ticket(world.rank()), open, world),
              "not all GPUs of the node can reach each other's memory");
  }
}

}  // namespace
}  // namespace perm
