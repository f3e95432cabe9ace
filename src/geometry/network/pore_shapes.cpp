// SPDX-License-Identifier: Apache-2.0
#include "geometry/network/pore_shapes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <unordered_map>

#include "geometry/network/body_ranges.hpp"
#include "geometry/network/rows_about.hpp"

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

/// Finds the power of two nearest to a radius on a logarithmic scale, plus 2. It keeps where each power ends, because a
/// logarithm for each cell takes longer than all the rest.
class Octaves {
 public:
  Octaves() {
    for (std::size_t octave = 0; octave < ends_.size(); ++octave) {
      float end = static_cast<float>(std::exp2(static_cast<double>(octave) - 1.5));
      while (nearest(end) > octave) end = std::nextafter(end, 0.0F);
      while (nearest(end) <= octave) end = std::nextafter(end, std::numeric_limits<float>::infinity());
      ends_[octave] = end;
    }
  }
  std::uint64_t of(float radius) const {
    std::uint64_t octave = 0;
    while (octave < ends_.size() && radius >= ends_[octave]) ++octave;
    return octave;
  }

 private:
  static std::uint64_t nearest(float radius) {
    return static_cast<std::uint64_t>(std::lround(std::log2(std::max(static_cast<double>(radius), 0.25))) + 2);
  }
  std::array<float, 12> ends_{};  ///< the first radius of the next octave; up to 512, and none is larger
};

/// Names the cells of a body whose radius is within a factor of sqrt 2 of a power of two.
std::uint64_t name_of(std::uint32_t body, float radius) {
  static const Octaves octaves;
  return std::uint64_t{body} << 32 | octaves.of(radius);
}

/// Finds the measure of a body's octave, and remembers it for the next cell, which mostly has the same.
template <class Found>
class LatestMeasure {
 public:
  LatestMeasure(Found& found, const BodyRanges& ranges) : found_(found), ranges_(ranges) {}
  auto& of(std::uint32_t body, float radius) {
    const std::uint64_t name = name_of(body, radius);
    if (latest_ == nullptr || name != name_) {
      auto& measures = found_[ranges_.of(body)];
      if constexpr (std::is_const_v<Found>)
        latest_ = &measures.at(name);
      else
        latest_ = &measures[name];  // its place stays when the map grows
      name_ = name;
    }
    return *latest_;
  }

 private:
  Found& found_;
  BodyRanges ranges_;
  std::conditional_t<std::is_const_v<Found>, const Measure, Measure>* latest_{nullptr};
  std::uint64_t name_{0};
};

double shape_of(const Measure& measure, double radius) {
  if (measure.walls == 0) return planes_speed;
  const double hydraulic = static_cast<double>(measure.cells) / static_cast<double>(measure.walls);
  const double share = std::clamp((hydraulic / radius - of_tube) / (of_planes - of_tube), 0.0, 1.0);
  return 1 + share * (planes_speed - 1);
}

using FoundMeasures = FoundInRanges<Measures>;

void add(Measures& into, std::uint64_t name, const Measure& measure) {
  Measure& sum = into[name];
  sum.cells += measure.cells;
  sum.walls += measure.walls;
}

/// Adds up what all processes have found.
FoundMeasures sum_over_processes(FoundMeasures own, const Communicator& processes, const BodyRanges& ranges) {
  if (processes.is_alone()) return own;
  std::vector<NamedMeasure> list;
  for (const Measures& measures : own)
    for (const auto& [name, measure] : measures) list.push_back({name, measure});
  FoundMeasures all;
  for (const auto& some : processes.gather_to_all(std::span<const NamedMeasure>(list)))
    for (const NamedMeasure& one : some)
      add(all[ranges.of(static_cast<std::uint32_t>(one.name >> 32))], one.name, one.measure);
  return all;
}

FoundMeasures measure_all(const GhostedSlab& slab, const Watershed& watershed, std::span<const std::uint32_t> body,
                          const BodyRanges& ranges) {
  const auto find = [&](FoundMeasures& own) {
    LatestMeasure latest(own, ranges);
    constexpr std::uint8_t solid = 1;
    RowsAbout rows(slab, solid, [](GhostedSlab::Cell) { return std::uint8_t{0}; });
#pragma omp for schedule(dynamic) nowait
    for (std::int64_t z = 0; z < slab.planes(); ++z)
      for (std::int64_t y = 0; y < slab.image().ny; ++y) {
        rows.move_to(y, z);
        slab.for_each_in_row(y, z, [&](std::int64_t x, GhostedSlab::Cell cell) {
          Measure& measure = latest.of(body[static_cast<std::size_t>(cell)], watershed.radius(cell));
          ++measure.cells;
          for (std::size_t s = 0; s < link_faces; ++s)
            measure.walls += rows.at(x + link_steps[s].x, link_steps[s].y, link_steps[s].z);
        });
      }
  };
  const auto join = [](Measures& into, const Measures& from) {
    for (const auto& [name, measure] : from) add(into, name, measure);
  };
  return sum_over_processes(find_in_threads<Measures>(find, join), slab.processes(), ranges);
}

}  // namespace

LargeArray<float> measure_shapes(const GhostedSlab& slab, const Watershed& watershed,
                                 std::span<const std::uint32_t> body, std::size_t bodies) {
  const BodyRanges ranges(bodies);
  const FoundMeasures measures = measure_all(slab, watershed, body, ranges);
  LargeArray<float> shapes(static_cast<std::size_t>(slab.cells()));
#pragma omp parallel
  {
    LatestMeasure latest(measures, ranges);
#pragma omp for schedule(static)
    for (GhostedSlab::Cell cell = 0; cell < slab.cells(); ++cell) {
      const float radius = watershed.radius(cell);
      const Measure& measure = latest.of(body[static_cast<std::size_t>(cell)], radius);
      shapes[static_cast<std::size_t>(cell)] = static_cast<float>(shape_of(measure, static_cast<double>(radius)));
    }
  }
  return shapes;
}

}  // namespace perm
