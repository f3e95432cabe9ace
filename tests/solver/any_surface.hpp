// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include "geometry/surface.hpp"
#include "lattice/wall_cuts.hpp"

namespace perm {

/// A surface that cuts each link anywhere.
class AnySurface final : public Surface {
 public:
  void cut(const Place& from, std::span<const Place> links, std::span<double> places) const override {
    for (std::size_t i = 0; i < links.size(); ++i) {
      const double mixed = std::sin(12.9898 * from[0] + 78.233 * from[1] + 37.719 * from[2] + 4.581 * links[i][0] +
                                    9.151 * links[i][1] + 2.713 * links[i][2]) *
                           43758.5453;
      places[i] = WallCuts::place_of(WallCuts::code_of(mixed - std::floor(mixed)));
    }
  }
  bool is_pore(const Place& /*at*/) const override { return true; }
};

}  // namespace perm
