// SPDX-License-Identifier: Apache-2.0
#include "geometry/slab_components.hpp"

#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/errors.hpp"

namespace perm {
namespace {

/// A run of an outer plane, as other processes need to know it.
struct OuterRun {
  std::int64_t row;
  Run run;
  std::int64_t component;  ///< counted from 0 among those of its slab that touch an outer plane
  Periods offset;          ///< from that component's root
};

/// The components of a slab that touch its outer planes.
class OuterComponents {
 public:
  explicit OuterComponents(PeriodicUnionFind& nodes) : nodes_(&nodes) {}

  std::vector<OuterRun> describe(const PlaneRuns& plane) {
    std::vector<OuterRun> runs;
    const std::vector<std::size_t>& begin = plane.row_begin();
    for (std::size_t row = 0; row + 1 < begin.size(); ++row)
      for (std::size_t i = begin[row]; i < begin[row + 1]; ++i) {
        const PeriodicUnionFind::Place place = nodes_->find(plane.first() + static_cast<std::uint32_t>(i));
        const auto found = numbers_.try_emplace(place.root, static_cast<std::int64_t>(roots_.size()));
        if (found.second) roots_.push_back(place.root);
        runs.push_back({static_cast<std::int64_t>(row), plane.runs()[i], found.first->second, place.offset});
      }
    return runs;
  }
  const std::vector<std::uint32_t>& roots() const { return roots_; }
  std::vector<AxisSet> windings() const {
    std::vector<AxisSet> windings;
    for (const std::uint32_t root : roots_) windings.push_back(nodes_->winding(root));
    return windings;
  }

 private:
  PeriodicUnionFind* nodes_;
  std::unordered_map<std::uint32_t, std::int64_t> numbers_;
  std::vector<std::uint32_t> roots_;
};

/// Runs of outer planes as nodes: a link between two is one between their components.
class OuterRuns {
 public:
  explicit OuterRuns(PeriodicUnionFind& components) : components_(&components) {}

  /// Adds the runs of one plane; `first_component` is the node of its slab's component 0.
  PlaneRuns add(const std::vector<OuterRun>& described, std::int64_t ny, std::size_t first_component) {
    const auto first = static_cast<std::uint32_t>(nodes_.size());
    std::vector<Run> runs;
    std::vector<std::size_t> row_begin;
    for (const OuterRun& run : described) {
      while (static_cast<std::int64_t>(row_begin.size()) <= run.row) row_begin.push_back(runs.size());
      runs.push_back(run.run);
      nodes_.push_back(
          {static_cast<std::uint32_t>(first_component) + static_cast<std::uint32_t>(run.component), run.offset});
    }
    while (static_cast<std::int64_t>(row_begin.size()) <= ny) row_begin.push_back(runs.size());
    return {std::move(runs), std::move(row_begin), first};
  }

  void link(std::uint32_t a, std::uint32_t b, Periods displacement) {
    const Node& from = nodes_[a];
    const Node& to = nodes_[b];
    components_->link(from.component, to.component, from.offset + displacement - to.offset);
  }

 private:
  struct Node {
    std::uint32_t component;
    Periods offset;
  };
  PeriodicUnionFind* components_;
  std::vector<Node> nodes_;
};

void require_numbers(std::size_t count) {
  if (count > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    throw InputError(
        "The pore space is too large to find what is connected",
        "its slabs have " + std::to_string(count) + " runs of pore voxels at their ends and 2147483647 can be numbered",
        "Start fewer processes, or cut the image into parts");
}

}  // namespace

std::int64_t link_slabs(const PoreSlab& slab, const PlaneRuns& first, const PlaneRuns& last, PeriodicUnionFind& nodes) {
  const Communicator& processes = slab.processes();
  OuterComponents own(nodes);
  const std::vector<OuterRun> own_first = own.describe(first);
  const std::vector<OuterRun> own_last = own.describe(last);
  const auto firsts = processes.gather_to_all(std::span<const OuterRun>(own_first));
  const auto lasts = processes.gather_to_all(std::span<const OuterRun>(own_last));
  const std::vector<AxisSet> own_windings = own.windings();
  const auto windings = processes.gather_to_all(std::span<const AxisSet>(own_windings));

  std::vector<std::size_t> first_component;  // of each rank
  std::size_t all_components = 0;
  std::size_t all_runs = 0;
  for (std::size_t rank = 0; rank < windings.size(); ++rank) {
    first_component.push_back(all_components);
    all_components += windings[rank].size();
    all_runs += firsts[rank].size() + lasts[rank].size();
  }
  require_numbers(all_runs);
  PeriodicUnionFind components(all_components);
  for (std::size_t rank = 0; rank < windings.size(); ++rank)
    for (std::size_t i = 0; i < windings[rank].size(); ++i)
      components.insert_winding(static_cast<std::uint32_t>(first_component[rank] + i), windings[rank][i]);

  OuterRuns runs(components);
  RunLinker linker(slab.image(), runs);
  std::vector<std::size_t> with_planes;
  for (std::size_t rank = 0; rank < windings.size(); ++rank)
    if (slab.planes_by_rank()[rank].size() > 0) with_planes.push_back(rank);
  for (std::size_t i = 0; i < with_planes.size(); ++i) {
    const bool wraps = i + 1 == with_planes.size();
    const std::size_t below = with_planes[i];
    const std::size_t above = with_planes[wraps ? 0 : i + 1];
    linker.link_planes(runs.add(lasts[below], slab.image().ny, first_component[below]),
                       runs.add(firsts[above], slab.image().ny, first_component[above]), wraps ? 1 : 0);
  }

  const auto rank = static_cast<std::size_t>(processes.rank());
  for (std::size_t i = 0; i < own.roots().size(); ++i) {
    const std::uint32_t root = components.find(static_cast<std::uint32_t>(first_component[rank] + i)).root;
    nodes.insert_winding(own.roots()[i], components.winding(root));
  }
  const std::int64_t inside = nodes.count_components() - static_cast<std::int64_t>(own.roots().size());
  return processes.sum(inside) + components.count_components();
}

}  // namespace perm
