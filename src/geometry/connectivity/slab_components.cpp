// SPDX-License-Identifier: Apache-2.0
#include "geometry/connectivity/slab_components.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/errors.hpp"

namespace perm {
namespace {

/// A run of an outer plane, with what the process of the next slab needs to know.
struct OuterRun {
  std::int64_t row;
  Run run;
  std::uint32_t component;  ///< counted from 0 among those of its slab that touch an outer plane
  Periods offset;           ///< from that component's root
};

/// The components of a slab that touch its outer planes, in the order in which they are met.
class OuterComponents {
 public:
  explicit OuterComponents(PeriodicUnionFind& nodes) : nodes_(&nodes) {}

  std::vector<OuterRun> describe(const PlaneRuns& plane) {
    std::vector<OuterRun> runs;
    const std::vector<std::size_t>& begin = plane.row_begin();
    for (std::size_t row = 0; row + 1 < begin.size(); ++row)
      for (std::size_t i = begin[row]; i < begin[row + 1]; ++i) {
        const PeriodicUnionFind::Place place = nodes_->find(plane.first() + static_cast<std::uint32_t>(i));
        const auto found = numbers_.try_emplace(place.root, static_cast<std::uint32_t>(roots_.size()));
        if (found.second) roots_.push_back(place.root);
        runs.push_back({static_cast<std::int64_t>(row), plane.runs()[i], found.first->second, place.offset});
      }
    return runs;
  }
  const std::vector<std::uint32_t>& roots() const { return roots_; }

 private:
  PeriodicUnionFind* nodes_;
  std::unordered_map<std::uint32_t, std::uint32_t> numbers_;
  std::vector<std::uint32_t> roots_;
};

/// Says that two components of the image, the second `displacement` periods away from the first, are one.
struct Tie {
  std::uint32_t a;
  std::uint32_t b;
  Periods displacement;
};

/// The joint of a slab and the one above it: the components of the lower slab, then those of the upper one, and the
/// links between them.
class SlabJoint {
 public:
  /// Nodes 0 to `own` - 1 stand for the components below, nodes from `first_above` on for the components above; there
  /// are `nodes` nodes in all.
  SlabJoint(std::uint32_t own, std::uint32_t first_above, std::size_t nodes)
      : own_(own), first_above_(first_above), components_(nodes) {}

  void link(const Extent& image, const LinkRules& rules, const std::vector<OuterRun>& below,
            const std::vector<OuterRun>& above, std::int32_t periods_z) {
    const PlaneRuns plane = add(below, image.ny, 0);
    RunLinker(image, rules, *this).link_planes(plane, add(above, image.ny, first_above_), periods_z);
  }
  /// Links two runs; RunLinker calls this.
  void link(std::uint32_t a, std::uint32_t b, Periods displacement) {
    const Node& from = runs_[a];
    const Node& to = runs_[b];
    components_.link(from.component, to.component, from.offset + displacement - to.offset);
  }

  /// Gives the ends between which the components below wind by the links of this joint. A root has the lowest number of
  /// its component, so the root of a component that is tied to one below is itself below.
  std::vector<Ends> ends() const {
    std::vector<Ends> ends;
    for (std::uint32_t i = 0; i < own_; ++i) ends.push_back(components_.ends(i));
    return ends;
  }
  /// Gives all links of this joint for the other processes, at most one tie for each component. `first` and
  /// `first_above` are the numbers in the image of the first component below and of the first one above.
  std::vector<Tie> ties(std::uint32_t first, std::uint32_t first_above) {
    const auto number = [&](std::uint32_t node) {
      return node < own_ ? first + node : first_above + (node - first_above_);
    };
    std::vector<Tie> ties;
    for (std::uint32_t node = 0; node < components_.size(); ++node) {
      const PeriodicUnionFind::Place place = components_.find(node);
      if (place.root != node) ties.push_back({number(place.root), number(node), place.offset});
    }
    return ties;
  }

 private:
  struct Node {
    std::uint32_t component;
    Periods offset;
  };

  PlaneRuns add(const std::vector<OuterRun>& described, std::int64_t ny, std::uint32_t first_component) {
    const auto first = static_cast<std::uint32_t>(runs_.size());
    std::vector<Run> runs;
    std::vector<std::size_t> row_begin;
    for (const OuterRun& run : described) {
      while (static_cast<std::int64_t>(row_begin.size()) <= run.row) row_begin.push_back(runs.size());
      runs.push_back(run.run);
      runs_.push_back({first_component + run.component, run.offset});
    }
    while (static_cast<std::int64_t>(row_begin.size()) <= ny) row_begin.push_back(runs.size());
    return {std::move(runs), std::move(row_begin), first};
  }

