// SPDX-License-Identifier: Apache-2.0
#include "geometry/connectivity/small_parts.hpp"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/large_array.hpp"
#include "geometry/connectivity/linked_runs.hpp"
#include "geometry/connectivity/slab_components.hpp"
#include "geometry/row_runs.hpp"

namespace perm {
namespace {

/// The voxels of each component, at its root.
class PartSizes {
 public:
  PartSizes(const PoreSpace& pores, PeriodicUnionFind& nodes) : voxels_(nodes.size()) {
    std::uint32_t node = 0;
    for (std::int64_t z = 0; z < pores.extent().nz; ++z)
      for (std::int64_t y = 0; y < pores.extent().ny; ++y)
        for_each_run(pores.row(y, z), [&](const Run& run) { voxels_[nodes.find(node++).root] += run.length(); });
  }
  std::int64_t& operator[](std::uint32_t root) { return voxels_[root]; }

 private:
  LargeArray<std::int64_t> voxels_;
};

/// Gives the components that touch an outer plane of their slab the voxels and the ends of the whole part. Gives how
/// many small parts there are among them.
template <class IsSmall>
std::int64_t add_over_slabs(OuterParts& outer, const Communicator& processes, PeriodicUnionFind& nodes,
                            PartSizes& sizes, const IsSmall& is_small) {
  std::vector<std::int64_t> own;
  for (const std::uint32_t root : outer.roots) own.push_back(sizes[root]);
  std::vector<std::int64_t> of_part(outer.components.size());
  std::uint32_t node = 0;
  for (const auto& of_rank : processes.gather_to_all(std::span<const std::int64_t>(own)))
    for (const std::int64_t voxels : of_rank) of_part[outer.components.find(node++).root] += voxels;
  for (std::uint32_t i = 0; i < outer.roots.size(); ++i) {
    const std::uint32_t root = outer.components.find(outer.first + i).root;
    sizes[outer.roots[i]] = of_part[root];
    nodes.insert_ends(outer.roots[i], outer.components.ends(root));
  }
  std::int64_t small = 0;
  for (std::uint32_t part = 0; part < of_part.size(); ++part)
    if (outer.components.find(part).root == part && is_small(of_part[part], outer.components.ends(part))) ++small;
  return small;
}

}  // namespace

SmallParts remove_small_parts(PoreSlab& pores, std::int64_t fewest, JoinedBy by, PartsAtFaces at_faces) {
  const Communicator& processes = pores.processes();
  PoreSpace& slab = pores.pores();
  AxisSet all;
  for (const Axis axis : all_axes) all.insert(axis);
  const LinkRules rules(all, by);
  LinkedRuns linked = link_runs(pores, rules, count_runs_before(slab));
  PeriodicUnionFind& nodes = linked.nodes;
  PartSizes sizes(slab, nodes);
  const auto is_small = [&](std::int64_t voxels, Ends ends) {
    return voxels < fewest && (at_faces == PartsAtFaces::counted || ends.is_empty());
  };
  OuterParts outer = join_outer_parts(pores, rules, linked.first, linked.last, nodes);
  SmallParts small;
  small.parts = add_over_slabs(outer, processes, nodes, sizes, is_small);
  std::vector<bool> is_outer(nodes.size());
  for (const std::uint32_t root : outer.roots) is_outer[root] = true;

  std::uint32_t node = 0;
  std::int64_t inner = 0;
  std::vector<std::uint32_t> before;
  for (std::int64_t z = 0; z < slab.extent().nz; ++z)
    for (std::int64_t y = 0; y < slab.extent().ny; ++y) {
      const std::span<std::uint32_t> row = slab.row(y, z);
      before.assign(row.begin(), row.end());
      for_each_run(before, [&](const Run& run) {
        const std::uint32_t root = nodes.find(node).root;
        const bool is_gone = is_small(sizes[root], nodes.ends(root));
        if (is_gone && root == node && !is_outer[root]) ++inner;
        ++node;
        if (!is_gone) return;
        small.voxels += run.length();
        for (std::int64_t x = run.begin; x < run.end; ++x)
          row[static_cast<std::size_t>(x / PoreSpace::word_bits)] &= ~(1U << (x % PoreSpace::word_bits));
      });
    }
  small.parts += processes.sum(inner);
  small.voxels = processes.sum(small.voxels);
  return small;
}

}  // namespace perm
