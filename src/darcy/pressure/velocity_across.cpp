// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/velocity_across.hpp"

#include <cstddef>
#include <cstdint>

namespace perm {

void find_velocity_across(std::span<const CellField> flow, std::size_t along, const std::array<float, 3>& share,
                          std::span<CellField> across) {
  const auto count = static_cast<std::int64_t>(flow.size());
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t i = 0; i < count; ++i) {
    const auto cell = static_cast<std::size_t>(i);
    const float speed = flow[cell].velocity[along];
    across[cell] = {};
    for (std::size_t a = 0; a < 3; ++a) across[cell].velocity[a] = share[a] * speed;
  }
}

}  // namespace perm
