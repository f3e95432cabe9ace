// SPDX-License-Identifier: Apache-2.0
// Makes the distance map axis by axis. Distances along x come from the runs of each row; then every line along y and
// every line along z is replaced by min over q of (value(q) + (position - q)^2). Saturation in between does no harm,
// because the terms of a sum below the limit are below it too.
#include "geometry/measures/distance_map.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include "geometry/row_runs.hpp"

namespace perm {
namespace {

SquaredDistance saturate(std::int64_t squared) {
  return static_cast<SquaredDistance>(std::min<std::int64_t>(squared, saturated_distance));
}

/// How a line of voxels goes on beyond its ends.
enum class LineEnds { ring, nothing, solid };

LineEnds line_ends(const FaceRules& rules, Axis axis) {
  switch (rules.across(axis)) {
    case FaceRule::periodic:
      return LineEnds::ring;
    case FaceRule::sealed:
      return LineEnds::solid;
    default:
      return LineEnds::nothing;
  }
}

/// Computes lower envelopes of parabolas along lines of up to `length` voxels.
class LineTransform {
 public:
  LineTransform(std::int64_t length, LineEnds ends)
      : ends_(ends), line_(static_cast<std::size_t>(length) + 2), values_(line_.size()), envelope_(line_.size()) {}

  /// Replaces value(x) by min over q of value(q) + (x - q)^2.
  void apply(std::span<SquaredDistance> line) {
    if (ends_ == LineEnds::ring) return apply_to_ring(line);
    if (ends_ == LineEnds::nothing) return apply_between(line);
    line_.front() = 0;
    std::copy(line.begin(), line.end(), line_.begin() + 1);
    line_[line.size() + 1] = 0;
    apply_between(std::span(line_).first(line.size() + 2));
    std::copy_n(line_.begin() + 1, line.size(), line.begin());
  }

 private:
  void apply_to_ring(std::span<SquaredDistance> line) {
    const auto lowest = std::min_element(line.begin(), line.end());
    const SquaredDistance floor = *lowest;
    // No parabola reaches past a site of the lowest value, because the parabola of that site is lower everywhere beyond
    // it. So the ring may be cut there, and the part between two such sites (mostly solid) is a line of its own.
    std::rotate_copy(line.begin(), lowest, line.end(), line_.begin());
    line_[line.size()] = floor;
    for (std::size_t begin = 0; begin < line.size();) {
      std::size_t end = begin + 1;
      while (line_[end] != floor) ++end;
      if (end > begin + 1) apply_between(std::span(line_).subspan(begin, end - begin + 1));
      begin = end;
    }
    const auto seam = line_.begin() + (line.end() - lowest);
    std::copy(line_.begin(), seam, lowest);
    std::copy(seam, line_.begin() + static_cast<std::ptrdiff_t>(line.size()), line.begin());
  }

  /// The parabola with its lowest point at `site` is the lowest one from `begin` on.
  struct Piece {
    std::int64_t site{0};
    std::int64_t begin{0};
  };

  /// Does what apply does, on an open line. Notation of Meijster et al.: Piece::site is s[q], Piece::begin is t[q].
  void apply_between(std::span<SquaredDistance> line) {
    const auto size = static_cast<std::int64_t>(line.size());
    std::copy(line.begin(), line.end(), values_.begin());
    const auto value = [this](std::int64_t site) -> std::int64_t { return values_[static_cast<std::size_t>(site)]; };
    const auto parabola = [&value](std::int64_t x, std::int64_t site) { return value(site) + (x - site) * (x - site); };
    std::size_t pieces = 0;
    for (std::int64_t site = 0; site < size; ++site) {
      while (pieces > 0) {
        const Piece& top = envelope_[pieces - 1];
        if (parabola(top.begin, top.site) <= parabola(top.begin, site)) break;
        --pieces;
      }
      if (pieces == 0) {
        envelope_[pieces++] = {site, 0};
        continue;
      }
      const std::int64_t other = envelope_[pieces - 1].site;
      const std::int64_t begin = 1 + (site * site - other * other + value(site) - value(other)) / (2 * (site - other));
      if (begin < size) envelope_[pieces++] = {site, begin};
    }
    for (std::int64_t x = size - 1; x >= 0; --x) {
      const Piece& top = envelope_[pieces - 1];
      line[static_cast<std::size_t>(x)] = saturate(parabola(x, top.site));
      if (x == top.begin) --pieces;
    }
  }

  LineEnds ends_;
  std::vector<SquaredDistance> line_;
  std::vector<SquaredDistance> values_;
  std::vector<Piece> envelope_;
};

/// Transforms parallel lines. It handles as many neighbouring lines at once as a cache line holds values.
class SheetTransform {
 public:
  SheetTransform(std::int64_t length, LineEnds ends)
      : block_(static_cast<std::size_t>(length * width)), line_(length, ends) {}

