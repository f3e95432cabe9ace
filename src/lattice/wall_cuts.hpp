// SPDX-License-Identifier: Apache-2.0
// Holds where a surface cuts the links of cells that end in solid, a byte for each, in the order of the cells and of
// the directions. So the bytes of a cell are found by counting links into solid from the start of its group.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/host_device.hpp"
#include "core/processors/thread_team.hpp"
#include "geometry/surface.hpp"
#include "lattice/domain.hpp"
#include "lattice/occupancy.hpp"
#include "lattice/wall_coding.hpp"

namespace perm {

class WallCuts {
 public:
  /// Cells of a group have their bytes together.
  static constexpr std::int64_t group_cells = 8;

  /// `surface` is that of all of the image.
  WallCuts(const Domain& domain, const Occupancy& occupancy, const SlipSurface& surface, const ThreadTeam& team);

  /// Gives the bytes of the cells of a group, in their order.
  const std::uint8_t* of_group(std::int64_t group) const {
    return codes_.data() + first_[static_cast<std::size_t>(group)];
  }
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(codes_.size() + first_.size() * sizeof(std::uint64_t));
  }

  /// Where fluid sticks to walls, one stands at 4/256 to 256/256 of its link: the middle is one of these places, and
  /// none is too near. A link that leads through a mirror into a pore has the place 0, no wall, and this code.
  static constexpr std::uint8_t no_wall = WallCoding::no_wall;
  PERM_HOST_DEVICE static std::uint8_t code_of(double place) {
    if (place == 0) return no_wall;
    return static_cast<std::uint8_t>(std::clamp(std::round(256 * place) - 1, 3.0, 255.0));
  }
  PERM_HOST_DEVICE static constexpr double place_of(std::uint8_t code) { return (code + 1) / 256.0; }

 private:
  std::vector<std::uint64_t> first_;
  std::vector<std::uint8_t> codes_;
};

}  // namespace perm
