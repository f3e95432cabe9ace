// SPDX-License-Identifier: Apache-2.0
// Does the work on slices on any processor, and chooses the fastest way.
#include "laplace/block_flux.hpp"

namespace perm {
namespace {

void find(const BlockSlices& slices, std::int64_t first, std::int64_t last, const float* potential, float* flux) {
  constexpr std::uint32_t nodes = BlockSlices::nodes;
  for (std::int64_t slice = first; slice < last; ++slice, flux += nodes) {
    const auto first_node = static_cast<std::uint32_t>(slice) * nodes;
    const float* const own = potential + first_node;
    float sum[nodes] = {};
    for (std::uint64_t link = slices.first[slice]; link < slices.first[slice + 1]; link += nodes)
      for (std::uint32_t lane = 0; lane < nodes; ++lane) {
        const std::uint32_t neighbour = slices.neighbours[link + lane];
        const float there = neighbour == first_node + lane ? 0 : potential[neighbour];
        sum[lane] += slices.conductances[link + lane] * (own[lane] - there);
      }
    for (std::uint32_t lane = 0; lane < nodes; ++lane) flux[lane] = sum[lane];
  }
}

}  // namespace

#if defined(__x86_64__)
extern const BlockFlux avx512_blocks;
#endif

std::vector<const BlockFlux*> all_block_flux() {
  static constexpr BlockFlux plain{find};
  std::vector<const BlockFlux*> all{&plain};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) all.push_back(&avx512_blocks);
#endif
  return all;
}

const BlockFlux& block_flux() {
  static const BlockFlux& fastest = *all_block_flux().back();
  return fastest;
}

}  // namespace perm
