// SPDX-License-Identifier: Apache-2.0
#include "geometry/surface.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace perm {
namespace {

class RefinedSurface final : public Surface {
 public:
  RefinedSurface(std::shared_ptr<const Surface> surface, double factor)
      : surface_(std::move(surface)), factor_(factor) {}

  bool is_pore(const Place& at) const override { return surface_->is_pore(smaller(at)); }
  void cut(const Place& from, std::span<const Place> links, std::span<double> places) const override {
    std::vector<Place> smaller_links;
    for (const Place& link : links) smaller_links.push_back(smaller(link));
    surface_->cut(smaller(from), smaller_links, places);
  }
  double distance(const Place& at) const override { return factor_ * surface_->distance(smaller(at)); }
  double near_distance(const Place& at) const override { return factor_ * surface_->near_distance(smaller(at)); }

 protected:
  std::shared_ptr<const Surface> find_near(const Range& planes) const override {
    const auto first = static_cast<std::int64_t>(std::floor(static_cast<double>(planes.first) / factor_));
    const auto last = static_cast<std::int64_t>(std::ceil(static_cast<double>(planes.last) / factor_));
    return std::make_shared<RefinedSurface>(near_planes(surface_, planes.size() > 0 ? Range{first, last} : Range{}),
                                            factor_);
  }

 private:
  Place smaller(const Place& of) const { return {of[0] / factor_, of[1] / factor_, of[2] / factor_}; }

  std::shared_ptr<const Surface> surface_;
  double factor_;
};

class WithinImage final : public Surface {
 public:
  WithinImage(std::shared_ptr<const Surface> surface, const Extent& image, AxisSet closed, double margin)
      : surface_(std::move(surface)), image_(image), closed_(closed), margin_(margin) {}

  bool is_pore(const Place& at) const override { return surface_->is_pore(inner(at)); }
  double distance(const Place& at) const override { return surface_->distance(inner(at)); }
  double near_distance(const Place& at) const override { return surface_->near_distance(inner(at)); }

 private:
  Place inner(Place at) const {
    for (const Axis axis : all_axes)
      if (closed_.contains(axis)) {
        double& place = at[static_cast<std::size_t>(axis)];
        place = std::clamp(place, margin_, static_cast<double>(image_.along(axis)) - margin_);
      }
    return at;
  }

  std::shared_ptr<const Surface> surface_;
  Extent image_;
  AxisSet closed_;
  double margin_;
};

}  // namespace

void Surface::cut(const Place& from, std::span<const Place> links, std::span<double> places) const {
  constexpr int halvings = 12;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Place& link = links[i];
    double in_pore = 0;
    double in_solid = 1;
    for (int step = 0; step < halvings; ++step) {
      const double middle = (in_pore + in_solid) / 2;
      const bool is_free =
          is_pore({from[0] + middle * link[0], from[1] + middle * link[1], from[2] + middle * link[2]});
      (is_free ? in_pore : in_solid) = middle;
    }
    places[i] = in_solid;
  }
}

std::shared_ptr<const Surface> refine(std::shared_ptr<const Surface> surface, int factor) {
  if (auto finer = surface->make_finer(factor)) return finer;
  return std::make_shared<RefinedSurface>(std::move(surface), factor);
}

std::shared_ptr<const Surface> keep_within(std::shared_ptr<const Surface> surface, const Extent& image, AxisSet closed,
                                           double margin) {
  return std::make_shared<WithinImage>(std::move(surface), image, closed, margin);
}

PoreSlab voxels_of(const std::shared_ptr<const Surface>& surface, const Extent& extent, const Communicator& processes) {
  PoreSlab slab = PoreSlab::even(extent, processes);
  PoreSpace& pores = slab.pores();
  const Range planes = slab.planes();
  const auto near = near_planes(surface, planes);
  const std::int64_t rows = planes.size() * extent.ny;
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::int64_t y = row % extent.ny;
    const std::int64_t z = row / extent.ny;
    for (std::int64_t x = 0; x < extent.nx; ++x)
      if (near->is_pore({static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5,
                         static_cast<double>(planes.first + z) + 0.5}))
        pores.set_pore(x, y, z);
  }
  return slab;
}

void find_distances(const Surface& surface, const Extent& extent, std::int64_t z, std::span<float> distances) {
#pragma omp parallel for schedule(dynamic)  // nothing in it throws
  for (std::int64_t y = 0; y < extent.ny; ++y)
    for (std::int64_t x = 0; x < extent.nx; ++x)
      distances[static_cast<std::size_t>(y * extent.nx + x)] = static_cast<float>(
          surface.distance({static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5, static_cast<double>(z) + 0.5}));
}

}  // namespace perm
