// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/body_blocks.hpp"

#include <algorithm>
#include <utility>

#include "core/processors/first_error.hpp"

namespace perm {
namespace {

thread_local const ThreadTeam* team_of_thread = nullptr;

}  // namespace

BlocksOfTeam::BlocksOfTeam(const ThreadTeam& team) : before_(std::exchange(team_of_thread, &team)) {}

BlocksOfTeam::~BlocksOfTeam() { team_of_thread = before_; }

std::int64_t count_body_blocks(std::size_t bodies) {
  constexpr std::int64_t most_blocks = 64;
  constexpr std::int64_t fewest_bodies_a_block = 1024;  // take 0.02 ms, some times as long as a start of threads
  return std::clamp<std::int64_t>(static_cast<std::int64_t>(bodies) / fewest_bodies_a_block, 1, most_blocks);
}

void for_each_body_block(std::size_t bodies, const std::function<void(std::size_t, const Range&)>& work) {
  const std::int64_t blocks = count_body_blocks(bodies);
  const auto do_block = [&](std::int64_t block) {
    work(static_cast<std::size_t>(block), even_part(static_cast<std::int64_t>(bodies), block, blocks));
  };
  if (blocks == 1) return do_block(0);
  if (team_of_thread != nullptr)  // a thread has the same blocks in each loop, and their values in its cache
    return team_of_thread->run_on_parts(blocks, [&](const Range& own, int) {
      for (std::int64_t block = own.first; block < own.last; ++block) do_block(block);
    });
  FirstError error;
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t block = 0; block < blocks; ++block) error.guard([&] { do_block(block); });
  error.rethrow();
}

}  // namespace perm
