// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/body_blocks.hpp"

#include <algorithm>

namespace perm {

std::int64_t count_body_blocks(std::size_t bodies) {
  constexpr std::int64_t most_blocks = 64;
  constexpr std::int64_t fewest_bodies_a_block = 1024;  // take 0.02 ms, some times as long as a start of threads
  return std::clamp<std::int64_t>(static_cast<std::int64_t>(bodies) / fewest_bodies_a_block, 1, most_blocks);
}

void for_each_body_block(std::size_t bodies, const std::function<void(std::size_t, const Range&)>& work) {
  const std::int64_t blocks = count_body_blocks(bodies);
#pragma omp parallel for schedule(dynamic) if (blocks > 1)
  for (std::int64_t block = 0; block < blocks; ++block)
    work(static_cast<std::size_t>(block), even_part(static_cast<std::int64_t>(bodies), block, blocks));
}

}  // namespace perm
