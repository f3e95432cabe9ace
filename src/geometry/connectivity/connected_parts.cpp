// SPDX-License-Identifier: Apache-2.0
// Each process joins the runs of its slab, and then those that meet at the plane above it. A part that lies in several
// slabs is known by its first run in the image, whose process counts it. Numbers follow from how many parts of each
// size every process counts, because slabs follow each other in the order of voxels.
#include "geometry/connectivity/connected_parts.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "core/errors.hpp"
#include "geometry/connectivity/linked_runs.hpp"
#include "geometry/connectivity/run_linking.hpp"
#include "geometry/row_runs.hpp"

namespace perm {
namespace {

/// A union-find without displacements. Parents have the lower index.
class JoinedNodes {
 public:
  explicit JoinedNodes(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0U); }
  void link(std::uint32_t a, std::uint32_t b, Periods /*displacement*/ = {}) {
    const std::uint32_t root_a = find(a);
    const std::uint32_t root_b = find(b);
    parent_[std::max(root_a, root_b)] = std::min(root_a, root_b);
  }
  std::uint32_t find(std::uint32_t node) {
    while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
    return node;
  }

 private:
  LargeArray<std::uint32_t> parent_;
};

/// A link between two runs of the image, which are numbered in the order of their voxels.
struct JoinedRuns {
  std::int64_t below;
  std::int64_t above;
};

/// Notes the links between the runs of two planes of which another process has the second.
class LinkNotes {
 public:
  LinkNotes(JoinedNodes& own, std::int64_t first, std::span<const std::int64_t> above, std::size_t first_above)
      : own_(own), first_(first), above_(above), first_above_(first_above) {}
  void link(std::uint32_t a, std::uint32_t b, Periods /*displacement*/) {
    notes_.push_back({first_ + own_.find(a), above_[b - first_above_]});
  }
  std::vector<JoinedRuns> take() {
    const auto ends = [](const JoinedRuns& joined) { return std::pair(joined.below, joined.above); };
    std::ranges::sort(notes_, {}, ends);
    const auto same = [&](const JoinedRuns& a, const JoinedRuns& b) { return ends(a) == ends(b); };
    notes_.erase(std::unique(notes_.begin(), notes_.end(), same), notes_.end());
    return std::move(notes_);
  }