  /// Transforms the lines x = 0..nx-1 of `length` voxels, which are `stride` apart in memory; *sheet is the first
  /// voxel.
  void apply(SquaredDistance* sheet, std::int64_t nx, std::int64_t length, std::int64_t stride) {
    for (std::int64_t begin = 0; begin < nx; begin += width) {
      const std::int64_t lines = std::min(width, nx - begin);
      for (std::int64_t i = 0; i < length; ++i)
        for (std::int64_t x = 0; x < lines; ++x) block_[at(x, length, i)] = sheet[i * stride + begin + x];
      for (std::int64_t x = 0; x < lines; ++x)
        line_.apply(std::span(block_).subspan(at(x, length, 0), static_cast<std::size_t>(length)));
      for (std::int64_t i = 0; i < length; ++i)
        for (std::int64_t x = 0; x < lines; ++x) sheet[i * stride + begin + x] = block_[at(x, length, i)];
    }
  }

 private:
  static constexpr std::int64_t width = 64 / sizeof(SquaredDistance);
  static std::size_t at(std::int64_t x, std::int64_t length, std::int64_t i) {
    return static_cast<std::size_t>(x * length + i);
  }

  std::vector<SquaredDistance> block_;
  LineTransform line_;
};

/// Finds distances along x. `runs` is working space.
void map_row(std::span<const std::uint32_t> row, LineEnds ends, std::span<SquaredDistance> distances,
             std::vector<Run>& runs) {
  const auto nx = static_cast<std::int64_t>(distances.size());
  std::fill(distances.begin(), distances.end(), SquaredDistance{0});
  runs.clear();
  for_each_run(row, [&runs](const Run& run) { runs.push_back(run); });
  if (runs.empty()) return;
  if (runs.front().length() == nx && ends != LineEnds::solid) {
    std::fill(distances.begin(), distances.end(), saturated_distance);
    return;
  }
  constexpr std::int64_t very_far = 1 << 20;
  const bool joined = ends == LineEnds::ring && runs.front().begin == 0 && runs.back().end == nx;
  const std::int64_t begin_of_first = joined ? runs.back().begin - nx : ends == LineEnds::nothing ? -very_far : 0;
  const std::int64_t end_of_last = joined ? runs.front().end + nx : ends == LineEnds::nothing ? nx + very_far : nx;
  for (const Run& run : runs) {
    const std::int64_t solid_before = (run.begin == 0 ? begin_of_first : run.begin) - 1;
    const std::int64_t solid_after = run.end == nx ? end_of_last : run.end;
    for (std::int64_t x = run.begin; x < run.end; ++x) {
      const std::int64_t distance = std::min(x - solid_before, solid_after - x);
      distances[static_cast<std::size_t>(x)] = saturate(distance * distance);
    }
  }
}

/// Finds distances within each plane.
std::vector<SquaredDistance> map_planes(const PoreSpace& pores, const FaceRules& rules) {
  const Extent& extent = pores.extent();
  std::vector<SquaredDistance> map(static_cast<std::size_t>(extent.voxels()));
#pragma omp parallel
  {
    std::vector<Run> runs;
    SheetTransform along_y(extent.ny, line_ends(rules, Axis::y));
#pragma omp for schedule(dynamic)
    for (std::int64_t z = 0; z < extent.nz; ++z) {
      for (std::int64_t y = 0; y < extent.ny; ++y) {
        const auto begin = static_cast<std::size_t>(extent.index(0, y, z));
        map_row(pores.row(y, z), line_ends(rules, Axis::x),
                std::span(map).subspan(begin, static_cast<std::size_t>(extent.nx)), runs);
      }
      along_y.apply(map.data() + extent.index(0, 0, z), extent.nx, extent.ny, extent.nx);
    }
  }
  return map;
}

/// Transforms the lines along z of `rows` rows of nx values; planes follow each other.
void transform_along_z(std::vector<SquaredDistance>& planes, std::int64_t nx, std::int64_t rows, std::int64_t nz,
                       LineEnds ends) {
#pragma omp parallel
  {
    SheetTransform along_z(nz, ends);
#pragma omp for schedule(dynamic)
    for (std::int64_t y = 0; y < rows; ++y) along_z.apply(planes.data() + y * nx, nx, nz, rows * nx);
  }
}

/// Transforms the lines along z of several slabs: each process receives some rows of all planes, and sends them back.
class LinesOfSlabs {
 public:
  LinesOfSlabs(const PoreSlab& slab, LineEnds ends, std::vector<SquaredDistance>& map)
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
    if (own_rows > 0) transform_along_z(lines, nx_, own_rows, slab_.image().nz, ends_);
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
  Values& map_;
};

}  // namespace

std::vector<SquaredDistance> map_squared_distances(const PoreSlab& slab, const FaceRules& rules,
                                                   std::int64_t values_a_round) {
  std::vector<SquaredDistance> map = map_planes(slab.pores(), rules);
  const LineEnds along_z = line_ends(rules, Axis::z);
  if (slab.processes().is_alone())
    transform_along_z(map, slab.image().nx, slab.image().ny, slab.image().nz, along_z);
  else
    LinesOfSlabs(slab, along_z, map).transform(values_a_round);
  return map;
}

}  // namespace perm
