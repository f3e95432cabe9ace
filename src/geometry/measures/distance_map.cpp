// SPDX-License-Identifier: Apache-2.0
// Makes the distance map axis by axis. Distances along x come from the runs of each row; then every line along y and
// every line along z is replaced by min over q of (value(q) + (position - q)^2) (distance_lines.hpp). Saturation in
// between does no harm, because the terms of a sum below the limit are below it too.
#include "geometry/measures/distance_map.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/processors/first_error.hpp"
#include "core/processors/threads.hpp"
#include "geometry/measures/distance_lines.hpp"

namespace perm {
namespace {

constexpr std::int64_t voxels_worth_threads = 2 * voxels_worth_a_thread;

/// Finds distances within each plane.
LargeArray<SquaredDistance> map_planes(const PoreSpace& pores, const FaceRules& rules) {
  const Extent& extent = pores.extent();
  LargeArray<SquaredDistance> map(static_cast<std::size_t>(extent.voxels()));
  FirstError error;
#pragma omp parallel if (extent.voxels() > voxels_worth_threads)
  {
    auto along_x = error.make<RowDistances>(extent.nx, line_ends(rules, Axis::x));
    auto along_y = error.make<SheetTransform>(extent.ny, line_ends(rules, Axis::y));
#pragma omp for schedule(dynamic)
    for (std::int64_t z = 0; z < extent.nz; ++z)
      error.guard([&] {
        for (std::int64_t y = 0; y < extent.ny; ++y) along_x->find(pores.row(y, z), map.data() + extent.index(0, y, z));
        along_y->apply(map.data() + extent.index(0, 0, z), extent.nx, extent.nx);
      });
  }
  error.rethrow();
  return map;
}

/// Transforms the lines along z of `rows` rows of nx values; planes follow each other.
void transform_along_z(SquaredDistance* planes, std::int64_t nx, std::int64_t rows, std::int64_t nz, LineEnds ends) {
  FirstError error;
#pragma omp parallel if (nx * rows * nz > voxels_worth_threads)
  {
    auto along_z = error.make<SheetTransform>(nz, ends);
#pragma omp for schedule(dynamic)
    for (std::int64_t y = 0; y < rows; ++y) error.guard([&] { along_z->apply(planes + y * nx, nx, rows * nx); });
  }
  error.rethrow();
}

/// Transforms the lines along z of several slabs: each process receives some rows of all planes, and sends them back.
class LinesOfSlabs {
 public:
  LinesOfSlabs(const PoreSlab& slab, LineEnds ends, LargeArray<SquaredDistance>& map)
      : slab_(slab), ends_(ends), nx_(slab.image().nx), ny_(slab.image().ny), map_(map) {}

  /// Works in rounds; in each, about `values_a_round` values of this process travel.
  void transform(std::int64_t values_a_round) {
    const std::int64_t most_planes = slab_.processes().max(slab_.planes().size());
    const std::int64_t rows = std::max<std::int64_t>(slab_.processes().size(), values_a_round / (nx_ * most_planes));
    for (std::int64_t y = 0; y < ny_; y += rows) transform({y, std::min(y + rows, ny_)});
  }

 private:
  using Values = std::vector<SquaredDistance>;
  /// Pores are narrow, so that the nearest solid is mostly in the own slab or in so many planes of its neighbours.
  static constexpr std::int64_t near_planes = 32;

  void transform(const Range& rows) {
    if (!transform_near(rows)) transform_whole(rows);
  }

  /// Transforms some rows with the near planes of other slabs. Gives false, and changes nothing, where a voxel of any
  /// slab may have its nearest solid farther away.
  bool transform_near(const Range& rows) {
    const std::int64_t values_a_plane = rows.size() * nx_;
    const std::int64_t planes = slab_.planes().size();
    const std::vector<Values> from = slab_.processes().exchange(near_rows_for_all(rows));
    // Planes beyond a face that is no solid hold no site: a saturated value is as good as none.
    LargeArray<SquaredDistance> all(
        static_cast<std::size_t>(planes > 0 ? (planes + 2 * near_planes) * values_a_plane : 0));
    const auto plane = [&](std::int64_t step) { return all.data() + (near_planes + step) * values_a_plane; };
#pragma omp parallel for schedule(static)  // nothing in it throws
    for (std::int64_t z = 0; z < planes; ++z)
      std::copy_n(map_.data() + (z * ny_ + rows.first) * nx_, values_a_plane, plane(z));
    std::vector<std::size_t> next(from.size());
    for (const std::int64_t step : near_steps(slab_.planes())) {
      const std::int64_t z = plane_at(slab_.planes().first + step);
      if (z < 0) {
        std::fill_n(plane(step), values_a_plane, ends_ == LineEnds::solid ? SquaredDistance{0} : saturated_distance);
        continue;
      }
      const std::size_t holder = holder_of(z);
      std::copy_n(from[holder].begin() + static_cast<std::ptrdiff_t>(next[holder]), values_a_plane, plane(step));
      next[holder] += static_cast<std::size_t>(values_a_plane);
    }
    if (planes > 0) transform_along_z(all.data(), nx_, rows.size(), planes + 2 * near_planes, LineEnds::nothing);
    constexpr std::int64_t farther = (near_planes + 1) * (near_planes + 1);  // than any plane that was looked at
    bool is_near = true;
#pragma omp parallel for schedule(static) reduction(&& : is_near)  // nothing in it throws
    for (std::int64_t z = 0; z < planes; ++z)
      is_near =
          std::all_of(plane(z), plane(z) + values_a_plane, [](SquaredDistance d) { return d <= farther; }) && is_near;
    if (slab_.processes().any(!is_near)) return false;
#pragma omp parallel for schedule(static)  // nothing in it throws
    for (std::int64_t z = 0; z < planes; ++z)
      std::copy_n(plane(z), values_a_plane, map_.data() + (z * ny_ + rows.first) * nx_);
    return true;
  }

