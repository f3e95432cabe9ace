// SPDX-License-Identifier: Apache-2.0
// Says how a byte tells where fluid comes to rest along a link that a wall cuts. Where fluid slips along walls, that is
// behind them: a slip length s, normal to the wall, is s/cos of a link that meets the wall at that angle, and the
// normal is taken from the links of the cell that end in solid (validation/SLIP.md).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>

#include "geometry/surface.hpp"

namespace perm {

struct CutPlaces;

/// Says how fluid slips along walls.
struct WallSlip {
  double length{0};       ///< in voxels: so far behind a wall the velocity along it would vanish; 0: fluid sticks
  bool at_voxels{false};  ///< walls stand in the middle of links, and no byte need tell where

  friend bool operator==(const WallSlip&, const WallSlip&) = default;
};

/// A surface, and how fluid slips along it.
struct SlipSurface {
  const Surface& surface;
  WallSlip slip{};
};

class WallCoding {
 public:
  /// A link that leads through a mirror into a pore has no wall, and this code.
  static constexpr std::uint8_t no_wall = 0;
  /// Fluid that comes to rest in the middle of a link has this code where it sticks. Where it slips only links have it
  /// that meet closed faces of the image, along which nothing slips.
  static constexpr std::uint8_t middle = 127;

  explicit WallCoding(const WallSlip& slip = {}) : slip_(slip) {}

  const WallSlip& slip() const { return slip_; }
  /// Gives where fluid would come to rest, in lengths of the link from the cell; the larger the code, the farther.
  double rest_of(unsigned code) const { return first_rest() + step() * code; }
  /// That of code 0, and how much farther the next code is.
  double first_rest() const { return slip_.at_voxels ? 0.5 + step() : step(); }
  double step() const {
    return slip_.at_voxels ? slip_.length / steps_at_right_angles : (1 + most * slip_.length) / 256;
  }
  /// Gives about where the wall is.
  double place_of(unsigned code) const {
    return slip_.at_voxels ? 0.5 : std::clamp(rest_of(code) - slip_.length, 0.0, 1.0);
  }

  /// Gives one over the cosine of the angle at which each cut link of a cell meets its wall, in their order; it is 1 of
  /// a link that meets another wall than the normal of the cell tells of.
  static void find_inverse_cosines(const CutPlaces& cuts, std::span<double> inverse_cosines);
  /// Gives the codes of the cut links of a cell, in their order.
  void write_codes(const CutPlaces& cuts, std::span<std::uint8_t> codes) const;

 private:
  static constexpr double steps_at_right_angles = 64;
  static constexpr double most = 3;  ///< 1/cos is at most 2

  std::uint8_t code_of(double place, double inverse_cosine) const;

  WallSlip slip_;
};

/// Gives a surface that cuts each link in its middle, where walls of voxels are. It knows no places.
std::shared_ptr<const Surface> middles_of_links();

}  // namespace perm
