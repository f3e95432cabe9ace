// SPDX-License-Identifier: Apache-2.0
// What kernels do for FluxRouting on a GPU: trees on all levels, and the fluxes of the cells.
#pragma once

#include <cstdint>

#include "conduction/cuda/cell_system_cuda.cuh"
#include "conduction/fall_of_potential.hpp"
#include "laplace/cuda/block_kernels.cuh"

namespace perm::conduction_cuda {

using laplace_cuda::LevelView;
using laplace_cuda::WordsView;

inline constexpr int most_levels = 36;  // blocks double; one more has the cells

/// Shows the trees on all levels: on level 0 are the cells, on level k the nodes of view k - 1 of LevelsOnGpu.
struct Routes {
  struct Level {
    const std::uint32_t* parent;  ///< on the next level; the last level has none
    double* leaves;               ///< of each node
    std::uint32_t* towards;  ///< the member of the same parent to which a node leads; itself for a root; none for cells
    double* density;         ///< flux there, for each quantum; of cells it takes the place of what leaves them
  };
  static constexpr std::uint8_t no_axis = 3;

  int count;
  Level levels[most_levels];
  std::uint8_t* axis_of_cell;  ///< along which it leads to another one of its block
  const double* to_outside;    ///< density of each node of the last level

  __device__ double density_between(int level, std::uint32_t node, std::uint32_t neighbour) const {
    for (; level + 1 < count; ++level) {
      const Level& at = levels[level];
      const std::uint32_t parent = at.parent[node];
      const std::uint32_t other = at.parent[neighbour];
      if (parent == other) {
        if (at.towards[node] == neighbour) return at.density[node];
        return at.towards[neighbour] == node ? -at.density[neighbour] : 0;
      }
      node = parent;
      neighbour = other;
    }
    return 0;
  }
  __device__ double outwards_from(int level, std::uint32_t node) const {
    for (; level + 1 < count; ++level) node = levels[level].parent[node];
    return to_outside[node];
  }
};

/// What leaves each cell altogether.
struct LeavesOfCells {
  using Value = double;
  Axis along;
  const float* potential;
  double* leaves;
  __device__ void add(double& sum, std::uint32_t cell, std::uint32_t neighbour, float quanta,
                      const d3q19::Velocity& step) const {
    const double conductance = static_cast<double>(quanta) / OpenFaces::quanta_of_one;
    sum += conductance * fall_of_potential(potential, cell, neighbour, step.along(along));
  }
  __device__ void finish(std::uint32_t cell, double sum) const { leaves[cell] = sum; }
};

/// Adds what leaves the cells of a piece to its node. A thread has a block.
inline __global__ void __launch_bounds__(laplace_cuda::threads)
    sum_leaves_of_pieces(const __grid_constant__ WordsView image, const std::uint32_t* node_of, std::size_t blocks,
                         const double* of_cells, double* of_nodes) {
  if (laplace_cuda::item() >= blocks) return;
  const laplace_cuda::BlockOnGpu block(image, laplace_cuda::item());
  for (unsigned voxel = 0; voxel < 8; ++voxel)
    if (block.is_pore(voxel)) of_nodes[node_of[block.cell_of(voxel)]] += of_cells[block.cell_of(voxel)];
}

struct SumMembers {
  const laplace_cuda::Members* members;
  const double* of_members;
  double* of_nodes;
  __device__ void operator()(std::uint32_t i) const {
    double sum = 0;
    for (std::uint32_t member = members[i].first; member < members[i].last; ++member) sum += of_members[member];
    of_nodes[i] = sum;
  }
};

/// Counts the quanta that lead from each node of the last level out of the image.
struct QuantaToOutside {
  using Value = unsigned long long;
  const std::uint32_t* node_of;
  const std::uint32_t* last_of_node;
  unsigned long long* quanta;
  __device__ void add(unsigned long long& sum, std::uint32_t cell, std::uint32_t neighbour, float of_face,
                      const d3q19::Velocity&) const {
    if (cell == neighbour) sum += static_cast<unsigned long long>(of_face);
  }
  __device__ void finish(std::uint32_t cell, unsigned long long sum) const {
    if (sum > 0) atomicAdd(quanta + last_of_node[node_of[cell]], sum);
  }
};
struct OutwardDensity {
  const double* leaves;
  const unsigned long long* quanta;
  double* density;
  __device__ void operator()(std::uint32_t i) const {
    density[i] = quanta[i] > 0 ? -leaves[i] / static_cast<double>(quanta[i]) : 0;
  }
};

/// Calls visit(neighbour, quanta) for the links of a node.
template <class Visit>
__device__ void for_each_link_of(const LevelView& level, std::uint32_t node, const Visit& visit) {
  const std::uint32_t* const first = level.first_link + node / level.slice;
  const std::uint32_t count = level.slice == 1 ? first[1] - first[0] : level.links_of[node];
  const laplace_cuda::NodeLink* const links = level.links + std::size_t{first[0]} * level.slice + node % level.slice;
  for (std::uint32_t i = 0; i < count; ++i) {
    const laplace_cuda::NodeLink link = links[std::size_t{i} * level.slice];
    if (link.conductance != 0) visit(link.neighbour, double{link.conductance});
  }
}

/// Finds what must leave each node of a level by its tree.
struct FindToCarry {
  Routes routes;
  int number;
  LevelView level;
  double* to_carry;
  __device__ void operator()(std::uint32_t node) const {
    const Routes::Level& at = routes.levels[number];
    double leaves = at.leaves[node];
    for_each_link_of(level, node, [&](std::uint32_t neighbour, double quanta) {
      if (neighbour == node)
        leaves += quanta * routes.outwards_from(number, node);
      else if (at.parent[neighbour] != at.parent[node])
        leaves += quanta * routes.density_between(number + 1, at.parent[node], at.parent[neighbour]);
    });
    to_carry[node] = -leaves;
  }
};

/// Joins the members of each node of the coarser level by trees, and carries what must leave them to the roots.
struct RouteMembers {
  Routes routes;
  int number;
  LevelView level;
  const laplace_cuda::Members* members;  ///< of the coarser level
  double* to_carry;
  std::uint32_t* tree;  ///< room for as many numbers as nodes
  __device__ void operator()(std::uint32_t above) const {
    const Routes::Level& at = routes.levels[number];
    const laplace_cuda::Members own = members[above];
    constexpr std::uint32_t none = ~0U;
    for (std::uint32_t node = own.first; node < own.last; ++node) at.towards[node] = none;
    for (std::uint32_t root = own.first; root < own.last; ++root) {
      if (at.towards[root] != none) continue;
      std::uint32_t* const joined = tree + own.first;
      std::uint32_t count = 1;
      joined[0] = root;
      at.towards[root] = root;
      at.density[root] = 0;
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t node = joined[i];
        for_each_link_of(level, node, [&](std::uint32_t neighbour, double quanta) {
          if (neighbour < own.first || neighbour >= own.last || at.towards[neighbour] != none) return;
          at.towards[neighbour] = node;
          at.density[neighbour] = 1 / quanta;
          joined[count++] = neighbour;
        });
      }
      for (std::uint32_t i = count; i-- > 1;) {
        const std::uint32_t node = joined[i];
        at.density[node] *= to_carry[node];
        to_carry[at.towards[node]] += to_carry[node];
      }
    }
  }
};

