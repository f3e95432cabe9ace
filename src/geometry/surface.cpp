// SPDX-License-Identifier: Apache-2.0
#include "geometry/surface.hpp"

#include <cstdint>
#include <utility>

namespace perm {
namespace {

class RefinedSurface final : public Surface {
 public:
  RefinedSurface(std::shared_ptr<const Surface> surface, double factor)
      : surface_(std::move(surface)), factor_(factor) {}

  bool is_pore(const Place& at) const override { return surface_->is_pore(smaller(at)); }
  double meets(const Place& from, const Place& link) const override {
    return surface_->meets(smaller(from), smaller(link));
  }

 private:
  Place smaller(const Place& of) const { return {of[0] / factor_, of[1] / factor_, of[2] / factor_}; }

  std::shared_ptr<const Surface> surface_;
  double factor_;
};

}  // namespace

double Surface::meets(const Place& from, const Place& link) const {
  constexpr int halvings = 12;
  double in_pore = 0;
  double in_solid = 1;
  for (int i = 0; i < halvings; ++i) {
    const double middle = (in_pore + in_solid) / 2;
    const bool is_free = is_pore({from[0] + middle * link[0], from[1] + middle * link[1], from[2] + middle * link[2]});
    (is_free ? in_pore : in_solid) = middle;
  }
  return in_solid;
}

std::shared_ptr<const Surface> refine(std::shared_ptr<const Surface> surface, int factor) {
  return std::make_shared<RefinedSurface>(std::move(surface), factor);
}

PoreSlab voxels_of(const Surface& surface, const Extent& extent, const Communicator& processes) {
  PoreSlab slab = PoreSlab::even(extent, processes);
  PoreSpace& pores = slab.pores();
  const Range planes = slab.planes();
  const std::int64_t rows = planes.size() * extent.ny;
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::int64_t y = row % extent.ny;
    const std::int64_t z = row / extent.ny;
    for (std::int64_t x = 0; x < extent.nx; ++x)
      if (surface.is_pore({static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5,
                           static_cast<double>(planes.first + z) + 0.5}))
        pores.set_pore(x, y, z);
  }
  return slab;
}

}  // namespace perm
