// SPDX-License-Identifier: Apache-2.0
#include "conduction/flux_routing.hpp"

#include <array>
#include <numeric>
#include <utility>

#include "laplace/blocks_of_cells.hpp"
#include "laplace/shared_loops.hpp"

namespace perm {

FluxRouting::FluxRouting(const CellSystem& system, const ThreadTeam& team, LargeArray<double> leaves)
    : system_(&system) {
  const Multigrid& multigrid = system.multigrid();
  levels_.resize(multigrid.levels() + 1);
  levels_[0].parent = system.pieces().piece_of.span();
  levels_[0].leaves.assign(leaves.begin(), leaves.end());
  for (std::size_t level = 1; level < levels_.size(); ++level) {
    Level& coarse = levels_[level];
    const Level& fine = levels_[level - 1];
    if (level + 1 < levels_.size()) coarse.parent = multigrid.aggregation(level).parent();
    coarse.leaves.resize(multigrid.graph(level - 1).nodes());
    for (std::size_t node = 0; node < fine.leaves.size(); ++node) coarse.leaves[fine.parent[node]] += fine.leaves[node];
  }
  find_outward_density();
  for (std::size_t level = levels_.size() - 2; level > 0; --level) route_members(level);
  route_cells(team);
}

/// Lets what is left of nodes on the last level out of the image, where that is open.
void FluxRouting::find_outward_density() {
  const DomainCells& cells = system_->cells();
  const std::vector<double>& leaves = levels_.back().leaves;
  std::vector<double> quanta(leaves.size());
  for (std::int64_t z = 0; z < cells.own_extent().nz; ++z)
    for (std::int64_t y = 0; y < cells.own_extent().ny; ++y)
      system_->graph().visit_outside(
          y, z, [&](std::size_t cell, Quanta of_face) { quanta[last_node_of(cell)] += static_cast<double>(of_face); });
  to_outside_.resize(leaves.size());
  for (std::size_t node = 0; node < leaves.size(); ++node)
    if (quanta[node] > 0) to_outside_[node] = -leaves[node] / quanta[node];
}

double FluxRouting::density(std::size_t level, std::size_t node, std::size_t neighbour) const {
  for (; level + 1 < levels_.size(); ++level) {
    const Level& at = levels_[level];
    if (at.parent[node] == at.parent[neighbour]) {
      if (at.towards[node] == neighbour) return at.density[node];
      return at.towards[neighbour] == node ? -at.density[neighbour] : 0;
    }
    node = at.parent[node];
    neighbour = at.parent[neighbour];
  }
  return 0;
}

std::size_t FluxRouting::last_node_of(std::size_t cell) const {
  for (std::size_t level = 0; level + 1 < levels_.size(); ++level) cell = levels_[level].parent[cell];
  return cell;
}

template <class Visit>
void FluxRouting::visit_links(std::size_t level, std::size_t node, const Visit& visit) const {
  const BlockSlices slices = system_->multigrid().graph(level - 1).slices();
  const std::size_t slice = node / BlockSlices::nodes;
  for (std::uint64_t entry = slices.first[slice] + node % BlockSlices::nodes; entry < slices.first[slice + 1];
       entry += BlockSlices::nodes)
    if (slices.conductances[entry] != 0) visit(slices.neighbours[entry], double{slices.conductances[entry]});
}

void FluxRouting::route_members(std::size_t level) {
  Level& at = levels_[level];
  const std::size_t nodes = at.leaves.size();
  at.towards.resize(nodes);
  at.density.resize(nodes);
  std::vector<double> to_carry(nodes);  // what must leave each node by the tree
  const auto outwards_from = [&](std::size_t node) {
    for (std::size_t above = level; above + 1 < levels_.size(); ++above) node = levels_[above].parent[node];
    return to_outside_[node];
  };
  for (std::size_t node = 0; node < nodes; ++node) {
    double leaves = at.leaves[node];
    visit_links(level, node, [&](std::uint32_t neighbour, double quanta) {
      if (neighbour == node)
        leaves += quanta * outwards_from(node);
      else if (at.parent[neighbour] != at.parent[node])
        leaves += quanta * density(level + 1, at.parent[node], at.parent[neighbour]);
    });
    to_carry[node] = -leaves;
  }
  std::vector<bool> is_joined(nodes);
  std::vector<std::uint32_t> tree;
  for (std::uint32_t root = 0; root < nodes; ++root) {
    if (is_joined[root]) continue;
    tree.assign(1, root);
    at.towards[root] = root;
    is_joined[root] = true;
    for (std::size_t i = 0; i < tree.size(); ++i) {
      const std::uint32_t node = tree[i];
      visit_links(level, node, [&](std::uint32_t neighbour, double quanta) {
        if (is_joined[neighbour] || at.parent[neighbour] != at.parent[node]) return;
        is_joined[neighbour] = true;
        at.towards[neighbour] = node;
        at.density[neighbour] = 1 / quanta;
        tree.push_back(neighbour);
      });
    }
    for (std::size_t i = tree.size(); i-- > 1;) {
      const std::uint32_t node = tree[i];
      at.density[node] *= to_carry[node];
      to_carry[at.towards[node]] += to_carry[node];
    }
  }
}

void FluxRouting::route_cells(const ThreadTeam& team) {
  Level& at = levels_[0];
  const CellGraph& graph = system_->graph();
  const DomainCells& cells = graph.cells();
  const Extent n = cells.own_extent();
  at.towards.resize(at.leaves.size());
  at.density.resize(at.leaves.size());
  for_each_task(team, n.nz, [&](const auto& for_each) {
    for_each([&](std::int64_t z) {
      for (std::int64_t y = 0; y < n.ny; ++y)
        graph.visit_links(y, z, [&](std::size_t cell, std::size_t neighbour, Quanta quanta, const d3q19::Velocity&) {
          if (cell == neighbour)
            at.leaves[cell] += static_cast<double>(quanta) * to_outside_[last_node_of(cell)];
          else if (at.parent[cell] != at.parent[neighbour])
            at.leaves[cell] += static_cast<double>(quanta) * density(1, at.parent[cell], at.parent[neighbour]);
        });
    });
  });
  const Extent blocks = halved(n);
  std::array<double, 3> faces{};  // between two voxels of a block: two where an image goes on after two voxels
  for (const Axis axis : all_axes)
    faces[static_cast<std::size_t>(axis)] = n.along(axis) == 2 && !graph.rules().is_closed(axis) ? 2 : 1;
  for_each_row(team, blocks.ny * blocks.nz, [&](std::int64_t row) {
    for_each_block(cells, row, [&](const BlockOfCells& block) {
      std::array<unsigned, 8> tree{};  // voxels of the block
      std::array<unsigned, 8> towards{};
      unsigned joined = 0;
      block.for_each_pore([&](unsigned root) {
        if ((joined >> root & 1U) != 0) return;
        std::size_t count = 1;
        tree[0] = towards[root] = root;
        joined |= 1U << root;
        for (std::size_t i = 0; i < count; ++i)
          for (unsigned axis = 0; axis < 3; ++axis) {
            const unsigned next = tree[i] ^ 1U << axis;
            if ((block.pattern & ~joined) >> next & 1U) {
              joined |= 1U << next;
              towards[next] = tree[i];
              tree[count++] = next;
            }
          }
        at.towards[block.cells[root]] = block.cells[root];
        for (std::size_t i = count; i-- > 1;) {
          const std::uint32_t cell = block.cells[tree[i]];
          const std::uint32_t next = block.cells[towards[tree[i]]];
          const unsigned apart = tree[i] ^ towards[tree[i]];
          const unsigned axis = apart / 2;
          const bool is_forward = (tree[i] & apart) == 0;
          d3q19::Velocity step{};
          (axis == 0 ? step.x : axis == 1 ? step.y : step.z) = is_forward ? 1 : -1;
          const double quanta = faces[axis] * static_cast<double>(graph.quanta_through_face(cell, next, step));
          at.towards[cell] = next;
          at.density[cell] = -at.leaves[cell] / quanta;
          at.leaves[next] += at.leaves[cell];
        }
      });
    });
  });
}

}  // namespace perm
