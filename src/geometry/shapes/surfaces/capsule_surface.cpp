// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/surfaces/capsule_surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace perm {
namespace {

std::vector<Capsule> as_capsules(std::span<const Sphere> spheres) {
  std::vector<Capsule> capsules;
  capsules.reserve(spheres.size());
  for (const Sphere& sphere : spheres) capsules.push_back({{sphere.x, sphere.y, sphere.z}, {}, 0, sphere.radius});
  return capsules;
}

/// Gives how many boxes off a cell lies.
std::int64_t boxes_before(std::int64_t cell, std::int64_t cells) {
  return cell >= 0 ? cell / cells : -((cells - 1 - cell) / cells);
}

}  // namespace

CapsuleSurface::CapsuleSurface(std::span<const Sphere> spheres, const Extent& box)
    : CapsuleSurface(as_capsules(spheres), box) {}

CapsuleSurface::CapsuleSurface(std::vector<Capsule> capsules, const Extent& box)
    : extent_(box), capsules_(std::move(capsules)) {
  grid_.box = {static_cast<double>(box.nx), static_cast<double>(box.ny), static_cast<double>(box.nz)};
  double largest = 0;
  for (Capsule& capsule : capsules_) {
    largest = std::max(largest, capsule.reach() + capsule.length / 2);
    capsule.begin = grid_.into_box(capsule.begin);
  }
  std::int64_t most = 2;  // cells along an axis: so that few spheres in much space take little memory
  while (most * most * most < 64 * static_cast<std::int64_t>(capsules_.size())) ++most;
  for (std::size_t a = 0; a < 3; ++a) {
    if (largest > 0)
      grid_.cells[a] = std::clamp(static_cast<std::int64_t>(grid_.box[a] / largest), std::int64_t{1}, most);
    grid_.width[a] = grid_.box[a] / static_cast<double>(grid_.cells[a]);
  }
  first_.resize(static_cast<std::size_t>(grid_.cells[0] * grid_.cells[1] * grid_.cells[2]) + 1);
  for_each_image([&](std::size_t cell, const CapsuleImage&) { ++first_[cell + 1]; });
  for (std::size_t cell = 1; cell < first_.size(); ++cell) first_[cell] += first_[cell - 1];
  images_.resize(first_.back());
  std::vector<std::size_t> next = first_;
  for_each_image([&](std::size_t cell, const CapsuleImage& image) { images_[next[cell]++] = image; });
}

template <class Visit>
void CapsuleSurface::for_each_image(const Visit& visit) const {
  const CapsuleGrid::Cell& cells = grid_.cells;
  const Vector& width = grid_.width;
  for (std::uint32_t number = 0; number < capsules_.size(); ++number) {
    const Capsule& capsule = capsules_[number];
    const double reach = capsule.reach();
    const Vector end = moved(capsule.begin, capsule.direction, capsule.length);
    const Vector middle = moved(capsule.begin, capsule.direction, capsule.length / 2);
    const double reach_of_middle = reach + capsule.length / 2;
    CapsuleGrid::Cell low{};
    CapsuleGrid::Cell high{};
    for (std::size_t a = 0; a < 3; ++a) {
      low[a] = static_cast<std::int64_t>(std::floor((std::min(capsule.begin[a], end[a]) - reach) / width[a]));
      high[a] = static_cast<std::int64_t>(std::floor((std::max(capsule.begin[a], end[a]) + reach) / width[a]));
    }
    // Squared distance along an axis from the middle to the nearest place of a cell, which may lie in another box.
    const auto gap2 = [&](std::size_t axis, std::int64_t cell) {
      const double begin = static_cast<double>(cell) * width[axis];
      const double gap = std::max({0.0, begin - middle[axis], middle[axis] - begin - width[axis]});
      return gap * gap;
    };
    for (std::int64_t z = low[2]; z <= high[2]; ++z)
      for (std::int64_t y = low[1]; y <= high[1]; ++y)
        for (std::int64_t x = low[0]; x <= high[0]; ++x) {
          if (gap2(0, x) + gap2(1, y) + gap2(2, z) > reach_of_middle * reach_of_middle) continue;
          CapsuleGrid::Cell cell{x, y, z};
          CapsuleImage image{number, {}};  // seen from a place in the box
          for (std::size_t a = 0; a < 3; ++a) {
            const std::int64_t boxes = boxes_before(cell[a], cells[a]);
            cell[a] -= boxes * cells[a];
            image.boxes[a] = static_cast<std::int16_t>(-boxes);
          }
          visit(grid_.number_of(cell), image);
        }
  }
}

