// SPDX-License-Identifier: Apache-2.0
// Runs of pore voxels as the nodes of a union-find, and the links between them. They are read plane by plane, so that
// never more than a few planes of runs are held. Of a link and its opposite only one is followed: a row looks at the
// rows (y+1, z), (y, z+1), (y+1, z+1) and (y-1, z+1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "geometry/connectivity/link_rules.hpp"
#include "geometry/connectivity/periodic_union_find.hpp"
#include "geometry/row_runs.hpp"

namespace perm {

/// Gives the number of runs before each plane, and that of all runs at the end. Throws InputError where there are 2^31
/// or more.
std::vector<std::size_t> count_runs_before(const PoreSpace& pores);

/// The runs of one row; the first one is node `first` of the union-find.
struct RowRuns {
  std::span<const Run> runs;
  std::uint32_t first{0};

  std::uint32_t last() const { return first + static_cast<std::uint32_t>(runs.size()) - 1; }
};

/// The runs of one plane.
class PlaneRuns {
 public:
  PlaneRuns() = default;
  /// Takes runs row after row: row y goes from row_begin[y] up to row_begin[y + 1]. The first run is node `first`.
  PlaneRuns(std::vector<Run> runs, std::vector<std::size_t> row_begin, std::uint32_t first)
      : runs_(std::move(runs)), row_begin_(std::move(row_begin)), first_(first) {}

  /// Reads plane z, whose first run is node `first`.
  void read(const PoreSpace& pores, std::int64_t z, std::uint32_t first) {
    first_ = first;
    runs_.clear();
    row_begin_.assign(1, 0);
    for (std::int64_t y = 0; y < pores.extent().ny; ++y) {
      for_each_run(pores.row(y, z), [this](const Run& run) { runs_.push_back(run); });
      row_begin_.push_back(runs_.size());
    }
  }

  RowRuns row(std::int64_t y) const {
    const auto at = static_cast<std::size_t>(y);
    return {std::span(runs_).subspan(row_begin_[at], row_begin_[at + 1] - row_begin_[at]),
            first_ + static_cast<std::uint32_t>(row_begin_[at])};
  }
  std::span<const Run> runs() const { return runs_; }
  const std::vector<std::size_t>& row_begin() const { return row_begin_; }
  std::uint32_t first() const { return first_; }
  std::uint32_t next() const { return first_ + static_cast<std::uint32_t>(runs_.size()); }

 private:
  std::vector<Run> runs_;
  std::vector<std::size_t> row_begin_;
  std::uint32_t first_{0};
};

/// How far the links from one row to another lead along x.
enum class Reach : std::int64_t {
  straight = 0,  ///< (0, +-1, +-1)
  diagonal = 1,  ///< (0, +-1, 0), (+-1, +-1, 0) and the like along z
};

/// Links runs whose voxels are joined. The image is periodic except along closed axes. `Nodes` has
/// link(a, b, displacement) as PeriodicUnionFind does.
template <class Nodes>
class RunLinker {
 public:
  RunLinker(const Extent& extent, const LinkRules& rules, Nodes& nodes)
      : nx_(extent.nx),
        ny_(extent.ny),
        wraps_x_(!rules.closed.contains(Axis::x)),
        wraps_y_(!rules.closed.contains(Axis::y)),
        to_next_row_(rules.by == JoinedBy::faces ? Reach::straight : Reach::diagonal),
        nodes_(nodes) {}

  void link_inside(const PlaneRuns& plane) {
    for (std::int64_t y = 0; y < ny_; ++y) {
      const RowRuns row = plane.row(y);
      if (wraps_x_ && reaches_begin(row) && reaches_end(row)) nodes_.link(row.last(), row.first, {1, 0, 0});
      const bool wraps = y + 1 == ny_;
      if (wraps && !wraps_y_) continue;
      link_rows(row, plane.row(wraps ? 0 : y + 1), {0, wraps ? 1 : 0, 0}, to_next_row_);
    }
  }

  /// `above` is the plane that follows `plane`, `periods_z` periods away.
  void link_planes(const PlaneRuns& plane, const PlaneRuns& above, std::int32_t periods_z) {
    for (std::int64_t y = 0; y < ny_; ++y) {
      const RowRuns row = plane.row(y);
      const bool first = y == 0;
      const bool last = y + 1 == ny_;
      link_rows(row, above.row(y), {0, 0, periods_z}, to_next_row_);
      if (to_next_row_ == Reach::straight) continue;  // no link through edges
      if (!last || wraps_y_) link_rows(row, above.row(last ? 0 : y + 1), {0, last ? 1 : 0, periods_z}, Reach::straight);
      if (!first || wraps_y_)
        link_rows(row, above.row(first ? ny_ - 1 : y - 1), {0, first ? -1 : 0, periods_z}, Reach::straight);
    }
  }

 private:
  static bool reaches_begin(const RowRuns& row) { return !row.runs.empty() && row.runs.front().begin == 0; }
  bool reaches_end(const RowRuns& row) const { return !row.runs.empty() && row.runs.back().end == nx_; }

  void link_rows(const RowRuns& a, const RowRuns& b, Periods displacement, Reach reach) {
    const auto grown = static_cast<std::int64_t>(reach);
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.runs.size() && j < b.runs.size()) {
      const Run& run_a = a.runs[i];
      const Run& run_b = b.runs[j];
      if (run_a.begin < run_b.end + grown && run_b.begin < run_a.end + grown)
        nodes_.link(a.first + static_cast<std::uint32_t>(i), b.first + static_cast<std::uint32_t>(j), displacement);
      // A solid voxel stands between two runs of a row, so the run that ends first reaches no later run of the other
      // row.
      if (run_a.end < run_b.end) {
        ++i;
      } else {
        ++j;
      }
    }
    if (reach == Reach::straight || !wraps_x_) return;
    if (reaches_begin(a) && reaches_end(b)) nodes_.link(a.first, b.last(), displacement - Periods{1, 0, 0});
    if (reaches_end(a) && reaches_begin(b)) nodes_.link(a.last(), b.first, displacement + Periods{1, 0, 0});
  }

  std::int64_t nx_;
  std::int64_t ny_;
  bool wraps_x_;
  bool wraps_y_;
  Reach to_next_row_;
  Nodes& nodes_;
};

}  // namespace perm
