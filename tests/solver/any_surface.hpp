// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "geometry/surface.hpp"
#include "lattice/wall_cuts.hpp"

namespace perm {

/// A surface that cuts each link anywhere.
class AnySurface final : public Surface {
 public:
  double meets(const Place& from, const Place& link) const override {
    const double mixed = std::sin(12.9898 * from[0] + 78.233 * from[1] + 37.719 * from[2] + 4.581 * link[0] +
                                  9.151 * link[1] + 2.713 * link[2]) *
                         43758.5453;
    return WallCuts::place_of(WallCuts::code_of(mixed - std::floor(mixed)));
  }
  bool is_pore(const Place& /*at*/) const override { return true; }
};

}  // namespace perm
