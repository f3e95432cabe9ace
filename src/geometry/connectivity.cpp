// SPDX-License-Identifier: Apache-2.0
// Runs are numbered row by row and never stored for the whole image: a plane is linked to the one before it while both
// are at hand, and the last plane to the first at the end. Of a link and its opposite one is enough, so a row looks at
// the rows (y+1, z), (y, z+1), (y+1, z+1) and (y-1, z+1).
#include "geometry/connectivity.hpp"

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "core/errors.hpp"
#include "geometry/row_runs.hpp"

namespace perm {
namespace {

/// The runs of one row; the first one is node `first` of the union-find.
struct RowRuns {
  std::span<const Run> runs;
  std::uint32_t first{0};

  std::uint32_t last() const { return first + static_cast<std::uint32_t>(runs.size()) - 1; }
};

/// The runs of one plane.
class PlaneRuns {
 public:
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
  std::uint32_t next() const { return first_ + static_cast<std::uint32_t>(runs_.size()); }

 private:
  std::vector<Run> runs_;
  std::vector<std::size_t> row_begin_;
  std::uint32_t first_{0};
};

/// How far along x the links from one row to another lead.
enum class Reach : std::int64_t {
  straight = 0,  ///< (0, +-1, +-1)
  diagonal = 1,  ///< (0, +-1, 0), (+-1, +-1, 0) and the like along z
};

/// Links runs whose voxels are neighbours in D3Q19.
class RunLinker {
 public:
  RunLinker(const Extent& extent, PeriodicUnionFind& nodes) : nx_(extent.nx), ny_(extent.ny), nodes_(nodes) {}

  void link_inside(const PlaneRuns& plane) {
    for (std::int64_t y = 0; y < ny_; ++y) {
      const RowRuns row = plane.row(y);
      if (reaches_begin(row) && reaches_end(row)) nodes_.link(row.last(), row.first, {1, 0, 0});
      const bool wraps = y + 1 == ny_;
      link_rows(row, plane.row(wraps ? 0 : y + 1), {0, wraps ? 1 : 0, 0}, Reach::diagonal);
    }
  }

  /// `above` is the plane that follows `plane`, `periods_z` periods away.
  void link_planes(const PlaneRuns& plane, const PlaneRuns& above, std::int32_t periods_z) {
    for (std::int64_t y = 0; y < ny_; ++y) {
      const RowRuns row = plane.row(y);
      const bool first = y == 0;
      const bool last = y + 1 == ny_;
      link_rows(row, above.row(y), {0, 0, periods_z}, Reach::diagonal);
      link_rows(row, above.row(last ? 0 : y + 1), {0, last ? 1 : 0, periods_z}, Reach::straight);
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
      // A solid voxel stands between two runs of a row, so the run that ends first meets no later one, grown or not.
      if (run_a.end < run_b.end) {
        ++i;
      } else {
        ++j;
      }
    }
    if (reach == Reach::straight) return;
    if (reaches_begin(a) && reaches_end(b)) nodes_.link(a.first, b.last(), displacement - Periods{1, 0, 0});
    if (reaches_end(a) && reaches_begin(b)) nodes_.link(a.last(), b.first, displacement + Periods{1, 0, 0});
  }

  std::int64_t nx_;
  std::int64_t ny_;
  PeriodicUnionFind& nodes_;
};

std::size_t count_all_runs(const PoreSpace& pores) {
  std::int64_t runs = 0;
  for (std::int64_t z = 0; z < pores.extent().nz; ++z)
    for (std::int64_t y = 0; y < pores.extent().ny; ++y) runs += count_runs(pores.row(y, z));
  if (runs > std::numeric_limits<std::int32_t>::max())
    throw InputError("The pore space is too large to find what is connected",
                     "it has " + std::to_string(runs) + " runs of pore voxels and 2147483647 can be numbered",
                     "Cut the image into parts");
  return static_cast<std::size_t>(runs);
}

PeriodicUnionFind link_runs(const PoreSpace& pores) {
  PeriodicUnionFind nodes(count_all_runs(pores));
  RunLinker linker(pores.extent(), nodes);
  PlaneRuns first;
  PlaneRuns below;
  PlaneRuns plane;
  for (std::int64_t z = 0; z < pores.extent().nz; ++z) {
    plane.read(pores, z, z == 0 ? 0 : below.next());
    linker.link_inside(plane);
    if (z == 0) {
      first = plane;
    } else {
      linker.link_planes(below, plane, 0);
    }
    std::swap(below, plane);
  }
  if (pores.extent().nz > 0) linker.link_planes(below, first, 1);
  return nodes;
}

}  // namespace

Connectivity::Connectivity(PoreSpace pores) : pores_(std::move(pores)) {
  PeriodicUnionFind nodes = link_runs(pores_);
  components_ = nodes.count_components();
  winding_of_run_ = std::move(nodes).take_winding();

  auto winding = winding_of_run_.cbegin();
  const auto count = [this, &winding](const Run& run) {
    for (const Axis axis : all_axes)
      if (winding->contains(axis)) percolating_[static_cast<std::size_t>(axis)] += run.length();
    ++winding;
  };
  for (std::int64_t z = 0; z < pores_.extent().nz; ++z)
    for (std::int64_t y = 0; y < pores_.extent().ny; ++y) for_each_run(std::as_const(pores_).row(y, z), count);
}

PoreSpace Connectivity::percolating(Axis axis) const {
  PoreSpace kept(pores_.extent());
  auto winding = winding_of_run_.cbegin();
  for (std::int64_t z = 0; z < pores_.extent().nz; ++z)
    for (std::int64_t y = 0; y < pores_.extent().ny; ++y) {
      const std::span<std::uint32_t> row = kept.row(y, z);
      for_each_run(pores_.row(y, z), [&](const Run& run) {
        if (winding->contains(axis)) set_run(row, run);
        ++winding;
      });
    }
  return kept;
}

}  // namespace perm
