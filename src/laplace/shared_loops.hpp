// SPDX-License-Identifier: Apache-2.0
// Shares loops among the threads of a team, where they are long enough to pay. They throw what check_for_stop throws.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/processors/thread_team.hpp"
#include "core/range.hpp"
#include "core/stop_check.hpp"

namespace perm {

/// Calls visit(range) for ranges that together are 0 .. count - 1.
template <class Visit>
void for_each_range(const ThreadTeam& team, std::int64_t count, const Visit& visit) {
  constexpr std::int64_t fewest_to_share = 4096;
  if (count < fewest_to_share) return visit(Range{0, count});
  check_for_stop();
  team.run_on_parts(count, [&](const Range& range, int) { visit(range); });
}

/// Calls visit(i) for i = 0 .. count - 1.
template <class Visit>
void for_each_place(const ThreadTeam& team, std::size_t count, const Visit& visit) {
  for_each_range(team, static_cast<std::int64_t>(count), [&](const Range& range) {
    for (auto i = static_cast<std::size_t>(range.first); i < static_cast<std::size_t>(range.last); ++i) visit(i);
  });
}

/// Calls take(visit) on each thread, which does work for i in 0 .. count - 1 by calling visit(work): a thread takes the
/// next i when it has done the last one.
template <class Take>
void for_each_task(const ThreadTeam& team, std::int64_t count, const Take& take) {
  SharedStop stop;
  std::atomic<std::int64_t> next{0};
  const auto on_thread = [&](int) {
    take([&](const auto& work) {
      for (std::int64_t task = next++; task < count && !stop.is_wanted(); task = next++) work(task);
    });
  };
  if (count < 2)
    on_thread(0);
  else
    team.run(on_thread);
  stop.check();
}

}  // namespace perm