/// Adds to what leaves each cell the fluxes to other pieces and out of the image.
struct AddRoutedOutside {
  struct Value {
    bool has_begun;
    double leaves;
  };
  Routes routes;
  __device__ void add(Value& value, std::uint32_t cell, std::uint32_t neighbour, float quanta,
                      const d3q19::Velocity&) const {
    const Routes::Level& at = routes.levels[0];
    if (!value.has_begun) value = {true, at.leaves[cell]};
    if (cell == neighbour)
      value.leaves += static_cast<double>(quanta) * routes.outwards_from(0, cell);
    else if (at.parent[cell] != at.parent[neighbour])
      value.leaves += static_cast<double>(quanta) * routes.density_between(1, at.parent[cell], at.parent[neighbour]);
  }
  __device__ void finish(std::uint32_t cell, const Value& value) const {
    if (value.has_begun) routes.levels[0].leaves[cell] = value.leaves;
  }
};

/// Two faces join the voxels of a block where an image goes on after two voxels.
struct FacesWithin {
  int along[3];
};

/// Joins the cells of each block by trees, as those of other levels. A thread has a block.
inline __global__ void __launch_bounds__(laplace_cuda::threads)
    route_cells(const __grid_constant__ WordsView image, const __grid_constant__ laplace_cuda::OpenFacesView cells,
                std::size_t blocks, const FacesWithin faces, const __grid_constant__ Routes routes) {
  if (laplace_cuda::item() >= blocks) return;
  const laplace_cuda::BlockOnGpu block(image, laplace_cuda::item());
  if (block.pattern == 0) return;
  const Routes::Level& at = routes.levels[0];
  unsigned char tree[8];
  unsigned char towards[8];
  unsigned joined = 0;
  for (unsigned root = 0; root < 8; ++root) {
    if (!block.is_pore(root) || (joined >> root & 1U) != 0) continue;
    unsigned count = 1;
    tree[0] = towards[root] = static_cast<unsigned char>(root);
    joined |= 1U << root;
    for (unsigned i = 0; i < count; ++i)
      for (unsigned axis = 0; axis < 3; ++axis) {
        const unsigned next = tree[i] ^ 1U << axis;
        if (((block.pattern & ~joined) >> next & 1U) == 0) continue;
        joined |= 1U << next;
        towards[next] = tree[i];
        tree[count++] = static_cast<unsigned char>(next);
      }
    for (unsigned i = count; i-- > 1;) {
      const std::uint32_t cell = block.cell_of(tree[i]);
      const std::uint32_t next = block.cell_of(towards[tree[i]]);
      const unsigned apart = tree[i] ^ towards[tree[i]];
      const unsigned axis = apart / 2;
      d3q19::Velocity step{};
      (axis == 0 ? step.x : axis == 1 ? step.y : step.z) = (tree[i] & apart) == 0 ? 1 : -1;
      const double quanta =
          faces.along[axis] * static_cast<double>(laplace_cuda::quanta_through_face(cells, cell, next, step));
      routes.axis_of_cell[cell] = static_cast<std::uint8_t>(axis);
      at.leaves[next] += at.leaves[cell];
      at.density[cell] = -at.leaves[cell] / quanta;
    }
    routes.axis_of_cell[block.cell_of(root)] = Routes::no_axis;
  }
}