 private:
  JoinedNodes& own_;
  std::int64_t first_;
  std::span<const std::int64_t> above_;
  std::size_t first_above_;
  std::vector<JoinedRuns> notes_;
};

/// Links the runs of a slab. The last plane of an image that one process has is linked to the first one.
void link_own(const PoreSlab& slab, const LinkRules& rules, std::span<const std::size_t> runs_before,
              JoinedNodes& nodes) {
  const PoreSpace& pores = slab.pores();
  RunLinker linker(pores.extent(), rules, nodes);
  PlaneRuns first, below, plane;
  for (std::int64_t z = 0; z < pores.extent().nz; ++z) {
    plane.read(pores, z, static_cast<std::uint32_t>(runs_before[static_cast<std::size_t>(z)]));
    linker.link_inside(plane);
    if (z == 0)
      first = plane;
    else
      linker.link_planes(below, plane, 0);
    std::swap(below, plane);
  }
  if (slab.processes().is_alone() && pores.extent().nz > 0 && !rules.closed.contains(Axis::z))
    linker.link_planes(below, first, 1);
}

/// Gives the process that has the planes above those of `rank`, periodic: itself where no other has any.
std::size_t process_above(const std::vector<Range>& planes, std::size_t rank) {
  std::size_t above = rank;
  do above = (above + 1) % planes.size();
  while (planes[above].size() == 0);
  return above;
}

/// Gives the links between the own runs and those of the plane above the slab. `first` is the number in the image of
/// the first own run. Collective.
std::vector<JoinedRuns> link_above(const PoreSlab& slab, const LinkRules& rules,
                                   std::span<const std::size_t> runs_before, std::int64_t first, JoinedNodes& nodes) {
  const auto rank = static_cast<std::size_t>(slab.processes().rank());
  const std::vector<Range>& planes = slab.planes_by_rank();
  const bool has_planes = slab.planes().size() > 0;
  std::vector<std::int64_t> roots;  // of the runs of the first plane
  for (std::size_t run = 0; has_planes && run < runs_before[1]; ++run)
    roots.push_back(first + nodes.find(static_cast<std::uint32_t>(run)));
  std::vector<std::vector<std::int64_t>> to(planes.size());
  for (std::size_t below = 0; has_planes && below < planes.size(); ++below)
    if (planes[below].size() > 0 && process_above(planes, below) == rank) to[below] = roots;
  const auto received = slab.processes().exchange(to);
  const std::vector<std::uint32_t> words = slab.fetch_plane_above();
  if (!has_planes) return {};
  const std::size_t above = process_above(planes, rank);
  if (above <= rank && rules.closed.contains(Axis::z)) return {};
  const auto row_words = words.size() / static_cast<std::size_t>(slab.image().ny);
  std::vector<Run> runs;
  std::vector<std::size_t> row_begin{0};
  for (std::int64_t y = 0; y < slab.image().ny; ++y) {
    for_each_run(std::span(words).subspan(static_cast<std::size_t>(y) * row_words, row_words),
                 [&runs](const Run& run) { runs.push_back(run); });
    row_begin.push_back(runs.size());
  }
  PlaneRuns last;
  const std::int64_t last_z = slab.pores().extent().nz - 1;
  last.read(slab.pores(), last_z, static_cast<std::uint32_t>(runs_before[static_cast<std::size_t>(last_z)]));
  const std::size_t first_above = runs_before.back();
  LinkNotes notes(nodes, first, received[above], first_above);
  RunLinker(slab.image(), rules, notes)
      .link_planes(last, PlaneRuns(std::move(runs), std::move(row_begin), static_cast<std::uint32_t>(first_above)), 0);
  return notes.take();
}

/// The parts that meet at the joints of slabs, by the runs that stand for them in each slab. All processes have them.
class JointParts {
 public:
  JointParts(const std::vector<std::vector<JoinedRuns>>& joined, std::span<const std::int64_t> sizes_of_own_roots,
             std::int64_t first, const Communicator& processes) {
    for (const auto& of_rank : joined)
      for (const JoinedRuns& runs : of_rank) keys_.insert(keys_.end(), {runs.below, runs.above});
    std::ranges::sort(keys_);
    keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
    JoinedNodes nodes(keys_.size());
    for (const auto& of_rank : joined)
      for (const JoinedRuns& runs : of_rank)
        nodes.link(static_cast<std::uint32_t>(index_of(runs.below)), static_cast<std::uint32_t>(index_of(runs.above)));
    root_.resize(keys_.size());
    std::vector<std::int64_t> sizes(keys_.size());
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      root_[i] = nodes.find(static_cast<std::uint32_t>(i));
      const std::int64_t own = keys_[i] - first;
      if (own >= 0 && own < static_cast<std::int64_t>(sizes_of_own_roots.size()))
        sizes[i] = sizes_of_own_roots[static_cast<std::size_t>(own)];
    }
    processes.sum(std::span(sizes));
    size_.resize(keys_.size());
    for (std::size_t i = 0; i < keys_.size(); ++i) size_[root_[i]] += sizes[i];
  }

  std::size_t count() const { return keys_.size(); }
  std::int64_t key(std::size_t i) const { return keys_[i]; }
  std::size_t root(std::size_t i) const { return root_[i]; }
  std::int64_t size(std::size_t root) const { return size_[root]; }

 private:
  std::size_t index_of(std::int64_t key) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(keys_, key) - keys_.begin());
  }

  std::vector<std::int64_t> keys_;  ///< runs of the image, ascending
  std::vector<std::uint32_t> root_;
  std::vector<std::int64_t> size_;  ///< of the root of a part, in voxels
};

struct PartsOfSize {
  std::int64_t size;
  std::int64_t rank;
  std::int64_t count;
};

/// A part that this process counts, by its first run of the slab.
struct CountedPart {
  std::int64_t size;
  std::uint32_t root;
  std::int64_t number;
};

/// Numbers the parts that this process counts. Gives how many parts there are in the image. Collective.
std::int64_t number_parts(std::vector<CountedPart>& own, const Communicator& processes) {
  std::ranges::sort(own, [](const CountedPart& a, const CountedPart& b) {
    return a.size != b.size ? a.size > b.size : a.root < b.root;
  });
  std::vector<PartsOfSize> sizes;
  for (const CountedPart& part : own) {
    if (sizes.empty() || sizes.back().size != part.size) sizes.push_back({part.size, processes.rank(), 0});
    ++sizes.back().count;
  }
  std::vector<PartsOfSize> order;
  for (const auto& of_rank : processes.gather_to_all(std::span<const PartsOfSize>(sizes)))
    order.insert(order.end(), of_rank.begin(), of_rank.end());
  std::ranges::sort(order, {}, [](const PartsOfSize& parts) { return std::pair(-parts.size, parts.rank); });
  std::int64_t number = 0;
  auto part = own.begin();
  for (const PartsOfSize& parts : order) {
    if (parts.rank == processes.rank())
      for (std::int64_t i = 0; i < parts.count; ++i) (part++)->number = number + i + 1;
    number += parts.count;
  }
  return number;
}

}  // namespace

