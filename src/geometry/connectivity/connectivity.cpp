// SPDX-License-Identifier: Apache-2.0
// Runs are numbered row by row and never stored for the whole image: a plane is linked to the one before it while both
// are at hand, by as many threads as there are parts of the slab. Where one process holds the whole image, the last
// plane is linked to the first at the end; otherwise the slabs' outer planes are linked to each other
// (slab_components.hpp). A component that has a run at a closed face notes it.
#include "geometry/connectivity/connectivity.hpp"

#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "core/errors.hpp"
#include "core/processors/first_error.hpp"
#include "geometry/connectivity/run_linking.hpp"
#include "geometry/connectivity/slab_components.hpp"
#include "geometry/row_runs.hpp"

namespace perm {

std::vector<std::size_t> count_runs_before(const PoreSpace& pores) {
  std::vector<std::size_t> before(static_cast<std::size_t>(pores.extent().nz) + 1);
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t z = 0; z < pores.extent().nz; ++z)
    for (std::int64_t y = 0; y < pores.extent().ny; ++y)
      before[static_cast<std::size_t>(z) + 1] += static_cast<std::size_t>(count_runs(pores.row(y, z)));
  std::partial_sum(before.begin(), before.end(), before.begin());
  if (before.back() > std::numeric_limits<std::int32_t>::max())
    throw InputError("The pore space is too large to find what is connected",
                     "it has " + std::to_string(before.back()) + " runs of pore voxels and 2147483647 can be numbered",
                     "Cut the image into parts");
  return before;
}

namespace {

/// The linked runs of a slab, and the runs of its outer planes.
struct LinkedRuns {
  PeriodicUnionFind nodes;
  PlaneRuns first;
  PlaneRuns last;
};

/// Notes for each run of plane z of the image which closed faces it touches.
void touch_faces(const PlaneRuns& plane, std::int64_t z, const Extent& image, const LinkRules& rules,
                 PeriodicUnionFind& nodes) {
  if (rules.closed == AxisSet{}) return;
  for (std::int64_t y = 0; y < image.ny; ++y) {
    std::uint32_t node = plane.row(y).first;
    for (const Run& run : plane.row(y).runs) {
      Ends ends;
      const auto touch = [&](Axis axis, std::int64_t begin, std::int64_t end) {
        if (!rules.closed.contains(axis)) return;
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

/// Links the runs of some planes. Gives those of the first and of the last of them.
std::pair<PlaneRuns, PlaneRuns> link_planes(const PoreSlab& slab, const LinkRules& rules, const Range& planes,
                                            std::span<const std::size_t> runs_before, PeriodicUnionFind& nodes) {
  const PoreSpace& pores = slab.pores();
  RunLinker linker(pores.extent(), rules, nodes);
  PlaneRuns first, below, plane;
  for (std::int64_t z = planes.first; z < planes.last; ++z) {
    plane.read(pores, z, static_cast<std::uint32_t>(runs_before[static_cast<std::size_t>(z)]));
    touch_faces(plane, slab.planes().first + z, slab.image(), rules, nodes);
    linker.link_inside(plane);
    if (z == planes.first)
      first = plane;
    else
      linker.link_planes(below, plane, 0);
    std::swap(below, plane);
  }
  return {std::move(first), std::move(below)};
}

/// Links all runs of a slab. Each thread links its own planes, whose runs are nodes of no other thread; then the parts
/// are linked to each other. The root of a component is its lowest node, whatever the parts are.
LinkedRuns link_runs(const PoreSlab& slab, const LinkRules& rules, std::span<const std::size_t> runs_before) {
  constexpr std::int64_t fewest_planes = 8;
  const Extent& extent = slab.pores().extent();
  const std::int64_t parts = std::clamp<std::int64_t>(extent.nz / fewest_planes, 1, omp_get_max_threads());
  LinkedRuns linked{PeriodicUnionFind(runs_before.back()), {}, {}};
  std::vector<std::pair<PlaneRuns, PlaneRuns>> ends(static_cast<std::size_t>(parts));
  FirstError error;
#pragma omp parallel for schedule(static) if (parts > 1)
  for (std::int64_t part = 0; part < parts; ++part)
    error.guard([&] {
      ends[static_cast<std::size_t>(part)] =
          link_planes(slab, rules, even_part(extent.nz, part, parts), runs_before, linked.nodes);
    });
  error.rethrow();
  RunLinker linker(extent, rules, linked.nodes);
  for (std::size_t part = 1; part < ends.size(); ++part) linker.link_planes(ends[part - 1].second, ends[part].first, 0);
  linked.first = std::move(ends.front().first);
  linked.last = std::move(ends.back().second);
  return linked;
}

}  // namespace

Connectivity::Connectivity(PoreSlab pores, const LinkRules& rules)
    : pores_(std::move(pores)), runs_before_(count_runs_before(pores_.pores())) {
  const PoreSpace& slab = pores_.pores();
  LinkedRuns linked = link_runs(pores_, rules, runs_before_);
  if (pores_.processes().is_alone()) {
    if (slab.extent().nz > 0 && !rules.closed.contains(Axis::z))
      RunLinker(slab.extent(), rules, linked.nodes).link_planes(linked.last, linked.first, 1);
    components_ = linked.nodes.count_components();
  } else {
    components_ = link_slabs(pores_, rules, linked.first, linked.last, linked.nodes);
  }
  ends_of_run_ = std::move(linked.nodes).take_ends();

  std::int64_t along_x = 0, along_y = 0, along_z = 0;
#pragma omp parallel for schedule(static) reduction(+ : along_x, along_y, along_z)  // nothing in it throws
  for (std::int64_t z = 0; z < slab.extent().nz; ++z)
    for_each_run_of(z, [&](std::int64_t /*y*/, const Run& run, Ends ends) {
      along_x += ends.contains_both(Axis::x) ? run.length() : 0;
      along_y += ends.contains_both(Axis::y) ? run.length() : 0;
      along_z += ends.contains_both(Axis::z) ? run.length() : 0;
    });
  percolating_ = {along_x, along_y, along_z};
  pores_.processes().sum(percolating_);
}

template <class Visit>
void Connectivity::for_each_run_of(std::int64_t z, const Visit& visit) const {
  const Ends* ends = ends_of_run_.begin() + runs_before_[static_cast<std::size_t>(z)];
  const PoreSpace& slab = pores_.pores();
  for (std::int64_t y = 0; y < slab.extent().ny; ++y)
    for_each_run(slab.row(y, z), [&](const Run& run) { visit(y, run, *ends++); });
}

PoreSlab Connectivity::percolating(Axis axis) const {
  PoreSlab kept = pores_.all_solid();
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t z = 0; z < pores_.pores().extent().nz; ++z)
    for_each_run_of(z, [&](std::int64_t y, const Run& run, Ends ends) {
      if (ends.contains_both(axis)) set_run(kept.pores().row(y, z), run);
    });
  return kept;
}

}  // namespace perm
