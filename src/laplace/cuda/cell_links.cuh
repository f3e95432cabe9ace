// SPDX-License-Identifier: Apache-2.0
// Visits whatever is joined to a cell, in quanta.
#pragma once

#include "laplace/cell_graph.hpp"
#include "laplace/cuda/around_kernels.cuh"
#include "laplace/cuda/launches.cuh"
#include "laplace/cuda/views.hpp"

namespace perm::laplace_cuda {

static_assert(threads == cells_a_group);

/// Gives what conducts between two cells through a face.
inline __device__ Quanta quanta_through_face(const CellView& cells, std::uint32_t cell, std::uint32_t neighbour,
                                             const d3q19::Velocity&) {
  return Quanta{cells.widths[cell]} * cells.widths[neighbour];
}
inline __device__ Quanta quanta_through_face(const OpenFacesView& cells, std::uint32_t cell, std::uint32_t neighbour,
                                             const d3q19::Velocity& step) {
  return OpenFaces::quanta(cells.widths[cell], OpenFaces::behind(step), cells.widths[neighbour], OpenFaces::bit(step));
}

/// Gives what conducts through a face of a cell that leads out of the image.
inline __device__ Quanta quanta_to_outside(const CellView& cells, std::uint32_t cell, const d3q19::Velocity&) {
  return 2 * Quanta{cells.widths[cell]} * cells.widths[cell];
}
inline __device__ Quanta quanta_to_outside(const OpenFacesView& cells, std::uint32_t cell,
                                           const d3q19::Velocity& step) {
  return OpenFaces::quanta_to_outside(cells.widths[cell], step);
}

/// Calls visit(neighbour, step) for each cell that has a face with a cell, then visit(cell, step) for its faces that
/// lead out of the image; gives what is around.
template <class Visit>
__device__ Around for_each_step(const CellView& cells, std::uint32_t cell, const Visit& visit) {
  const std::uint32_t place = cells.places[cell];
  const Around around = cells.around[cells.first_filled[cell / cells_a_group] + place / 32];
  const std::uint32_t bit = place % 32;
  const auto face = [&](std::uint32_t bits, std::uint32_t neighbour, const d3q19::Velocity& step) {
    if ((bits >> bit & 1U) != 0) visit(neighbour, step);
  };
  const auto step_to = [](int side) {
    const int up = side % 2 == 0 ? -1 : 1;
    return side < 2 ? d3q19::Velocity{0, up, 0} : d3q19::Velocity{0, 0, up};
  };
  face(around.before, bit == 0 ? around.first_before : cell - 1, {-1, 0, 0});
  face(around.after, bit == cells.last_bit ? around.last_after : cell + 1, {1, 0, 0});
#pragma unroll
  for (int side = 0; side < 4; ++side)
    face(around.side[side], around.first_of_side[side] + __popc(around.side[side] & ((1U << bit) - 1)), step_to(side));
  if (around.outside != 0) {
    const auto outside = [&](bool is_there, const d3q19::Velocity& step) {
      if (is_there) visit(cell, step);
    };
    outside(bit == 0 && (around.outside & has_first_x) != 0, {-1, 0, 0});
    outside(bit == cells.last_bit && (around.outside & has_last_x) != 0, {1, 0, 0});
    for (int side = 0; side < 4; ++side) outside((around.outside >> side & 1U) != 0, step_to(side));
  }
  return around;
}

/// Calls visit(neighbour, quanta, step) for whatever is joined to a cell, in the order of CellLoops::for_each_links;
/// for faces that lead out of the image the neighbour is the cell itself.
template <class View, class Visit>
__device__ void for_each_link(const View& cells, std::uint32_t cell, const Visit& visit) {
  const Around around = for_each_step(cells, cell, [&](std::uint32_t neighbour, const d3q19::Velocity& step) {
    visit(neighbour,
          neighbour == cell ? quanta_to_outside(cells, cell, step) : quanta_through_face(cells, cell, neighbour, step),
          step);
  });
  const std::uint32_t rank = cell - around.first;
  if ((around.edges.bits >> rank & 1U) == 0) return;
  const std::uint32_t number = around.edges.first + __popc(around.edges.bits & ((1U << rank) - 1));
  for (std::uint32_t edge = cells.first_edge[number]; edge < cells.first_edge[number + 1]; ++edge)
    visit(cells.edge_neighbour[edge], static_cast<Quanta>(cells.of_edge), d3q19::velocity(cells.edge_step[edge]));
}

}  // namespace perm::laplace_cuda
