// SPDX-License-Identifier: Apache-2.0
// Runs are numbered row by row and never stored for the whole image: a plane is linked to the one before it while both
// are at hand. Where one process holds the whole image, the last plane is linked to the first at the end; else the
// slabs' outer planes are linked to each other (slab_components.hpp).
#include "geometry/connectivity.hpp"

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "core/errors.hpp"
#include "geometry/row_runs.hpp"
#include "geometry/run_linking.hpp"
#include "geometry/slab_components.hpp"

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

/// The runs of a slab, linked, and those of its outer planes.
struct LinkedRuns {
  PeriodicUnionFind nodes;
  PlaneRuns first;
  PlaneRuns last;
};

LinkedRuns link_runs(const PoreSpace& pores) {
  LinkedRuns linked{PeriodicUnionFind(count_all_runs(pores)), {}, {}};
  RunLinker linker(pores.extent(), linked.nodes);
  PlaneRuns plane;
  PlaneRuns& below = linked.last;
  for (std::int64_t z = 0; z < pores.extent().nz; ++z) {
    plane.read(pores, z, z == 0 ? 0 : below.next());
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

Connectivity::Connectivity(PoreSlab pores) : pores_(std::move(pores)) {
  const PoreSpace& slab = pores_.pores();
  LinkedRuns linked = link_runs(slab);
  if (pores_.processes().is_alone()) {
    if (slab.extent().nz > 0) RunLinker(slab.extent(), linked.nodes).link_planes(linked.last, linked.first, 1);
    components_ = linked.nodes.count_components();
  } else {
    components_ = link_slabs(pores_, linked.first, linked.last, linked.nodes);
  }
  winding_of_run_ = std::move(linked.nodes).take_winding();

  auto winding = winding_of_run_.cbegin();
  const auto count = [this, &winding](const Run& run) {
    for (const Axis axis : all_axes)
      if (winding->contains(axis)) percolating_[static_cast<std::size_t>(axis)] += run.length();
    ++winding;
  };
  for (std::int64_t z = 0; z < slab.extent().nz; ++z)
    for (std::int64_t y = 0; y < slab.extent().ny; ++y) for_each_run(slab.row(y, z), count);
  pores_.processes().sum(percolating_);
}

PoreSlab Connectivity::percolating(Axis axis) const {
  PoreSlab kept = pores_.all_solid();
  const PoreSpace& slab = pores_.pores();
  auto winding = winding_of_run_.cbegin();
  for (std::int64_t z = 0; z < slab.extent().nz; ++z)
    for (std::int64_t y = 0; y < slab.extent().ny; ++y) {
      const std::span<std::uint32_t> row = kept.pores().row(y, z);
      for_each_run(slab.row(y, z), [&](const Run& run) {
        if (winding->contains(axis)) set_run(row, run);
        ++winding;
      });
    }
  return kept;
}

}  // namespace perm
