// SPDX-License-Identifier: Apache-2.0
#include "geometry/network/pore_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <unordered_map>

namespace perm {
namespace {

constexpr double of_tube = 0.5;           // the hydraulic radius over the radius
constexpr double of_planes = 1;           // the same
constexpr double planes_speed = 8.0 / 3;  // the mean speed over that in a tube

/// Counts some cells and their walls.
struct Measure {
  std::int64_t cells{0};
  std::int64_t walls{0};  ///< faces between a cell and solid
};
struct NamedMeasure {
  std::uint64_t name;
  Measure measure;
};
using Measures = std::unordered_map<std::uint64_t, Measure>;

/// Names the cells of a body whose radius is within a factor of sqrt 2 of a power of two.
std::uint64_t name_of(std::uint32_t body, double radius) {
  const auto octave = static_cast<std::uint64_t>(std::lround(std::log2(std::max(radius, 0.25))) + 2);
  return std::uint64_t{body} << 32 | octave;
}

double shape_of(const Measure& measure, double radius) {
  if (measure.walls == 0) return planes_speed;
  const double hydraulic = static_cast<double>(measure.cells) / static_cast<double>(measure.walls);
  const double share = std::clamp((hydraulic / radius - of_tube) / (of_planes - of_tube), 0.0, 1.0);
  return 1 + share * (planes_speed - 1);
}

Measures measure_all(const GhostedSlab& slab, const Watershed& watershed, std::span<const std::uint32_t> body) {
  Measures own;
#pragma omp parallel
  {
    Measures of_thread;
#pragma omp for schedule(dynamic)
    for (std::int64_t z = 0; z < slab.planes(); ++z)
      for (std::int64_t y = 0; y < slab.image().ny; ++y)
        slab.for_each_in_row(y, z, [&](std::int64_t x, GhostedSlab::Cell cell) {
          Measure& measure = of_thread[name_of(body[static_cast<std::size_t>(cell)], watershed.radius(cell))];
          ++measure.cells;
          for (std::size_t s = 0; s < link_faces; ++s)
            if (slab.cell_at(x + link_steps[s].x, y + link_steps[s].y, z + link_steps[s].z) == GhostedSlab::solid)
              ++measure.walls;
        });
#pragma omp critical
    for (const auto& [name, measure] : of_thread) {
      own[name].cells += measure.cells;
      own[name].walls += measure.walls;
    }
  }
  if (slab.processes().is_alone()) return own;
  std::vector<NamedMeasure> list;
  list.reserve(own.size());
  for (const auto& [name, measure] : own) list.push_back({name, measure});
  Measures all;
  for (const auto& some : slab.processes().gather_to_all(std::span<const NamedMeasure>(list)))
    for (const NamedMeasure& one : some) {
      all[one.name].cells += one.measure.cells;
      all[one.name].walls += one.measure.walls;
    }
  return all;
}

}  // namespace

std::vector<float> measure_shapes(const GhostedSlab& slab, const Watershed& watershed,
                                  std::span<const std::uint32_t> body) {
  const Measures measures = measure_all(slab, watershed, body);
  std::vector<float> shapes(static_cast<std::size_t>(slab.cells()));
#pragma omp parallel for schedule(static)
  for (GhostedSlab::Cell cell = 0; cell < slab.cells(); ++cell) {
    const double radius = watershed.radius(cell);
    shapes[static_cast<std::size_t>(cell)] =
        static_cast<float>(shape_of(measures.at(name_of(body[static_cast<std::size_t>(cell)], radius)), radius));
  }
  return shapes;
}

}  // namespace perm