  /// Gives the near planes of a slab, counted from its first one.
  static std::vector<std::int64_t> near_steps(const Range& planes) {
    std::vector<std::int64_t> steps;
    if (planes.size() == 0) return steps;
    for (std::int64_t step = 1; step <= near_planes; ++step) {
      steps.push_back(-step);
      steps.push_back(planes.size() - 1 + step);
    }
    return steps;
  }
  /// Gives a plane of the image, -1 beyond a face that is not periodic.
  std::int64_t plane_at(std::int64_t z) const {
    const std::int64_t nz = slab_.image().nz;
    if (ends_ == LineEnds::ring) return (z % nz + nz) % nz;
    return z >= 0 && z < nz ? z : -1;
  }
  std::size_t holder_of(std::int64_t z) const {
    const std::vector<Range>& planes = slab_.planes_by_rank();
    const auto holds = [z](const Range& range) { return range.contains(z); };
    return static_cast<std::size_t>(std::find_if(planes.begin(), planes.end(), holds) - planes.begin());
  }
  /// Gives each process some rows of its near planes, as far as this process has them.
  std::vector<Values> near_rows_for_all(const Range& rows) const {
    const std::vector<Range>& planes = slab_.planes_by_rank();
    std::vector<Values> to(planes.size());
    for (std::size_t rank = 0; rank < planes.size(); ++rank)
      for (const std::int64_t step : near_steps(planes[rank])) {
        const std::int64_t z = plane_at(planes[rank].first + step);
        if (z < 0 || !slab_.planes().contains(z)) continue;
        const SquaredDistance* const row = map_.data() + ((z - slab_.planes().first) * ny_ + rows.first) * nx_;
        to[rank].insert(to[rank].end(), row, row + rows.size() * nx_);
      }
    return to;
  }

  void transform_whole(const Range& rows) {
    const Communicator& processes = slab_.processes();
    const auto ranks = static_cast<std::size_t>(processes.size());
    const auto rows_of = [&](std::size_t rank) {
      const Range part = even_part(rows.size(), static_cast<std::int64_t>(rank), processes.size());
      return Range{rows.first + part.first, rows.first + part.last};
    };
    std::vector<Values> to(ranks);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      to[rank].reserve(static_cast<std::size_t>(slab_.planes().size() * rows_of(rank).size() * nx_));
      for_each_plane(rows_of(rank), [&](auto begin, auto end) { to[rank].insert(to[rank].end(), begin, end); });
    }
    Values lines;
    lines.reserve(
        static_cast<std::size_t>(slab_.image().nz * rows_of(static_cast<std::size_t>(processes.rank())).size() * nx_));
    for (const Values& of_slab : processes.exchange(to)) lines.insert(lines.end(), of_slab.begin(), of_slab.end());
    const std::int64_t own_rows = rows_of(static_cast<std::size_t>(processes.rank())).size();
    if (own_rows > 0) transform_along_z(lines.data(), nx_, own_rows, slab_.image().nz, ends_);
    auto next = lines.cbegin();
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      const auto end = next + static_cast<std::ptrdiff_t>(slab_.planes_by_rank()[rank].size() * own_rows * nx_);
      to[rank].assign(next, end);
      next = end;
    }
    const std::vector<Values> from = processes.exchange(to);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      auto value = from[rank].cbegin();
      for_each_plane(rows_of(rank), [&](auto begin, auto end) {
        std::copy_n(value, end - begin, begin);
        value += end - begin;
      });
    }
  }

  /// Calls visit(begin, end) for the values of some rows, plane by plane.
  template <class Visit>
  void for_each_plane(const Range& rows, const Visit& visit) {
    for (std::int64_t z = 0; z < slab_.planes().size(); ++z)
      visit(map_.begin() + (z * ny_ + rows.first) * nx_, map_.begin() + (z * ny_ + rows.last) * nx_);
  }

  const PoreSlab& slab_;
  LineEnds ends_;
  std::int64_t nx_;
  std::int64_t ny_;
  LargeArray<SquaredDistance>& map_;
};

}  // namespace

LargeArray<SquaredDistance> map_squared_distances(const PoreSlab& slab, const FaceRules& rules,
                                                  std::int64_t values_a_round) {
  LargeArray<SquaredDistance> map = map_planes(slab.pores(), rules);
  const LineEnds along_z = line_ends(rules, Axis::z);
  if (slab.processes().is_alone())
    transform_along_z(map.data(), slab.image().nx, slab.image().ny, slab.image().nz, along_z);
  else
    LinesOfSlabs(slab, along_z, map).transform(values_a_round);
  return map;
}

}  // namespace perm