ConnectedParts::ConnectedParts(PoreSlab pores, const LinkRules& rules)
    : pores_(std::move(pores)), runs_before_(count_runs_before(pores_.pores())) {
  const Communicator& processes = pores_.processes();
  const std::size_t runs = runs_before_.back();
  JoinedNodes nodes(runs);
  link_own(pores_, rules, runs_before_, nodes);
  const auto own_runs = static_cast<std::int64_t>(runs);
  std::int64_t first = 0;
  const auto runs_by_rank = processes.gather_to_all(std::span<const std::int64_t>(&own_runs, 1));
  for (std::size_t rank = 0; rank < static_cast<std::size_t>(processes.rank()); ++rank) first += runs_by_rank[rank][0];
  std::vector<JoinedRuns> joined;
  if (!processes.is_alone()) joined = link_above(pores_, rules, runs_before_, first, nodes);

  std::vector<std::int64_t> sizes(runs);
  std::uint32_t node = 0;
  for (std::int64_t z = 0; z < pores_.pores().extent().nz; ++z)
    for (std::int64_t y = 0; y < pores_.pores().extent().ny; ++y)
      for_each_run(pores_.pores().row(y, z), [&](const Run& run) { sizes[nodes.find(node++)] += run.length(); });

  const JointParts joints(processes.gather_to_all(std::span<const JoinedRuns>(joined)), sizes, first, processes);
  std::vector<std::pair<std::size_t, std::uint32_t>> own_joints;  // each with its run of this slab
  for (std::size_t i = 0; i < joints.count(); ++i) {
    const std::int64_t own = joints.key(i) - first;
    if (own >= 0 && own < own_runs) own_joints.emplace_back(i, static_cast<std::uint32_t>(own));
  }
  for (const auto& [joint, root] : own_joints) sizes[root] = joints.root(joint) == joint ? joints.size(joint) : 0;
  std::vector<CountedPart> counted;
  for (std::uint32_t root = 0; root < runs; ++root)
    if (sizes[root] > 0) counted.push_back({sizes[root], root, 0});
  sizes = {};
  count_ = number_parts(counted, processes);
  if (count_ > std::numeric_limits<std::uint32_t>::max())
    throw InputError("The pore space is too large to number its parts",
                     "it has " + std::to_string(count_) + " of them and 4294967295 can be numbered",
                     "Cut the image into parts");

  part_of_run_ = LargeArray<std::uint32_t>(runs);
  for (const CountedPart& part : counted) part_of_run_[part.root] = static_cast<std::uint32_t>(part.number);
  std::vector<std::int64_t> of_joints(joints.count());
  for (const auto& [joint, root] : own_joints)
    if (joints.root(joint) == joint) of_joints[joint] = part_of_run_[root];
  processes.sum(std::span(of_joints));
  for (const auto& [joint, root] : own_joints)
    part_of_run_[root] = static_cast<std::uint32_t>(of_joints[joints.root(joint)]);
  for (std::uint32_t run = 0; run < runs; ++run) part_of_run_[run] = part_of_run_[nodes.find(run)];  // roots come first
}

void ConnectedParts::fill_own_plane(std::int64_t z, std::span<std::uint32_t> parts) const {
  const std::int64_t own_z = z - pores_.planes().first;
  std::ranges::fill(parts, 0U);
  const std::uint32_t* part = part_of_run_.data() + runs_before_[static_cast<std::size_t>(own_z)];
  for (std::int64_t y = 0; y < pores_.image().ny; ++y)
    for_each_run(pores_.pores().row(y, own_z), [&](const Run& run) {
      std::fill_n(parts.begin() + y * pores_.image().nx + run.begin, run.length(), *part++);
    });
}

void ConnectedParts::read_plane(std::int64_t z, std::span<std::uint32_t> parts) const {
  const Communicator& processes = pores_.processes();
  const bool is_own = z >= pores_.planes().first && z < pores_.planes().last;
  if (is_own && processes.is_first()) return fill_own_plane(z, parts);
  Messages messages;
  std::vector<std::uint32_t> plane;
  if (is_own) {
    plane.resize(static_cast<std::size_t>(pores_.image().plane_voxels()));
    fill_own_plane(z, plane);
    processes.start_to_send(0, 0, std::as_bytes(std::span(plane)), messages);
  } else if (processes.is_first()) {
    const std::vector<Range>& planes = pores_.planes_by_rank();
    const auto owner =
        std::ranges::find_if(planes, [z](const Range& range) { return z >= range.first && z < range.last; });
    processes.start_to_receive(static_cast<int>(owner - planes.begin()), 0, std::as_writable_bytes(parts), messages);
  }
  messages.wait();
}

}  // namespace perm
