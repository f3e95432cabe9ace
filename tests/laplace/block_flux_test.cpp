// SPDX-License-Identifier: Apache-2.0
// What leaves blocks is the sum over their links, by every instruction set with the same bits.
#include "laplace/block_flux.hpp"

#include <gtest/gtest.h>

#include <random>

namespace perm {
namespace {

TEST(BlockFlux, of_every_instruction_set_is_the_sum_over_links_in_their_order) {
  constexpr std::uint32_t nodes = BlockSlices::nodes;
  constexpr std::uint32_t count = 20 * nodes;
  std::mt19937 random(9);
  std::vector<std::uint64_t> first{0};
  std::vector<std::uint32_t> neighbours;
  std::vector<float> conductances;
  std::vector<float> potential(count);
  for (float& value : potential) value = static_cast<float>(random() % 2001) / 1000 - 1;
  std::vector<float> known(count);
  for (std::uint32_t slice = 0; slice < count / nodes; ++slice) {
    const std::uint32_t links = random() % 12;  // none is possible too
    for (std::uint32_t link = 0; link < links; ++link)
      for (std::uint32_t node = slice * nodes; node < (slice + 1) * nodes; ++node) {
        const bool is_outside = random() % 8 == 0;
        const std::uint32_t neighbour = is_outside ? node : static_cast<std::uint32_t>(random() % count);
        const auto conductance = static_cast<float>(random() % 65025);
        neighbours.push_back(neighbour);
        conductances.push_back(conductance);
        known[node] += conductance * (neighbour == node ? potential[node] : potential[node] - potential[neighbour]);
      }
    first.push_back(static_cast<std::uint32_t>(neighbours.size()));
  }
  for (const BlockFlux* const blocks : all_block_flux()) {
    std::vector<float> flux(count - 2 * nodes);
    blocks->find({first.data(), neighbours.data(), conductances.data()}, 1, count / nodes - 1, potential.data(),
                 flux.data());
    for (std::uint32_t node = 0; node < flux.size(); ++node) EXPECT_EQ(flux[node], known[nodes + node]) << node;
  }
}

}  // namespace
}  // namespace perm
