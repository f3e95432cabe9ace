// SPDX-License-Identifier: Apache-2.0
// Bodies whose surface is known between voxels, for tests of what they conduct. Nothing here comes from src/conduction.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "core/processors/thread_team.hpp"
#include "geometry/shapes/surfaces/capsule_surface.hpp"
#include "geometry/surface.hpp"

namespace perm {

/// Pores between `low` and `high` along an axis, again and again after a period.
class SlabSurface final : public Surface {
 public:
  struct Slab {
    double low;
    double high;
  };
  SlabSurface(Axis across, double period, Slab slab) : across_(across), period_(period), slab_(slab) {}

  bool is_pore(const Place& at) const override { return distance(at) > 0; }
  double distance(const Place& at) const override {
    const double middle = (slab_.low + slab_.high) / 2;
    double from_middle = at[static_cast<std::size_t>(across_)] - middle;
    from_middle -= period_ * std::round(from_middle / period_);
    return (slab_.high - slab_.low) / 2 - std::abs(from_middle);
  }

 private:
  Axis across_;
  double period_;
  Slab slab_;
};

/// Pores everywhere, or nowhere.
class UniformSurface final : public Surface {
 public:
  explicit UniformSurface(bool is_pore) : is_pore_(is_pore) {}
  bool is_pore(const Place&) const override { return is_pore_; }
  double distance(const Place&) const override { return is_pore_ ? 1e9 : -1e9; }

 private:
  bool is_pore_;
};

/// The same surface, which does not know its distance.
class UnmeasuredSurface final : public Surface {
 public:
  explicit UnmeasuredSurface(std::shared_ptr<const Surface> surface) : surface_(std::move(surface)) {}
  bool is_pore(const Place& at) const override { return surface_->is_pore(at); }

 private:
  std::shared_ptr<const Surface> surface_;
};

inline std::shared_ptr<const Surface> balls(const std::vector<Sphere>& spheres, const Extent& box) {
  return std::make_shared<const CapsuleSurface>(spheres, box);
}

}  // namespace perm
