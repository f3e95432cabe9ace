// SPDX-License-Identifier: Apache-2.0
// Makes the distance map axis by axis. Distances along x come from the runs of each row; then every line along y and
// every line along z is replaced by min over q of (value(q) + (position - q)^2) (distance_lines.hpp). Saturation in
// between does no harm, because the terms of a sum below the limit are below it too.
#include "geometry/measures/distance_map.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "geometry/measures/distance_lines.hpp"

namespace perm {
namespace {

constexpr std::int64_t voxels_worth_threads = 1 << 14;

/// Finds distances within each plane.
LargeArray<SquaredDistance> map_planes(const PoreSpace& pores, const FaceRules& rules) {
  const Extent& extent = pores.extent();
  LargeArray<SquaredDistance> map(static_cast<std::size_t>(extent.voxels()));
#pragma omp parallel if (extent.voxels() > voxels_worth_threads)
  {
    RowDistances along_x(extent.nx, line_ends(rules, Axis::x));
    SheetTransform along_y(extent.ny, line_ends(rules, Axis::y));
#pragma omp for schedule(dynamic)
    for (std::int64_t z = 0; z < extent.nz; ++z) {
      for (std::int64_t y = 0; y < extent.ny; ++y) along_x.find(pores.row(y, z), map.data() + extent.index(0, y, z));
      along_y.apply(map.data() + extent.index(0, 0, z), extent.nx, extent.nx);
    }
  }
  return map;
}

/// Transforms the lines along z of `rows` rows of nx values; planes follow each other.
void transform_along_z(SquaredDistance* planes, std::int64_t nx, std::int64_t rows, std::int64_t nz, LineEnds ends) {
#pragma omp parallel if (nx * rows * nz > voxels_worth_threads)
  {
    SheetTransform along_z(nz, ends);
#pragma omp for schedule(dynamic)
    for (std::int64_t y = 0; y < rows; ++y) along_z.apply(planes + y * nx, nx, rows * nx);
  }
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

  void transform(const Range& rows) {
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
