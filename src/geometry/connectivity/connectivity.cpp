// SPDX-License-Identifier: Apache-2.0
// Runs are numbered row by row and never stored for the whole image: a plane is linked to the one before it while both
// are at hand. Where one process holds the whole image, the last plane is linked to the first at the end; otherwise
// the slabs' outer planes are linked to each other (slab_components.hpp). A component that has a run at a closed face
// notes it.
#include "geometry/connectivity/connectivity.hpp"

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "core/errors.hpp"
#include "geometry/connectivity/run_linking.hpp"
#include "geometry/connectivity/slab_components.hpp"
#include "geometry/row_runs.hpp"

namespace perm {
namespace {

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

/// The linked runs of a slab, and the runs of its outer planes.
struct LinkedRuns {
  PeriodicUnionFind nodes;
  PlaneRuns first;
  PlaneRuns last;
};

/// Notes for each run of plane z of the image which closed faces it touches.
void touch_faces(const PlaneRuns& plane, std::int64_t z, const Extent& image, AxisSet closed,
                 PeriodicUnionFind& nodes) {
  if (closed == AxisSet{}) return;
  for (std::int64_t y = 0; y < image.ny; ++y) {
    std::uint32_t node = plane.row(y).first;
    for (const Run& run : plane.row(y).runs) {
      Ends ends;
      const auto touch = [&](Axis axis, std::int64_t begin, std::int64_t end) {
        if (!closed.contains(axis)) return;
        if (begin == 0) ends.insert_low(axis);
        if (end == image.along(axis)) ends.insert_high(axis);
      };
      touch(Axis::x, run.begin, run.end);
      touch(Axis::y, y, y + 1);
      touch(Axis::z, z, z + 1);
      nodes.insert_ends(node++, ends);
    }
  }
}

LinkedRuns link_runs(const PoreSlab& slab, AxisSet closed) {
  const PoreSpace& pores = slab.pores();
  LinkedRuns linked{PeriodicUnionFind(count_all_runs(pores)), {}, {}};
  RunLinker linker(pores.extent(), closed, linked.nodes);
  PlaneRuns plane;
  PlaneRuns& below = linked.last;
  for (std::int64_t z = 0; z < pores.extent().nz; ++z) {
    plane.read(pores, z, z == 0 ? 0 : below.next());
    touch_faces(plane, slab.planes().first + z, slab.image(), closed, linked.nodes);
    linker.link_inside(plane);
    if (z == 0) {
      linked.first = plane;
    } else {
      linker.link_planes(below, plane, 0);
    }
    std::swap(below, plane);
  }
  return linked;
}

}  // namespace

Connectivity::Connectivity(PoreSlab pores, AxisSet closed) : pores_(std::move(pores)) {
  const PoreSpace& slab = pores_.pores();
  LinkedRuns linked = link_runs(pores_, closed);
  if (pores_.processes().is_alone()) {
    if (slab.extent().nz > 0 && !closed.contains(Axis::z))
      RunLinker(slab.extent(), closed, linked.nodes).link_planes(linked.last, linked.first, 1);
    components_ = linked.nodes.count_components();
  } else {
    components_ = link_slabs(pores_, closed, linked.first, linked.last, linked.nodes);
  }
  ends_of_run_ = std::move(linked.nodes).take_ends();

  auto ends = ends_of_run_.cbegin();
  const auto count = [this, &ends](const Run& run) {
    for (const Axis axis : all_axes)
      if (ends->contains_both(axis)) percolating_[static_cast<std::size_t>(axis)] += run.length();
    ++ends;
  };
  for (std::int64_t z = 0; z < slab.extent().nz; ++z)
    for (std::int64_t y = 0; y < slab.extent().ny; ++y) for_each_run(slab.row(y, z), count);
  pores_.processes().sum(percolating_);
}

PoreSlab Connectivity::percolating(Axis axis) const {
  PoreSlab kept = pores_.all_solid();
  const PoreSpace& slab = pores_.pores();
  auto ends = ends_of_run_.cbegin();
  for (std::int64_t z = 0; z < slab.extent().nz; ++z)
    for (std::int64_t y = 0; y < slab.extent().ny; ++y) {
      const std::span<std::uint32_t> row = kept.pores().row(y, z);
      for_each_run(slab.row(y, z), [&](const Run& run) {
        if (ends->contains_both(axis)) set_run(row, run);
        ++ends;
      });
    }
  return kept;
}

}  // namespace perm
