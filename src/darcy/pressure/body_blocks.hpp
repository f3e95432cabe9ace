// SPDX-License-Identifier: Apache-2.0
// Splits the bodies of a network into blocks, on which threads work. The blocks depend on the number of bodies only, so
// that the bits do not depend on the number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "core/processors/thread_team.hpp"
#include "core/range.hpp"

namespace perm {

std::int64_t count_body_blocks(std::size_t bodies);

/// While it lives, a team shares the blocks in loops that this thread begins; without one OpenMP's threads do. A search
/// has hundreds of short loops, and the threads of a team wait for each other with less delay: OpenMP's sleep at once
/// where a launcher had bound the process to fewer processors than it uses now.
class BlocksOfTeam {
 public:
  explicit BlocksOfTeam(const ThreadTeam& team);
  ~BlocksOfTeam();
  BlocksOfTeam(const BlocksOfTeam&) = delete;
  BlocksOfTeam& operator=(const BlocksOfTeam&) = delete;

 private:
  const ThreadTeam* before_;
};

/// Calls work(block, bodies) for each block; threads share the blocks. Few throats lead out of a block.
void for_each_body_block(std::size_t bodies, const std::function<void(std::size_t, const Range&)>& work);

/// Calls visit(body) for each body; threads share the bodies.
template <class Visit>
void for_each_body(std::size_t bodies, const Visit& visit) {
  for_each_body_block(bodies, [&](std::size_t /*block*/, const Range& block) {
    for (auto body = static_cast<std::size_t>(block.first); body < static_cast<std::size_t>(block.last); ++body)
      visit(body);
  });
}

/// Gives the sum of of_body(body) over all bodies, always with the same bits.
template <class OfBody>
double sum_over_bodies(std::size_t bodies, const OfBody& of_body) {
  std::vector<double> sums(static_cast<std::size_t>(count_body_blocks(bodies)));
  for_each_body_block(bodies, [&](std::size_t block, const Range& range) {
    double sum = 0;
    for (auto body = static_cast<std::size_t>(range.first); body < static_cast<std::size_t>(range.last); ++body)
      sum += of_body(body);
    sums[block] = sum;
  });
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

/// Gives the sum of the products of two lists that have a number for each body.
inline double dot(std::span<const double> a, std::span<const double> b) {
  return sum_over_bodies(a.size(), [&](std::size_t body) { return a[body] * b[body]; });
}

}  // namespace perm
