// SPDX-License-Identifier: Apache-2.0
// Runs are numbered row by row and never stored for the whole image (linked_runs.hpp). Where one process holds the
// whole image, the last plane is linked to the first at the end; otherwise the slabs' outer planes are linked to each
// other (slab_components.hpp).
#include "geometry/connectivity/connectivity.hpp"

#include <cstddef>
#include <span>
#include <utility>

#include "geometry/connectivity/linked_runs.hpp"
#include "geometry/connectivity/run_linking.hpp"
#include "geometry/connectivity/slab_components.hpp"
#include "geometry/row_runs.hpp"

namespace perm {

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

template <class Is>
PoreSlab Connectivity::with_ends(const Is& is) const {
  PoreSlab kept = pores_.all_solid();
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::int64_t z = 0; z < pores_.pores().extent().nz; ++z)
    for_each_run_of(z, [&](std::int64_t y, const Run& run, Ends ends) {
      if (is(ends)) set_run(kept.pores().row(y, z), run);
    });
  return kept;
}

PoreSlab Connectivity::percolating(Axis axis) const {
  return with_ends([axis](Ends ends) { return ends.contains_both(axis); });
}

PoreSlab Connectivity::entered(AxisSet axes) const {
  return with_ends([axes](Ends ends) {
    return std::ranges::any_of(all_axes, [&](Axis axis) { return axes.contains(axis) && ends.contains_any(axis); });
  });
}

}  // namespace perm