/// Gives the fluxes through the low faces of each cell along x, y, z, then those through its high faces.
struct FluxesOfCells {
  using Value = int;
  Axis along;
  const float* potential;
  Routes routes;
  float* fluxes;
  std::size_t cells;
  __device__ void add(int&, std::uint32_t cell, std::uint32_t neighbour, float quanta,
                      const d3q19::Velocity& step) const {
    const double conductance = static_cast<double>(quanta) / OpenFaces::quanta_of_one;
    const int axis = step.x != 0 ? 0 : step.y != 0 ? 1 : 2;
    const double routed = static_cast<double>(quanta) * density(cell, neighbour, axis);
    const double out = conductance * fall_of_potential(potential, cell, neighbour, step.along(along)) + routed;
    const bool is_high = step.x + step.y + step.z > 0;
    fluxes[(axis + (is_high ? 3 : 0)) * cells + cell] = static_cast<float>(is_high ? out : -out);
  }
  __device__ void finish(std::uint32_t, int) const {}

 private:
  /// Gives the routed flux through a face across an axis, for each quantum.
  __device__ double density(std::uint32_t cell, std::uint32_t neighbour, int axis) const {
    const Routes::Level& at = routes.levels[0];
    if (cell == neighbour) return routes.outwards_from(0, cell);
    if (at.parent[cell] != at.parent[neighbour])
      return routes.density_between(1, at.parent[cell], at.parent[neighbour]);
    if (routes.axis_of_cell[cell] == axis) return at.density[cell];
    return routes.axis_of_cell[neighbour] == axis ? -at.density[neighbour] : 0;
  }
};

}  // namespace perm::conduction_cuda
