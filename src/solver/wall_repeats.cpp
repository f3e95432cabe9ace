// SPDX-License-Identifier: Apache-2.0
#include "solver/wall_repeats.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "solver/cell/wall_links.hpp"

namespace perm {
namespace {

using Normal = std::array<int, 3>;

struct Facing {
  Normal normal;
  __int128 cells;
};

/// A turn or a reflection of a cube: which component goes where, and with which sign.
struct Turn {
  std::array<std::size_t, 3> from;
  Normal sign;

  Normal of(const Normal& n) const { return {sign[0] * n[from[0]], sign[1] * n[from[1]], sign[2] * n[from[2]]}; }
};

std::vector<Turn> all_turns() {
  std::vector<Turn> turns;
  std::array<std::size_t, 3> from{0, 1, 2};
  do
    for (const int x : {1, -1})
      for (const int y : {1, -1})
        for (const int z : {1, -1}) turns.push_back({from, {x, y, z}});
  while (std::ranges::next_permutation(from).found);
  return turns;
}

__int128 common_divisor(__int128 a, __int128 b) {
  while (b != 0) {
    const __int128 left = a % b;
    a = b;
    b = left;
  }
  return a;
}

}  // namespace

double count_wall_repeats(std::span<const __int128> cells) {
  std::vector<Facing> facings;
  __int128 divisor = 0;
  for (int z = -5; z <= 5; ++z)
    for (int y = -5; y <= 5; ++y)
      for (int x = -5; x <= 5; ++x)
        if (const __int128 count = cells[static_cast<std::size_t>(number_of_normal(x, y, z))]; count > 0) {
          facings.push_back({{x, y, z}, count});
          divisor = common_divisor(divisor, count);
        }
  if (facings.empty()) return 1;
  int keep = 0, move_nothing = 0;  // of a flat image, turning it over in its plane moves nothing
  for (const Turn& turn : all_turns()) {
    keep += std::ranges::all_of(facings, [&](const Facing& facing) {
      const auto [x, y, z] = turn.of(facing.normal);
      return cells[static_cast<std::size_t>(number_of_normal(x, y, z))] == facing.cells;
    });
    move_nothing +=
        std::ranges::all_of(facings, [&](const Facing& facing) { return turn.of(facing.normal) == facing.normal; });
  }
  return static_cast<double>(divisor) * keep / move_nothing;
}

}  // namespace perm