  std::uint32_t own_;
  std::uint32_t first_above_;
  PeriodicUnionFind components_;
  std::vector<Node> runs_;
};

/// The processes that hold the next slabs, periodic; this process itself where no other has planes.
struct Neighbours {
  std::size_t above{0};
  std::size_t below{0};
  bool wraps{false};  ///< the slab above begins with the first plane of the image
};

/// Finds the neighbours of a process that has planes.
Neighbours find_neighbours(const PoreSlab& slab) {
  const std::vector<Range>& planes = slab.planes_by_rank();
  const std::size_t size = planes.size();
  const auto own = static_cast<std::size_t>(slab.processes().rank());
  Neighbours found{own, own, false};
  do found.above = (found.above + 1) % size;
  while (planes[found.above].size() == 0);
  do found.below = (found.below + size - 1) % size;
  while (planes[found.below].size() == 0);
  found.wraps = found.above <= own;
  return found;
}

/// Counts the components that the runs of a first plane belong to; these have the lowest numbers.
std::uint32_t count_components(const std::vector<OuterRun>& runs) {
  std::uint32_t count = 0;
  for (const OuterRun& run : runs) count = std::max(count, run.component + 1);
  return count;
}

void require_numbers(std::size_t count) {
  if (count > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    throw InputError("The pore space is too large to find what is connected",
                     "its slabs have more than 2147483647 components at their ends",
                     "Start fewer processes, or cut the image into parts");
}

}  // namespace

OuterParts join_outer_parts(const PoreSlab& slab, const LinkRules& rules, const PlaneRuns& first, const PlaneRuns& last,
                            PeriodicUnionFind& nodes) {
  const Communicator& processes = slab.processes();
  const auto rank = static_cast<std::size_t>(processes.rank());
  const bool has_planes = slab.planes().size() > 0;
  const Neighbours neighbours = has_planes ? find_neighbours(slab) : Neighbours{};
  OuterComponents outer(nodes);
  std::vector<std::vector<OuterRun>> to(static_cast<std::size_t>(processes.size()));
  std::vector<OuterRun> first_runs = outer.describe(first);
  const std::vector<OuterRun> last_runs = outer.describe(last);
  if (has_planes) to[neighbours.below] = std::move(first_runs);
  const auto received = processes.exchange(to);
  const std::vector<OuterRun>& runs_above = received[neighbours.above];

  // First this process joins the components that meet at the slab joint above its own planes.
  const auto own = static_cast<std::uint32_t>(outer.roots().size());
  const std::uint32_t first_above = neighbours.above == rank ? 0 : own;
  SlabJoint joint(own, first_above,
                  std::max<std::size_t>(own, std::size_t{first_above} + count_components(runs_above)));
  const bool goes_on = has_planes && !(neighbours.wraps && rules.closed.contains(Axis::z));
  if (goes_on) joint.link(slab.image(), rules, last_runs, runs_above, neighbours.wraps ? 1 : 0);
  std::vector<Ends> own_ends = joint.ends();
  for (std::uint32_t i = 0; i < own; ++i) own_ends[i].insert(nodes.ends(outer.roots()[i]));

  // Then every process joins all components of the image that touch an outer plane.
  std::vector<std::uint32_t> first_number;  // by rank: the number in the image of a slab's first component
  std::vector<Ends> ends;
  for (const auto& of_rank : processes.gather_to_all(std::span<const Ends>(own_ends))) {
    first_number.push_back(static_cast<std::uint32_t>(ends.size()));
    ends.insert(ends.end(), of_rank.begin(), of_rank.end());
    require_numbers(ends.size());
  }
  PeriodicUnionFind components(ends.size());
  for (std::size_t i = 0; i < ends.size(); ++i) components.insert_ends(static_cast<std::uint32_t>(i), ends[i]);
  const std::vector<Tie> own_ties = joint.ties(first_number[rank], first_number[neighbours.above]);
  for (const auto& ties : processes.gather_to_all(std::span<const Tie>(own_ties)))
    for (const Tie& tie : ties) components.link(tie.a, tie.b, tie.displacement);

  return {outer.roots(), first_number[rank], std::move(components)};
}

std::int64_t link_slabs(const PoreSlab& slab, const LinkRules& rules, const PlaneRuns& first, const PlaneRuns& last,
                        PeriodicUnionFind& nodes) {
  OuterParts outer = join_outer_parts(slab, rules, first, last, nodes);
  for (std::uint32_t i = 0; i < outer.roots.size(); ++i)
    nodes.insert_ends(outer.roots[i], outer.components.ends(outer.components.find(outer.first + i).root));
  const std::int64_t inside = nodes.count_components() - static_cast<std::int64_t>(outer.roots.size());
  return slab.processes().sum(inside) + outer.components.count_components();
}

}  // namespace perm
