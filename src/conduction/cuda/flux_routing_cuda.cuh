// SPDX-License-Identifier: Apache-2.0
// Does on a GPU what FluxRouting does, with the same bits.
#pragma once

#include <cstdint>
#include <vector>

#include "conduction/cuda/route_kernels.cuh"

namespace perm::conduction_cuda {

struct SetOne {
  float* values;
  __device__ void operator()(std::uint32_t i) const { values[i] = 1; }
};

/// Gives float[6][cells]: what flows through the low faces of each cell along x, y, z, then through its high faces, so
/// that nothing is left in any cell.
inline cuda::Array<float> find_fluxes(const CellSystemCuda& system, const FaceRules& rules, Axis along,
                                      const float* potential) {
  using laplace_cuda::for_each;
  const laplace_cuda::LevelsOnGpu& levels = system.levels();
  const std::vector<LevelView>& views = levels.views();
  const WordsView& image = system.image().view();
  const std::size_t blocks = laplace_cuda::count_blocks(image);
  struct Room {
    cuda::Array<double> leaves;
    cuda::Array<double> density;
    cuda::Array<std::uint32_t> towards;
  };
  std::vector<Room> rooms(views.size() + 1);
  Routes routes{};
  routes.count = static_cast<int>(rooms.size());
  cuda::Array<std::uint8_t> axis_of_cell(system.count());
  routes.axis_of_cell = axis_of_cell.data();
  for (std::size_t level = 0; level < rooms.size(); ++level) {
    const std::size_t nodes = level == 0 ? system.count() : views[level - 1].nodes;
    Room& room = rooms[level];
    room.leaves = cuda::Array<double>(nodes);
    room.leaves.clear();
    if (level > 0 && level + 1 < rooms.size()) {
      room.density = cuda::Array<double>(nodes);
      room.density.clear();
      room.towards = cuda::Array<std::uint32_t>(nodes);
      room.towards.clear();
    }
    routes.levels[level] = {level == 0              ? system.node_of()
                            : level == views.size() ? nullptr
                                                    : views[level].parent,
                            room.leaves.data(), room.towards.data(),
                            level == 0 ? room.leaves.data() : room.density.data()};
  }
  system.for_each_links(LeavesOfCells{along, potential, rooms[0].leaves.data()});
  laplace_cuda::launch(blocks, sum_leaves_of_pieces, image, system.node_of(), blocks,
                       static_cast<const double*>(rooms[0].leaves.data()), rooms[1].leaves.data());
  for (std::size_t level = 2; level < rooms.size(); ++level)
    for_each(views[level - 1].nodes,
             SumMembers{views[level - 1].members, rooms[level - 1].leaves.data(), rooms[level].leaves.data()});
  const std::size_t last_nodes = views.back().nodes;
  cuda::Array<double> to_outside(last_nodes);
  {
    cuda::Array<unsigned long long> quanta(last_nodes);
    quanta.clear();
    system.for_each_links(QuantaToOutside{system.node_of(), levels.last_of_node(), quanta.data()});
    for_each(last_nodes, OutwardDensity{rooms.back().leaves.data(), quanta.data(), to_outside.data()});
    cuda::finish("routing fluxes");
  }
  routes.to_outside = to_outside.data();
  for (std::size_t level = rooms.size() - 2; level > 0; --level) {
    const LevelView& view = views[level - 1];
    cuda::Array<double> to_carry(view.nodes);
    cuda::Array<std::uint32_t> tree(view.nodes);
    for_each(view.nodes, FindToCarry{routes, static_cast<int>(level), view, to_carry.data()});
    for_each(views[level].nodes,
             RouteMembers{routes, static_cast<int>(level), view, views[level].members, to_carry.data(), tree.data()});
    cuda::finish("routing fluxes");
  }
  system.for_each_links(AddRoutedOutside{routes});
  FacesWithin faces{};
  const std::uint32_t extent[] = {image.nx, image.ny, image.own_nz};
  for (const Axis axis : all_axes)
    faces.along[static_cast<int>(axis)] = extent[static_cast<int>(axis)] == 2 && !rules.is_closed(axis) ? 2 : 1;
  laplace_cuda::launch(blocks, route_cells, image, system.view(), blocks, faces, routes);
  cuda::Array<float> fluxes(6 * system.count());
  fluxes.clear();
  const auto axis = static_cast<std::size_t>(along);
  if (extent[axis] == 1 && !rules.is_closed(along))
    for (const std::size_t end : {axis, axis + 3})
      for_each(system.count(), SetOne{fluxes.data() + end * system.count()});
  system.for_each_links(FluxesOfCells{along, potential, routes, fluxes.data(), system.count()});
  cuda::finish("finding fluxes");
  return fluxes;
}

}  // namespace perm::conduction_cuda
