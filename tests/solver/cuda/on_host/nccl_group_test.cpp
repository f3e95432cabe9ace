// SPDX-License-Identifier: Apache-2.0
// Each group of processes has a communicator of NCCL of its own, however many lattices ask for it, on any number of
// processes. The library is made up here: it counts what is made and what is ended.
#include "solver/cuda/exchange/nccl_group.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <deque>
#include <stdexcept>
#include <utility>
#include <vector>

namespace perm::nccl {
namespace {

using testing::HasSubstr;
using Processes = perm::Communicator;

struct Made {
  int ranks;
  int rank;
  std::array<char, 2> id;
  bool ended;
};

std::deque<Made> made;  // by this process; its elements stay where they are
int ids_given = 0;
Result next_result = 0;

Communicator handle_of(Made& one) { return reinterpret_cast<Communicator>(&one); }
Made& made_behind(Communicator handle) { return *reinterpret_cast<Made*>(handle); }

Functions made_up_library() {
  Functions library{};
  library.get_unique_id = [](UniqueId* id) {
    id->internal[0] = static_cast<char>(Processes::world().rank() + 1);
    id->internal[1] = static_cast<char>(++ids_given);
    return 0;
  };
  library.init_rank = [](Communicator* handle, int ranks, UniqueId id, int rank) {
    if (next_result != 0) return std::exchange(next_result, 0);
    made.push_back({ranks, rank, {id.internal[0], id.internal[1]}, false});
    *handle = handle_of(made.back());
    return 0;
  };
  library.destroy = [](Communicator handle) {
    EXPECT_FALSE(made_behind(handle).ended) << "it is ended twice";
    made_behind(handle).ended = true;
    return 0;
  };
  library.error_string = [](Result) { return "made-up failure"; };
  return library;
}
const Functions library = made_up_library();

std::size_t count_ended() {
  return static_cast<std::size_t>(std::count_if(made.begin(), made.end(), [](const Made& one) { return one.ended; }));
}

/// Gives the first processes of all but one, as a small image has them; this process alone where it does not belong.
Processes some() { return Processes::world().first(Processes::world().size() - 1); }

/// Expects that the communicator is that of the group: its size, the place in it, and one id for all of it.
void expect_of_group(const GroupCommunicator& communicator, const Processes& group) {
  const Made& one = made_behind(communicator.get());
  EXPECT_EQ(one.ranks, group.size());
  EXPECT_EQ(one.rank, group.rank());
  EXPECT_FALSE(one.ended);
  for (const auto& id : group.gather_to_all(std::span<const char>(one.id)))
    EXPECT_EQ(id, std::vector<char>(one.id.begin(), one.id.end()));
}

class NcclGroup : public testing::Test {
 protected:
  void SetUp() override {
    if (Processes::world().size() < 3) GTEST_SKIP() << "a group with fewer processes than all takes three";
  }
};

TEST_F(NcclGroup, has_one_communicator_whichever_group_asks_first) {
  const std::size_t before = made.size();
  const Processes few = some();
  std::shared_ptr<const GroupCommunicator> of_few;
  if (!few.is_alone()) {
    of_few = GroupCommunicator::of(library, few);
    expect_of_group(*of_few, few);
  }
  const Processes world = Processes::world();
  const auto of_world = GroupCommunicator::of(library, world);
  expect_of_group(*of_world, world);
  for (int lattice = 0; lattice < 3; ++lattice) {
    EXPECT_EQ(GroupCommunicator::of(library, Processes::world()), of_world);
    if (of_few) {
      EXPECT_EQ(GroupCommunicator::of(library, few), of_few);
    }
  }
  EXPECT_LE(made.size() - before, of_few ? 2U : 1U);  // that of all may be there already
  if (of_few) {
    EXPECT_NE(made_behind(of_few->get()).id, made_behind(of_world->get()).id);
  }
}

TEST_F(NcclGroup, ends_its_communicator_when_the_last_lattice_has_gone) {
  const std::size_t before = count_ended();
  const auto of_world = GroupCommunicator::of(library, Processes::world());
  std::shared_ptr<const GroupCommunicator> of_lattice;
  {
    const Processes few = some();
    if (!few.is_alone()) of_lattice = GroupCommunicator::of(library, few);
    EXPECT_EQ(count_ended(), before);
  }
  EXPECT_EQ(count_ended(), before) << "the lattice still has it";
  const bool had_one = of_lattice != nullptr;
  of_lattice.reset();
  EXPECT_EQ(count_ended(), before + (had_one ? 1 : 0));
  const Processes others = some();  // another group of the same processes
  if (!others.is_alone()) expect_of_group(*GroupCommunicator::of(library, others), others);
  EXPECT_FALSE(made_behind(of_world->get()).ended);
}

TEST_F(NcclGroup, keeps_no_communicator_that_failed) {
  const Processes few = some();
  if (few.is_alone()) return;
  next_result = 5;
  try {
    GroupCommunicator::of(library, few);
    FAIL() << "a failure is no communicator";
  } catch (const DeviceError& error) {
    EXPECT_THAT(error.what(), HasSubstr("NCCL failed (ncclCommInitRank: made-up failure)"));
  }
  expect_of_group(*GroupCommunicator::of(library, few), few);
}

TEST_F(NcclGroup, waits_for_no_other_process_after_a_failure) {
  const std::size_t before = count_ended();
  try {
    const Processes few = some();
    const auto communicator = GroupCommunicator::of(library, few);
    throw std::runtime_error("made up");
  } catch (const std::runtime_error&) {
  }
  EXPECT_EQ(count_ended(), before);
}

TEST(Nccl, has_a_new_communicator_for_each_process_alone) {
  const std::size_t before = made.size();
  for (int i = 0; i < 2; ++i) GroupCommunicator::of(library, {});
  EXPECT_EQ(made.size(), before + 2);
}

}  // namespace
}  // namespace perm::nccl