CapsuleGrid CapsuleSurface::grid() const {
  CapsuleGrid grid = grid_;
  grid.capsules = capsules_.data();
  grid.first = first_.data();
  grid.images = images_.data();
  return grid;
}

std::shared_ptr<const Surface> CapsuleSurface::make_finer(int factor) const {
  std::vector<Capsule> capsules = capsules_;
  for (Capsule& capsule : capsules) {
    for (double& component : capsule.begin) component *= factor;
    capsule.length *= factor;
    capsule.radius *= factor;
  }
  return std::make_shared<CapsuleSurface>(std::move(capsules),
                                          Extent{extent_.nx * factor, extent_.ny * factor, extent_.nz * factor});
}

bool CapsuleSurface::is_pore(const Place& at) const {
  const CapsuleGrid grid = this->grid();
  const Place inside = grid.into_box(at);
  bool is_free = true;
  grid.for_each_in(grid.cell_of(inside), inside, [&](const Vector& from_begin, const Capsule& capsule) {
    is_free = square(capsule.way_from_line(from_begin)) >= capsule.radius * capsule.radius;
    return is_free;
  });
  return is_free;
}

void CapsuleSurface::cut(const Place& from, std::span<const Place> links, std::span<double> places) const {
  grid().cut(from, links.data(), links.size(), places.data());
}

double CapsuleSurface::distance(const Place& at) const {
  double least = std::numeric_limits<double>::infinity();
  if (capsules_.empty()) return least;
  const CapsuleGrid grid = this->grid();
  const Place inside = grid.into_box(at);
  const CapsuleGrid::Cell cell = grid.cell_of(inside);
  // Cells farther and farther away. A capsule whose surface is nearer than the ring is in the list of a cell before it.
  const double narrowest = std::min({grid.width[0], grid.width[1], grid.width[2]});
  for (std::int64_t ring = 0; static_cast<double>(ring - 1) * narrowest <= least; ++ring)
    for (std::int64_t z = -ring; z <= ring; ++z)
      for (std::int64_t y = -ring; y <= ring; ++y) {
        const bool is_whole = std::abs(z) == ring || std::abs(y) == ring;
        for (std::int64_t x = -ring; x <= ring; x += is_whole ? 1 : 2 * ring) {
          CapsuleGrid::Cell other{cell[0] + x, cell[1] + y, cell[2] + z};
          Place seen = inside;  // from the box of that cell
          for (std::size_t a = 0; a < 3; ++a) {
            const std::int64_t boxes = boxes_before(other[a], grid.cells[a]);
            other[a] -= boxes * grid.cells[a];
            seen[a] -= static_cast<double>(boxes) * grid.box[a];
          }
          grid.for_each_in(other, seen, [&](const Vector& from_begin, const Capsule& capsule) {
            least = std::min(least, std::sqrt(square(capsule.way_from_line(from_begin))) - capsule.radius);
            return true;
          });
        }
      }
  return least;
}

/// The list of a cell has all capsules that are nearer than a link to a place in it.
double CapsuleSurface::near_distance(const Place& at) const {
  double least = std::numbers::sqrt2;
  const CapsuleGrid grid = this->grid();
  const Place inside = grid.into_box(at);
  grid.for_each_in(grid.cell_of(inside), inside, [&](const Vector& from_begin, const Capsule& capsule) {
    least = std::min(least, std::sqrt(square(capsule.way_from_line(from_begin))) - capsule.radius);
    return true;
  });
  return least;
}

}  // namespace perm
